const isDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** Unicode keeps the ten digits of a script together, in their order. */
function digitValue(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (isDigit(first - 1)) first--;
  return String((point - first) % 10);
}

/** Writes digits of every script, such as the Arabic keyboard's, as the ASCII ones that programs read. */
export const withAsciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitValue);
