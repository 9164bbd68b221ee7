/** Whether some of the names has every word of the text, in any order, as parts of words. An empty text matches all. */
export function matchesText(text: string, ...names: readonly string[]): boolean {
  const among = names.join('\n').toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => among.includes(word));
}
