/**
 * Reads a JSON document as its bytes arrive, so that a hostile or a huge one is refused long before it is complete, and a
 * huge string can be taken out in pieces.
 *
 * Guarantees: bounded memory whatever is sent; duplicate names and names that touch prototypes are refused; one top-level
 * string field can be streamed: its text leaves in pieces of well-formed UTF-8 and never exists as a whole. The grammar is
 * left to `JSON.parse`, which gets the document with that string emptied, and each piece of the string with an escape such as `\u0041`.
 */
import { isUtf8 } from 'node:buffer';
import { HTTP_ERRORS, PayloadTooLargeError, ValidationError } from './errors';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

const NOTHING = Buffer.alloc(0);
/** A name that stands for itself, in JSON and in UTF-8. */
const PLAIN_NAME = /^\w+$/;

/** The bytes that the letters after a backslash stand for; 0: `\u`, which needs more, and what is no escape. */
const ESCAPED = new Uint8Array(256);
for (const [letter, character] of Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))
  ESCAPED[letter.charCodeAt(0)] = character.charCodeAt(0);

const BAD_CHARACTER = 'Malformed JSON: a control character or an unknown escape';

const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
/** `\uD83D` at the end of a text, not itself escaped: its second half may be in the next piece. */
const HIGH_SURROGATE_ESCAPE = /^\\u[dD][89abAB][0-9a-fA-F]{2}$/;

export interface JsonLimits {
  /** Bytes of the document, without the streamed string. */
  maxBytes: number;
  maxDepth: number;
  maxKeys: number;
}

/** The error of a document that isn't acceptable JSON. The message repeats nothing of it. @param path names of the field that is wrong */
const malformed = (message: string, path: readonly string[] = []) =>
  new ValidationError([{ path: [...path], message }], { bodyUnread: true }, HTTP_ERRORS.malformed_json);

export class JsonScanner {
  readonly #limits: JsonLimits;
  readonly #streamedField: string | undefined;
  #bytesSeen = 0;
  /** Each character a byte. */
  #skeleton = '';
  #depth = 0;
  /** Colons outside of strings: each follows a name. */
  #names = 0;
  /** The string that these bytes are in. Names of deeper objects are `other`. */
  #string: 'none' | 'name' | 'streamed' | 'other' = 'none';
  /** Whether the byte before this chunk was a backslash that escapes the next. */
  #escaped = false;
  /** The name under way, each character a byte. */
  #name = '';
  /** The name whose value comes next, in the outermost object. */
  #field: string | undefined;
  /** Bytes of the streamed string that can't be decoded yet: a cut escape or character. */
  #rest: Buffer = NOTHING;
  /** Length of the streamed string and its place in the skeleton, to compute positions in the document. */
  #streamedBytes = 0;
  #streamedAt = Number.POSITIVE_INFINITY;

  constructor(limits: JsonLimits, streamedField?: string) {
    this.#limits = limits;
    this.#streamedField = streamedField;
  }

  /**
   * Takes the next bytes of the document.
   * @returns the next pieces of the streamed string, in UTF-8
   * @throws ValidationError, PayloadTooLargeError
   */
  push(bytes: Buffer): Buffer[] {
    this.#refuseUtf16(bytes);
    const pieces: Buffer[] = [];
    let position = 0;
    // Start of the bytes that the skeleton doesn't have yet.
    let from = 0;
    while (position < bytes.length) {
      if (this.#string === 'none') {
        const byte = bytes[position] as number;
        position += 1;
        if (byte !== QUOTE) this.#structure(byte);
        else this.#string = this.#kindOfString();
        if (this.#string === 'streamed') {
          this.#keep(bytes, from, position);
          this.#streamedAt = this.#skeleton.length;
          from = position;
        }
        continue;
      }
      const end = this.#findStringEnd(bytes, position);
      const stop = end < 0 ? bytes.length : end;
      if (this.#string === 'streamed') {
        this.#streamedBytes += stop - position;
        this.#decode(bytes.subarray(position, stop), end >= 0, pieces);
        from = stop;
      } else if (this.#string === 'name') {
        this.#name += bytes.toString('latin1', position, stop);
      }
      position = end < 0 ? stop : stop + 1;
      if (end >= 0) this.#string = 'none';
    }
    this.#keep(bytes, from, bytes.length);
    return pieces;
  }

