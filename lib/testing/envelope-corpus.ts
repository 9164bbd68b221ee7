/** Texts made from a seed, the same in every runtime, so that one can check another's envelopes. No imports of Node or Vitest. */
import type { SealedText } from '../envelope/envelope-document';

export interface CorpusEntry {
  text: Omit<SealedText, 'files'>;
  password: string | undefined;
}

/** Returns a number in [0, 1). */
type Random = () => number;

const MAX_BYTES = 64 * 1024;
/** Lengths around the steps from nothing to one byte, and to compression. */
const SMALL_BYTES = [0, 1, 2, 3, 15, 16, 17, 60, 100, 105, 106, 107, 108, 127, 128, 129, 255, 256, 257];
/** Every fiftieth text has a password, because deriving costs a tenth of a second. */
const PASSWORD_EVERY = 50;
const SURROGATES = 0x800;
const FIRST_SURROGATE = 0xd800;

/** The n-th text of a seed's corpus: up to 64 KB of UTF-8, of all planes, with NUL, line ends and characters that JSON escapes. */
export function corpusEntry(seed: number, index: number): CorpusEntry {
  const random = randomFrom(seed * 1_000_003 + index);
  const bytes = SMALL_BYTES[index] ?? Math.floor(2 ** (random() * Math.log2(MAX_BYTES)));
  return {
    text: {
      content: randomText(random, bytes),
      title: index % 3 === 0 ? '' : randomText(random, 60),
      syntax: index % 2 === 0 ? 'plaintext' : 'c++',
    },
    password: index % PASSWORD_EVERY === PASSWORD_EVERY - 1 ? randomText(random, 1 + random() * 40) || 'p' : undefined,
  };
}

/** @returns well-formed text of about this many bytes of UTF-8 */
export function randomText(random: Random, bytes: number): string {
  const characterOf = pick(random, KINDS);
  let text = '';
  for (let length = 0; length < bytes; ) {
    const character = characterOf(random);
    text += character;
    length += utf8Bytes(character);
  }
  return text;
}

/** mulberry32: small, seeded, good enough to choose test data. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1));

const pick = <Item>(random: Random, items: readonly Item[]) => items[between(random, 0, items.length - 1)] as Item;

/** Returns any scalar value, from each plane with the same probability. */
function scalar(random: Random): string {
  const plane = between(random, 0, 16);
  if (plane > 0) return String.fromCodePoint(plane * 0x10000 + between(random, 0, 0xffff));
  const code = between(random, 0, 0xffff - SURROGATES);
  return String.fromCodePoint(code < FIRST_SURROGATE ? code : code + SURROGATES);
}

const ascii = (random: Random) => String.fromCharCode(between(random, 0x20, 0x7e));
const control = (random: Random) => String.fromCharCode(between(random, 0, 0x1f));
const nul = () => '\u0000';
const lineEnd = (random: Random) => pick(random, ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085']);
const escaped = (random: Random) => pick(random, ['"', '\\', '\\u0041', '\ufeff', '</script>', '\u007f']);
const word = (random: Random) => pick(random, ['the ', 'quick ', 'brown ', 'fox ', 'Größe ', '漢字 ', '😀 ', 'e\u0301']);
const mixture = (random: Random) => pick(random, [scalar, ascii, control, nul, lineEnd, escaped, word])(random);

const KINDS = [scalar, ascii, control, nul, lineEnd, escaped, word, mixture, mixture] as const;

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
