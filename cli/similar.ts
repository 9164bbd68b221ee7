/** @returns the candidate that somebody probably meant to type: one letter differs, or two of more than five; null for none */
export function similarTo(word: string, candidates: readonly string[]): string | null {
  const near = (edits: number) => candidates.find((each) => each.length > 1 && isWithin(word, each, edits));
  return near(1) ?? (word.length > 5 ? near(2) : null) ?? null;
}

/** Whether so few letters are added, left out, changed, or exchanged with the next. */
function isWithin(a: string, b: string, edits: number): boolean {
  if (a === '' || b === '') return a.length + b.length <= edits;
  if (a[0] === b[0]) return isWithin(a.slice(1), b.slice(1), edits);
  if (edits === 0) return false;
  const isExchanged = a[0] === b[1] && a[1] === b[0];
  const ways: [string, string][] = [
    [a.slice(1), b],
    [a, b.slice(1)],
    [a.slice(1), b.slice(1)],
    ...(isExchanged ? [[a.slice(2), b.slice(2)] as [string, string]] : []),
  ];
  return ways.some(([restOfA, restOfB]) => isWithin(restOfA, restOfB, edits - 1));
}