  /**
   * The whole document, the streamed string emptied.
   * @throws ValidationError when it isn't JSON or UTF-8, has a name twice or a forbidden one, or a number or a string no value has
   */
  end(): unknown {
    const bytes = Buffer.from(this.#skeleton, 'latin1');
    if (!isUtf8(bytes)) throw malformed('Malformed JSON: it is not UTF-8');
    const text = bytes.toString();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw malformed(`Malformed JSON${this.#whereFailed(text, error)}`);
    }
    // JSON.parse keeps the last of two equal names.
    if (checkedNames(value) !== this.#names) throw malformed('Duplicate key');
    return value;
  }

  /** Tells the position of a fault. The rest of the error's message is left out, because it quotes the document. */
  #whereFailed(text: string, error: unknown): string {
    if (text.startsWith('\ufeff')) return ': it begins with a byte order mark';
    const message = error instanceof Error ? error.message : '';
    if (/end of JSON input/.test(message)) return ': it ends too early';
    const position = /at position (\d+)/.exec(message)?.[1];
    if (position === undefined) return '';
    const inSkeleton = Buffer.byteLength(text.slice(0, Number(position)));
    return ` at byte ${inSkeleton + (inSkeleton >= this.#streamedAt ? this.#streamedBytes : 0)}`;
  }

