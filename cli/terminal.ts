/**
 * The one place that writes to a terminal and to standard error.
 *
 * Guarantees: a control character of a paste, a title, a name or a server reaches no terminal: an escape sequence could
 * write the clipboard (OSC 52), hide a command or change what was printed before. Standard output that is no terminal
 * stays byte for byte.
 */

/** C0, DEL and C1 but for newline, tab and the CR of CRLF; what changes the direction of a text (Unicode TR 36 §3.1). */
const UNSEEN = /(?!\t|\n|\r\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Shows ESC as `^[`, DEL as `^?`, C1 as `M-^…`, as `cat -v` does, and others as `<U+202E>`. */
function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (code > 0x9f) return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
    return `${code > 0x7f ? 'M-' : ''}^${code === 0x7f ? '?' : String.fromCharCode((code & 0x1f) | 0x40)}`;
  });
}

/** The bytes of a text as a terminal gets them. */
export function forTerminal(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(visible(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)));
}

/** Writes to standard error. */
export function writeError(text: string): void {
  process.stderr.write(visible(text));
}

/** Writes over the last line of standard error. @param line empty: removes it */
export function writeProgress(line: string): void {
  process.stderr.write(line === '' ? '\r\u001b[K' : `\r${visible(line)}`);
}
