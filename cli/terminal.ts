/**
 * The one place that writes to a terminal and to standard error.
 *
 * Guarantees: a control character of a paste, a title, a name or a server reaches no terminal: an escape sequence could
 * write the clipboard (OSC 52), hide a command or change what was printed before. Standard output that is no terminal
 * stays byte for byte.
 */
import { styleText } from 'node:util';

/** C0, DEL and C1 but for newline, tab and the CR of CRLF; what changes the direction of a text (Unicode TR 36 §3.1). */
const CONTROL_CHARACTERS = /(?!\t|\n|\r\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Shows ESC as `^[`, DEL as `^?`, C1 as `M-^…`, as `cat -v` does, and others as `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(CONTROL_CHARACTERS, (character) => {
    const code = character.charCodeAt(0);
    if (code > 0x9f) return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
    return `${code > 0x7f ? 'M-' : ''}^${code === 0x7f ? '?' : String.fromCharCode((code & 0x1f) | 0x40)}`;
  });
}

/** Replaces characters that move the cursor or change the text's direction. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** The bytes of a text as a terminal gets them. */
export function forTerminal(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(visible(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)));
}

export function writeError(text: string): void {
  process.stderr.write(visible(text));
}

export function writeFailure(message: string): void {
  process.stderr.write(`${styled('red', 'sealpaste:', process.stderr)} ${visible(message)}\n`);
}

/** Writes over the last line of standard error. */
export function writeProgress(line: string): void {
  process.stderr.write(`\r\u001b[K${visible(line)}`);
}

/** Removes what a terminal shows in the line of the cursor: a progress, or ^C. */
export function clearLine(): void {
  if (process.stderr.isTTY) writeProgress('');
}

/** Colours a text of this program where the stream is a terminal, unless NO_COLOR is set. */
export const styled = (style: 'red' | 'bold', text: string, stream: NodeJS.WriteStream): string =>
  styleText(style, visible(text), { stream });

/** Copies a text by the terminal (OSC 52). @param text of visible ASCII @returns false without a terminal */
export function copyByTerminal(text: string): boolean {
  if (!process.stderr.isTTY) return false;
  process.stderr.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
  return true;
}

/** A time as a person reads it: in the machine's zone on a terminal, unchanged (ISO 8601) elsewhere. @param time null: never */
export function timeFor(stream: NodeJS.WriteStream, time: string | null): string {
  if (time === null) return 'never';
  if (!stream.isTTY) return time;
  const shown = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Date(time).toLocaleString('en-GB', shown);
}