  /** UTF-16, which some shells write, begins with a byte order mark or has a zero in its first two bytes. UTF-8 JSON never does. */
  #refuseUtf16(bytes: Buffer): void {
    for (let index = 0; index < 2 - this.#bytesSeen && index < bytes.length; index += 1)
      if (bytes[index] === 0 || (bytes[index] as number) >= 0xfe) throw malformed('Malformed JSON: it is UTF-16');
    this.#bytesSeen += bytes.length;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    const { maxBytes } = this.#limits;
    const besides = this.#streamedField ? ` besides ${this.#streamedField}` : '';
    if (this.#skeleton.length + to - from > maxBytes)
      throw new PayloadTooLargeError({ path: [], message: `expected at most ${maxBytes} bytes${besides}` });
    this.#skeleton += bytes.toString('latin1', from, to);
  }

  #kindOfString() {
    if (this.#depth !== 1) return 'other';
    if (this.#field !== undefined) return this.#field === this.#streamedField ? 'streamed' : 'other';
    this.#name = '';
    return 'name';
  }

  #structure(byte: number): void {
    const { maxDepth, maxKeys } = this.#limits;
    if (OPENING.includes(byte)) {
      this.#depth += 1;
      if (this.#depth > maxDepth) throw malformed(`Nested deeper than ${maxDepth} levels`);
    } else if (CLOSING.includes(byte)) {
      this.#depth -= 1;
    } else if (byte === COLON) {
      this.#names += 1;
      if (this.#names > maxKeys) throw malformed(`More than ${maxKeys} keys`);
      if (this.#depth !== 1) return;
      this.#field = PLAIN_NAME.test(this.#name) ? this.#name : unescapeString(Buffer.from(this.#name, 'latin1').toString());
      // Refused here, so that its text doesn't reach the sink behind the first one's.
      if (this.#field === this.#streamedField && Number.isFinite(this.#streamedAt)) throw malformed('Duplicate key');
    } else if (byte === COMMA && this.#depth === 1) {
      this.#field = undefined;
    }
  }

  /** Index of the quote that ends the string this chunk is in, or -1; remembers an escape cut by the chunk's end. */
  #findStringEnd(bytes: Buffer, from: number): number {
    let search = from;
    if (this.#escaped) {
      this.#escaped = false;
      search += 1;
    }
    for (;;) {
      const quote = bytes.indexOf(QUOTE, search);
      const end = quote < 0 ? bytes.length : quote;
      let run = 0;
      while (end - 1 - run >= search && bytes[end - 1 - run] === BACKSLASH) run += 1;
      const escapes = run % 2 === 1;
      if (quote < 0) {
        this.#escaped = escapes;
        return -1;
      }
      if (!escapes) return quote;
      search = quote + 1;
    }
  }

  #decode(chunk: Buffer, isEnd: boolean, pieces: Buffer[]): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    // Each character a byte: the names of escapes are ASCII.
    const text = bytes.toString('latin1');
    const cut = isEnd ? text.length : lastWholeCharacter(text);
    this.#rest = cut === bytes.length ? NOTHING : Buffer.from(bytes.subarray(cut));
    if (cut > 0) pieces.push(unescapeBytes(bytes.subarray(0, cut), text.slice(0, cut), this.#field === undefined ? [] : [this.#field]));
  }
}

/**
 * The text a JSON string's inside stands for, in UTF-8. Most strings have only escapes of two characters, each of which stands for one byte;
 * `JSON.parse` and a conversion of its result make a create of 100 KiB of code a tenth dearer, and take five times the memory.
 * @param inside the same bytes, each as a character @param path of the field whose string it is
 */
function unescapeBytes(bytes: Buffer, inside: string, path: readonly string[]): Buffer {
  if (!isUtf8(bytes)) throw malformed('Malformed JSON: it is not UTF-8', path);
  if (hasControlCharacter(bytes)) throw malformed(BAD_CHARACTER, path);
  const text = Buffer.from(bytes);
  let length = 0;
  let from = 0;
  for (let at = inside.indexOf('\\'); at >= 0; at = inside.indexOf('\\', from)) {
    const escaped = ESCAPED[bytes[at + 1] as number];
    if (!escaped) return Buffer.from(unescapeString(bytes.toString(), path));
    text.copyWithin(length, from, at);
    length += at - from;
    text[length] = escaped;
    length += 1;
    from = at + 2;
  }
  text.copyWithin(length, from);
  return text.subarray(0, length + bytes.length - from);
}

/** Whether a byte is below 32. Looks at four bytes at a time: subtracting 32 from such a byte sets its highest bit, which it didn't have. */
function hasControlCharacter(bytes: Buffer): boolean {
  const isControl = (byte: number) => byte < 0x20;
  const unaligned = -bytes.byteOffset & 3;
  if (bytes.length <= unaligned) return bytes.some(isControl);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + unaligned, (bytes.length - unaligned) >> 2);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as number;
    if ((word - 0x20202020) & ~word & 0x80808080) return true;
  }
  return bytes.subarray(0, unaligned).some(isControl) || bytes.subarray(unaligned + words.byteLength).some(isControl);
}

/** The text a JSON string's inside stands for. @param path of the field whose string it is */
function unescapeString(inside: string, path: readonly string[] = []): string {
  let text: string;
  try {
    text = JSON.parse(`"${inside}"`) as string;
  } catch {
    throw malformed(BAD_CHARACTER, path);
  }
  if (!text.isWellFormed()) throw malformed('Lone surrogate in a string', path);
  return text;
}

/** The last place to cut a JSON string: behind a whole escape and character, not in a surrogate pair. @param text each character a byte */
function lastWholeCharacter(text: string): number {
  let cut = text.length;
  const backslash = text.lastIndexOf('\\');
  const end = backslash + (text[backslash + 1] === 'u' ? 6 : 2);
  if (end > cut && startsEscape(text, backslash)) cut = backslash;
  // A character that is cut: its first byte says how many follow, three at most.
  for (let back = 1; back <= 3 && back <= cut; back += 1) {
    const byte = text.charCodeAt(cut - back);
    if (byte >= 0xc0 && back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2)) cut -= back;
    if (byte < 0x80 || byte >= 0xc0) break;
  }
  const before = cut - 6;
  return before >= 0 && HIGH_SURROGATE_ESCAPE.test(text.slice(before, cut)) && startsEscape(text, before) ? before : cut;
}

/** Whether the backslash at this index begins an escape, and isn't the second half of `\\`. */
function startsEscape(text: string, index: number): boolean {
  let run = 0;
  while (index - run >= 0 && text[index - run] === '\\') run += 1;
  return run % 2 === 1;
}

/** @returns how many names the objects of a value have @throws ValidationError for a forbidden name, or what has no representation */
function checkedNames(value: unknown, path: readonly string[] = []): number {
  if (typeof value === 'number' && !Number.isFinite(value)) throw malformed('Number out of range', path);
  if (typeof value === 'string' && !value.isWellFormed()) throw malformed('Lone surrogate in a string', path);
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (FORBIDDEN_NAMES.has(name)) throw malformed('Forbidden key');
    if (!name.isWellFormed()) throw malformed('Lone surrogate in a string');
    names += checkedNames(inner, [...path, name]) + (Array.isArray(value) ? 0 : 1);
  }
  return names;
}
