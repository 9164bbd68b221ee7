// @ts-check
/** Prints results and progress. */

/**
 * @param {string} title
 * @param {readonly string[]} headers
 * @param {readonly (readonly string[])[]} rows the first column is text, the others are figures
 */
export function printTable(title, headers, rows) {
  const lines = [headers, ...rows];
  const widths = headers.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const cell = (/** @type {string} */ text, /** @type {number} */ column) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  console.log(`\n${title}\n`);
  for (const line of lines) console.log(`  ${line.map(cell).join('  ')}`.trimEnd());
}

/** @param {number} value */
export const count = (value) => Math.round(value).toLocaleString('en-US');

/** @param {number} value */
export const milliseconds = (value) => value.toFixed(value < 10 ? 2 : 1);

/** @param {number} value */
export const ratio = (value) => value.toFixed(2);

/** @param {number} bytes */
export const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

/** Shows what is under way, if standard error is a terminal. @param {string} text */
export function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

export function endProgress() {
  progress('');
}
