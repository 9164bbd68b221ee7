/** The words of folded code. The browser loads them with a text that has blocks to fold. */
export const foldMessages = {
  lines: (first: number, last: number) => `Lines ${first.toLocaleString('en')} to ${last.toLocaleString('en')}`,
} as const;
