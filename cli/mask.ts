/**
 * Masks secrets in the output of a command: as they are, and in the forms in which programs print them.
 *
 * Guarantees: a value of at least 4 characters (the long lines of one with several lines) leaves as `[secret NAME]`, also as
 * base64, percent-encoded or escaped for JSON or HTML, and however the output is cut into pieces.
 * Not covered: every other form, such as hexadecimal, compressed, reversed or in parts. Against a command that wants to give a
 * secret away a mask is no protection.
 */

export interface Secret {
  name: string;
  value: Uint8Array;
}

interface Pattern {
  /** A character a byte. */
  text: string;
  mask: string;
  /** Whether lines may be broken in it. */
  isWrapped: boolean;
}

/** Shorter values would mask parts of ordinary words. */
const MIN_BYTES = 4;
/** Lines of a value that has several, which may have "  }" alone in one. */
const MIN_LINE_BYTES = 8;
/** An environment variable has at most 128 KiB on Linux. */
export const MAX_MASKED_BYTES = 128 * 1024;
/** Line breaks are looked over only after so many characters, so that the end of an ordinary line isn't held back. */
const WRAPPED_AFTER = 8;

/** Whether a value is masked: it is long enough, and not too large. */
export const isMaskable = ({ value }: Secret): boolean => value.length <= MAX_MASKED_BYTES && withoutEnd(value).length >= MIN_BYTES;

export function createMask(secrets: readonly Secret[]) {
  const byFirst: Pattern[][] = Array.from({ length: 256 }, () => []);
  const patterns = secrets.filter(isMaskable).flatMap(patternsOf);
  for (const pattern of patterns.toSorted((a, b) => b.text.length - a.text.length)) byFirst[pattern.text.charCodeAt(0)]?.push(pattern);
  let held = '';

  function advance(text: string, isEnd: boolean): Uint8Array {
    let shown = '';
    let from = 0;
    let at = 0;
    scan: while (at < text.length) {
      for (const pattern of byFirst[text.charCodeAt(at)] as Pattern[]) {
        const end = endOf(pattern, text, at);
        if (end === null || (end === 'open' && isEnd)) continue;
        shown += text.slice(from, at);
        from = at;
        if (end === 'open') break scan;
        shown += pattern.mask;
        from = at = end;
        continue scan;
      }
      at += 1;
    }
    if (at === text.length) shown += text.slice(from);
    held = at === text.length ? '' : text.slice(from);
    return Buffer.from(shown, 'latin1');
  }
  return {
    /** @returns what can be shown already; the beginning of what may be a secret is held back */
    write: (piece: Uint8Array): Uint8Array => advance(held + latin1(piece), false),
    /** @returns the rest */
    end: (): Uint8Array => advance(held, true),
  };
}

const withoutEnd = (value: Uint8Array) => latin1(value).replace(/[\r\n]+$/, '');

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** @returns where the pattern ends in the text; open when the text ends before; null when it isn't there */
function endOf({ text: pattern, isWrapped }: Pattern, text: string, from: number): number | 'open' | null {
  if (text.startsWith(pattern, from)) return from + pattern.length;
  if (!isWrapped) return text.length - from < pattern.length && pattern.startsWith(text.slice(from)) ? 'open' : null;
  let at = from;
  for (let matched = 0; matched < pattern.length; at += 1) {
    if (at === text.length) return 'open';
    if (text[at] === pattern[matched]) matched += 1;
    else if (matched < WRAPPED_AFTER || (text[at] !== '\n' && text[at] !== '\r')) return null;
  }
  return at;
}

function patternsOf({ name, value }: Secret): Pattern[] {
  const mask = latin1(Buffer.from(`[secret ${name}]`));
  const lines = latin1(value)
    .split(/\r?\n/)
    .filter((line) => line.trim().length >= MIN_LINE_BYTES);
  const whole = Buffer.from(withoutEnd(value), 'latin1');
  const parts = lines.length > 0 ? lines.map((line) => Buffer.from(line, 'latin1')) : [whole];
  const texts = new Set(parts.flatMap((part) => [latin1(part), ...percentForms(part)]));
  const escaped = [...jsonForms(whole), ...htmlForms(whole)].filter((form) => form !== latin1(whole));
  for (const form of [...percentForms(whole), ...escaped]) texts.add(form);
  const wrapped = new Set([...parts, whole].flatMap(base64Forms));
  const ofKind = (isWrapped: boolean) => (text: string) => ({ text, mask, isWrapped });
  return [...[...texts].map(ofKind(false)), ...[...wrapped].map(ofKind(true))].filter(({ text }) => text.length >= MIN_BYTES);
}

/** The value in base64 after 0, 1 or 2 other bytes, without the characters that also depend on its neighbours. */
function base64Forms(value: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), value]);
    return (['base64', 'base64url'] as const).map((alphabet) =>
      bytes.toString(alphabet).slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)),
    );
  });
}

/** Bytes that RFC 3986, encodeURIComponent, Python's quote and encodeURI leave as they are. */
const UNESCAPED = [/[\w.~-]/, /[\w.~!'()*-]/, /[\w.~/-]/, /[\w.~!'()*;,/?:@&=+$#-]/];

function percentForms(value: Buffer): string[] {
  return UNESCAPED.flatMap((kept) => {
    const encoded = latin1(value).replace(/[\s\S]/g, (byte) =>
      kept.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
    const forms = [encoded, encoded.replace(/%../g, (code) => code.toLowerCase())];
    return [...forms, ...forms.map((form) => form.replaceAll('%20', '+'))];
  });
}

const unicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const upperCase = (text: string) => text.replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`);

/** Characters that programs escape in JSON besides those that JSON demands: none (JavaScript), Go's, those beyond ASCII (Python, PHP). */
const ESCAPED_IN_JSON = [/(?!)/g, /[<>&\u2028\u2029]/g, /[^\0-\x7f]/g, /[<>&]|[^\0-\x7f]/g];

/** The value inside a string of JSON, as JavaScript, Go, Python and PHP write it. PHP escapes the slash, too. */
function jsonForms(value: Buffer): string[] {
  const plain = JSON.stringify(value.toString('utf8')).slice(1, -1);
  const escaped = ESCAPED_IN_JSON.map((characters) => plain.replace(characters, unicodeEscape));
  const forms = escaped.flatMap((form) => [form, form.replaceAll('/', '\\/')]);
  return [...forms, ...forms.map(upperCase)].map((form) => latin1(Buffer.from(form)));
}

/** The names and numbers that programs write in HTML for the five characters. */
const HTML_ESCAPES: readonly Readonly<Record<string, string>>[] = [
  { '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' },
];

const htmlForms = (value: Buffer): string[] =>
  HTML_ESCAPES.map((names) => latin1(value).replace(/[&<>"']/g, (character) => names[character] ?? character));
