// @ts-check
/** Contents of an exact size, the same at every run. */

const KEYWORDS = ['const', 'return', 'if', 'for', 'await', 'function', 'import', 'export', 'throw', 'new', 'typeof', 'else'];
const SYLLABLES = [
  're',
  'con',
  'per',
  'sta',
  'que',
  'lim',
  'tra',
  'no',
  'de',
  'val',
  'in',
  'ter',
  'map',
  'fi',
  'lo',
  'ad',
  'sum',
  'ex',
  'ta',
  'or',
];
const OPERATORS = [' = ', ' === ', ' + ', ' => ', ' && ', ' ?? ', ': ', ' < ', ' || '];
/** Non-ASCII text: without it the runtime takes a faster path. */
const COMMENTS = ['naïve but enough', 'a → b, never back', 'see the table below', 'about 5 µs', 'the caller — not us — closes it'];
const NAMES = 400;

/** Control characters whose JSON is six bytes each, `\u0000`: the others have two-byte forms. */
const LONG_ESCAPES = Buffer.from(Array.from({ length: 32 }, (_, code) => code).filter((code) => code < 8 || code === 11 || code > 13));

/**
 * Text that looks and compresses like source code.
 * @param {number} bytes length in UTF-8
 * @param {number} [seed] another seed is another text
 */
export function sourceText(bytes, seed = 1) {
  const random = randomNumbers(seed);
  /** @type {<T>(list: readonly T[]) => T} */
  const pick = (list) => /** @type {any} */ (list[random(list.length)]);
  const newName = () => {
    const [first = '', ...rest] = Array.from({ length: 2 + random(3) }, () => pick(SYLLABLES));
    return first + rest.map((syllable) => (random(3) === 0 ? syllable.charAt(0).toUpperCase() + syllable.slice(1) : syllable)).join('');
  };
  const names = Array.from({ length: NAMES }, newName);
  // Some names are much more frequent than others.
  const name = () => /** @type {string} */ (names[Math.floor((random(NAMES) * random(NAMES)) / NAMES)]);
  const value = () => (random(4) === 0 ? String(random(5_000)) : random(4) === 0 ? `"${name()} ${name()}"` : `${name()}.${name()}`);
  let depth = 0;

  function line() {
    const indent = '  '.repeat(depth);
    const kind = random(12);
    if (kind === 0 && depth < 5) {
      depth += 1;
      return `${indent}${pick(['if', 'for', 'while'])} (${name()}${pick(OPERATORS)}${value()}) {\n`;
    }
    if (kind <= 2 && depth > 0) {
      depth -= 1;
      return `${'  '.repeat(depth)}}\n`;
    }
    if (kind === 3) return `${indent}// ${random(8) === 0 ? pick(COMMENTS) : `${name()} ${name()} ${name()}`}\n`;
    if (kind <= 6) return `${indent}${name()}(${value()}, ${value()});\n`;
    return `${indent}${pick(KEYWORDS)} ${name()}${pick(OPERATORS)}${value()}${pick(OPERATORS)}${value()};\n`;
  }

  const lines = [];
  let left = bytes;
  for (;;) {
    const next = line();
    const length = Buffer.byteLength(next);
    if (length > left) break;
    lines.push(next);
    left -= length;
  }
  return lines.join('') + '/'.repeat(left);
}

/**
 * Text whose JSON is six times as long, the maximum.
 * @param {number} bytes length in UTF-8; in JSON it is six times that
 */
export function escapedText(bytes) {
  const random = randomNumbers(1);
  const buffer = Buffer.alloc(bytes);
  for (let index = 0; index < bytes; index++) buffer[index] = /** @type {number} */ (LONG_ESCAPES[random(LONG_ESCAPES.length)]);
  return buffer.toString('latin1');
}

/**
 * Xorshift (Marsaglia 2003).
 * @param {number} seed not 0
 * @returns {(limit: number) => number} whole numbers from 0 to below `limit`
 */
function randomNumbers(seed) {
  let state = seed * 2_654_435_761;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
