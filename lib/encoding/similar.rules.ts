/** Names that somebody mistyped. Browser-safe: no imports. */

/** Whether so few letters are added, left out, changed, or exchanged with the next, that one text becomes the other. */
export function differsBy(a: string, b: string, edits: number): boolean {
  if (a === '' || b === '') return a.length + b.length <= edits;
  if (a[0] === b[0]) return differsBy(a.slice(1), b.slice(1), edits);
  if (edits === 0) return false;
  const isExchanged = a[0] === b[1] && a[1] === b[0];
  const ways: [string, string][] = [
    [a.slice(1), b],
    [a, b.slice(1)],
    [a.slice(1), b.slice(1)],
    ...(isExchanged ? [[a.slice(2), b.slice(2)] as [string, string]] : []),
  ];
  return ways.some(([restOfA, restOfB]) => differsBy(restOfA, restOfB, edits - 1));
}
