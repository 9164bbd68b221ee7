/** What makes a file's bytes a text, for the browser and the command line. Browser-safe: no imports. */

/** Tab, line feed, form feed, carriage return; escape, which begins the colours of logs. */
const CONTROLS_OF_TEXTS: readonly number[] = [9, 10, 12, 13, 27];

/** Whether there are control bytes (below 0x20) that texts don't have. With them, UTF-8 or not, a file is not shown as text. */
export const hasForeignControls = (bytes: Uint8Array): boolean => bytes.some((byte) => byte < 0x20 && !CONTROLS_OF_TEXTS.includes(byte));
