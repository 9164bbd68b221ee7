/** Decides whether a file's bytes are a text, for the browser and the command line. Browser-safe: no imports. */

/** Tab, line feed, form feed, carriage return; escape, which begins the colours of logs. */
const CONTROLS_OF_TEXTS: readonly number[] = [9, 10, 12, 13, 27];

/** Whether there are control bytes (below 0x20) that texts don't have. A file with them isn't shown as text, even if it is UTF-8. */
export const hasForeignControls = (bytes: Uint8Array): boolean => bytes.some((byte) => byte < 0x20 && !CONTROLS_OF_TEXTS.includes(byte));
