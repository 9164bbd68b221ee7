import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PayloadTooLargeError, ValidationError } from './errors';
import { type JsonLimits, JsonScanner } from './json-scanner';

const LIMITS: JsonLimits = { maxBytes: 64 * 1024, maxDepth: 32, maxKeys: 256 };

interface Scanned {
  /** The streamed string as one text. */
  text: string;
  /** The document, the streamed string emptied. */
  value: unknown;
}

/** Scans the chunks; every piece that leaves must be whole UTF-8 by itself. */
function scan(chunks: readonly Uint8Array[], limits: JsonLimits = LIMITS, field: string | undefined = 'content'): Scanned {
  const scanner = new JsonScanner(limits, field);
  const pieces: Buffer[] = [];
  for (const chunk of chunks) {
    // A copy that is overwritten afterwards, as a socket's memory is.
    const memory = Buffer.from(chunk);
    for (const piece of scanner.push(memory)) {
      if (!isUtf8(piece)) throw new Error('a piece ends within a character');
      pieces.push(Buffer.from(piece));
    }
    memory.fill(0xff);
  }
  return { value: scanner.end(), text: Buffer.concat(pieces).toString('utf8') };
}

/** Thousands of times: `expect` alone takes longer than what it looks at. */
function expectSame(actual: Scanned, expected: Scanned): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function isRefused(bytes: Buffer): boolean {
  try {
    scan([bytes]);
    return false;
  } catch {
    return true;
  }
}

const scanText = (text: string, limits: JsonLimits = LIMITS) => scan([Buffer.from(text)], limits);

function cutAt(bytes: Buffer, ...positions: number[]): Buffer[] {
  return [...positions, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : positions[index - 1], end));
}

const byteByByte = (bytes: Buffer) => cutAt(bytes, ...Array.from({ length: bytes.length }, (_, index) => index));

/** Mulberry32: the same documents on every run. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number below `end`. */
  const below = (end: number) => Math.floor(next() * end);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  return { below, pick, chance: (part: number) => next() < part };
}
type Random = ReturnType<typeof createRandom>;

const CHARACTERS = ['a', 'Z', '0', ' ', '"', '\\', '/', '\b', '\f', '\n', '\r', '\t', '\0', '\u001f', '\u007f', 'é', '€', '\u2028'];
const WIDE_CHARACTERS = [
  '\ufeff',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '😀',
  '\u{10000}',
  '\u{10ffff}',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'u',
  'D83D',
];

function randomText(random: Random, maxCharacters: number): string {
  const characters = [...CHARACTERS, ...WIDE_CHARACTERS];
  return Array.from({ length: random.below(maxCharacters + 1) }, () => random.pick(characters)).join('');
}

const SHORT_ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** The text as a JSON string, each character in one of the spellings it has. */
function writeString(random: Random, text: string): string {
  const inside = [...text].map((character) => {
    const mustEscape = character < ' ' || character === '"' || character === '\\';
    if (!mustEscape && random.chance(0.6)) return character;
    const short = SHORT_ESCAPES[character];
    if (short && random.chance(0.6)) return short;
    return character.replace(/./gs, (unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${random.chance(0.5) ? hex : hex.toUpperCase()}`;
    });
  });
  return `"${inside.join('')}"`;
}

const space = (random: Random) => (random.chance(0.8) ? '' : random.pick([' ', '\n', '\t', '\r\n', '  ']));

function writeValue(random: Random, depth: number): string {
  const kind = random.below(depth > 3 ? 4 : 6);
  if (kind === 0) return random.pick(['null', 'true', 'false']);
  if (kind === 1) return random.pick(['0', '-0', '12', '-1.5', '1e3', '2E-7', '9007199254740993', '1e308']);
  if (kind < 4) return writeString(random, randomText(random, 8));
  const items = Array.from({ length: random.below(4) }, () => writeValue(random, depth + 1));
  if (kind === 4) return `[${space(random)}${items.join(`${space(random)},${space(random)}`)}${space(random)}]`;
  const names = randomNames(random, items.length);
  return writeObject(
    random,
    names.map((name, index) => [name, items[index] as string]),
  );
}

/** Distinct names; the streamed field's own is among them, where it must not be taken for it. */
function randomNames(random: Random, count: number): string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(random.chance(0.2) ? 'content' : `${randomText(random, 4)}${random.below(1000)}`);
  return [...names];
}

function writeObject(random: Random, members: readonly (readonly [string, string])[]): string {
  const written = members.map(
    ([name, value]) => `${space(random)}${writeString(random, name)}${space(random)}:${space(random)}${value}${space(random)}`,
  );
  return `${space(random)}{${written.join(',')}}${space(random)}`;
}

interface Sample {
  bytes: Buffer;
  content: string;
  expected: unknown;
}

function randomDocument(random: Random): Sample {
  const content = randomText(random, 40);
  const others = randomNames(random, random.below(5)).filter((name) => name !== 'content');
  const members = others.map((name) => [name, writeValue(random, 1)] as [string, string]);
  members.splice(random.below(members.length + 1), 0, ['content', writeString(random, content)]);
  const text = writeObject(random, members);
  return { bytes: Buffer.from(text), content, expected: { ...JSON.parse(text), content: '' } };
}

function randomChunks(random: Random, bytes: Buffer): Buffer[] {
  const positions = Array.from({ length: random.below(8) }, () => random.below(bytes.length + 1)).sort((a, b) => a - b);
  return cutAt(bytes, ...positions);
}

describe('any document', () => {
  it('the scanner gives what JSON.parse gives, in whatever chunks a body arrives', () => {
    const random = createRandom(20_261_120);
    for (let run = 0; run < 1_500; run++) {
      const { bytes, content, expected } = randomDocument(random);
      if (JSON.parse(bytes.toString()).content !== content) throw new Error('the sample is not what it should be');
      for (const chunks of [[bytes], byteByByte(bytes), randomChunks(random, bytes), randomChunks(random, bytes)]) {
        expectSame(scan(chunks), { text: content, value: expected });
      }
    }
  });

  it('with any byte changed is refused, or is what JSON.parse makes of it', () => {
    const random = createRandom(7);
    let accepted = 0;
    let refused = 0;
    for (let run = 0; run < 4_000; run++) {
      const { bytes } = randomDocument(random);
      bytes[random.below(bytes.length)] = random.pick([...Buffer.from('"\\{}[],:0aeu\n'), 0xff, 0xc3, 0x80, random.below(256)]);
      let scanned: Scanned;
      try {
        scanned = scan(randomChunks(random, bytes));
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        refused += 1;
        continue;
      }
      accepted += 1;
      expect(isUtf8(bytes)).toBe(true);
      const parsed = JSON.parse(bytes.toString()) as Record<string, unknown>;
      if (typeof parsed.content === 'string') expectSame(scanned, { text: parsed.content, value: { ...parsed, content: '' } });
      else expectSame(scanned, { text: '', value: parsed });
    }
    // Both outcomes must have been seen for the comparison to mean anything.
    expect(Math.min(accepted, refused)).toBeGreaterThan(500);
  });
});

describe('cuts', () => {
  const inside = '\\\\\\"\\u0041\\ud83d\\ude00\\\\u0042é€😀\\uD83D\\uDE00\\n\\u005c\\"\\\\';
  const bytes = Buffer.from(`{"a":"\\ud83d\\ude00\\\\","content":"${inside}","b":"é€😀\\""}`);
  const text = JSON.parse(`"${inside}"`) as string;
  const value = { a: '😀\\', content: '', b: 'é€😀"' };

  it('anywhere, within escapes, surrogate pairs and UTF-8 sequences, change nothing', () => {
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) expectSame(scan(cutAt(bytes, first, second)), { text, value });
    }
    expect(scan(byteByByte(bytes))).toEqual({ text, value });
  });

  it('leave nothing of a streamed string behind but an unfinished character', () => {
    const scanner = new JsonScanner(LIMITS, 'content');
    scanner.push(Buffer.from('{"content":"'));
    for (const [chunk, piece] of [
      ['abc', 'abc'],
      ['d\\', 'd'],
      ['n', '\n'],
      ['\\u00', ''],
      ['e9\\ud83d', 'é'],
      ['\\ude0', ''],
      ['0x', '😀x'],
    ] as const) {
      expect(Buffer.concat(scanner.push(Buffer.from(chunk))).toString()).toBe(piece);
    }
  });
});

describe('limits', () => {
  const refusal = (text: string, limits: JsonLimits = LIMITS) => {
    try {
      scanText(text, limits);
    } catch (error) {
      return error;
    }
    return null;
  };

  it.each([
    [-1, null],
    [0, null],
    [1, PayloadTooLargeError],
  ])('bytes besides the streamed string: limit %i', (excess, error) => {
    const document = (padding: number) => `{"content":"${'x'.repeat(100_000)}","other":"${'y'.repeat(padding)}"}`;
    const withoutContent = Buffer.byteLength(document(0)) - 100_000;
    const found = refusal(document(1000 - withoutContent + excess), { ...LIMITS, maxBytes: 1000 });
    if (error) expect(found).toBeInstanceOf(error);
    else expect(found).toBeNull();
  });

  it('white space counts, so that nothing can be sent for ever', () => {
    expect(refusal(`{"content":"x"}${' '.repeat(1000)}`, { ...LIMITS, maxBytes: 1000 })).toBeInstanceOf(PayloadTooLargeError);
  });

  it.each([
    [31, null],
    [32, null],
    [33, ValidationError],
  ])('nesting of %i levels', (levels, error) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const found = refusal(`${open.repeat(levels - 1)}${open === '[' ? '[]' : '{}'}${close.repeat(levels - 1)}`);
      if (error) expect(found).toBeInstanceOf(error);
      else expect(found).toBeNull();
    }
  });

  it('levels that were closed again do not count', () => {
    expect(refusal(`[${'[[[]]],'.repeat(100)}0]`)).toBeNull();
  });

  it.each([
    [255, null],
    [256, null],
    [257, ValidationError],
  ])('%i names in all objects together', (count, error) => {
    const members = Array.from({ length: count - 101 }, (_, index) => `"k${index}":0`);
    const inner = Array.from({ length: 100 }, (_, index) => `"k${index}":0`);
    const found = refusal(`{"inner":{${inner}},${members}}`);
    if (error) expect(found).toBeInstanceOf(error);
    else expect(found).toBeNull();
  });

  it('hold long before a document is complete', () => {
    const scanner = new JsonScanner(LIMITS, 'content');
    expect(() => scanner.push(Buffer.from('['.repeat(33)))).toThrow(ValidationError);
    const names = new JsonScanner(LIMITS, 'content');
    expect(() => names.push(Buffer.from(`{${Array.from({ length: 257 }, (_, index) => `"${index}":0`)}`))).toThrow(ValidationError);
    const twice = new JsonScanner(LIMITS, 'content');
    expect(() => twice.push(Buffer.from('{"content":"a","content":'))).toThrow(ValidationError);
    const bytes = new JsonScanner(LIMITS, 'content');
    expect(() => {
      for (let sent = 0; sent <= LIMITS.maxBytes; sent += 1024) bytes.push(Buffer.alloc(1024, '1'));
    }).toThrow(PayloadTooLargeError);
  });

  it('do not bound the streamed string', () => {
    const scanner = new JsonScanner({ ...LIMITS, maxBytes: 20 }, 'content');
    scanner.push(Buffer.from('{"content":"'));
    for (let index = 0; index < 1000; index++) expect(scanner.push(Buffer.from('\\u0041'.repeat(1000)))).toHaveLength(1);
    scanner.push(Buffer.from('"}'));
    expect(scanner.end()).toEqual({ content: '' });
  });
});

describe('refused', () => {
  it.each([
    ['nothing', ''],
    ['only white space', ' \n'],
    ['two documents', '{} {}'],
    ['a cut document', '{"a":1'],
    ['a cut streamed string', '{"content":"abc'],
    ['a trailing comma', '{"a":1,}'],
    ['a missing comma', '{"a":1 "content":"x"}'],
    ['a name without quotes', '{a:1}'],
    ['single quotes', "{'a':1}"],
    ['a comment', '{"a":1/**/}'],
    ['NaN', '{"a":NaN}'],
    ['a leading zero', '{"a":01}'],
    ['a byte order mark', '\ufeff{"a":1}'],
    ['a raw control character in the streamed string', '{"content":"a\u0001b"}'],
    ['a raw control character elsewhere', '{"a":"a\u0001b"}'],
    ['an unknown escape in the streamed string', '{"content":"\\x41"}'],
    ['a short \\u escape in the streamed string', '{"content":"\\u12"}'],
    ['a \\u escape with other letters', '{"content":"\\u12g4"}'],
    ['a \\u escape with a sign', '{"content":"\\u+123"}'],
    ['an escaped end of the streamed string', '{"content":"\\"}'],
    ['a duplicate name', '{"a":1,"a":2}'],
    ['a duplicate of the streamed name', '{"content":"a","content":"b"}'],
    ['a duplicate name in another spelling', '{"content":"a","\\u0063ontent":"b"}'],
    ['a duplicate name deeper down', '[{"a":{"b":1,"b":2}}]'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['__proto__ in another spelling', '{"\\u005f_proto__":{"isAdmin":true}}'],
    ['__proto__ deeper down', '{"a":[{"__proto__":1}]}'],
    ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['prototype', '{"a":{"prototype":1}}'],
    ['a number out of range', '{"a":1e400}'],
    ['a negative number out of range', '{"a":[{"b":-1e400}]}'],
    ['a lone high surrogate in the streamed string', '{"content":"a\\ud83dx"}'],
    ['a lone high surrogate at its end', '{"content":"a\\ud83d"}'],
    ['a lone low surrogate', '{"content":"\\ude00"}'],
    ['surrogates in the wrong order', '{"content":"\\ude00\\ud83d"}'],
    ['two high surrogates', '{"content":"\\ud83d\\ud83d\\ude00"}'],
    ['a lone surrogate in another value', '{"a":["\\ud83d"]}'],
    ['a lone surrogate in a name', '{"\\ud83d":1}'],
  ])('%s, in one chunk and byte by byte', (_, text) => {
    const bytes = Buffer.from(text);
    expect(() => scan([bytes])).toThrow(ValidationError);
    expect(() => scan(byteByByte(bytes))).toThrow(ValidationError);
  });

  it('each control character at each place, and no other character', () => {
    const wrongly: string[] = [];
    for (let code = 0; code < 0x100; code++) {
      for (let place = 0; place < 12; place++) {
        const text = `${'a'.repeat(place)}${String.fromCharCode(code)}${'é'.repeat(11 - place)}`;
        // The first bytes before the string place it differently in memory.
        const bytes = Buffer.from(`${' '.repeat(place % 4)}{"content":"${code === 0x22 || code === 0x5c ? 'a' : text}"}`);
        if (isRefused(bytes) !== code < 0x20) wrongly.push(`${code} at ${place}`);
      }
    }
    expect(wrongly).toEqual([]);
  });

  it.each([
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond the last plane', [0xf4, 0x90, 0x80, 0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['a stray continuation', [0x80]],
    ['a byte that is never UTF-8', [0xff]],
  ])('%s of UTF-8, in the streamed string, another value and a name', (_, sequence) => {
    for (const [before, after] of [
      ['{"content":"a', 'b"}'],
      ['{"content":"a', '"}'],
      ['{"a":"', '"}'],
      ['{"', '":1}'],
    ] as const) {
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from(sequence), Buffer.from(after)]);
      expect(() => scan([bytes])).toThrow(ValidationError);
      expect(() => scan(byteByByte(bytes))).toThrow(ValidationError);
    }
  });

  it.each<[string, Buffer | string, string, string[]]>([
    ['a comma too many', '{"a":1,}', 'Malformed JSON at byte 7', []],
    ['behind the streamed string', '{"content":"€€€" 1}', 'Malformed JSON at byte 23', []],
    ['behind letters of several bytes', '{"ä€":"😀",x}', 'Malformed JSON at byte 16', []],
    ['a word', '{"a":b}', 'Malformed JSON', []],
    ['nothing', '', 'Malformed JSON: it ends too early', []],
    ['a byte order mark', '\ufeff{"a":1}', 'Malformed JSON: it begins with a byte order mark', []],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'Malformed JSON: it is UTF-16', []],
    ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 'Malformed JSON: it is UTF-16', []],
    ['Latin-1', Buffer.from('{"a":"\xe9"}', 'latin1'), 'Malformed JSON: it is not UTF-8', []],
    ['Latin-1 in the streamed string', Buffer.from('{"content":"\xe9x"}', 'latin1'), 'Malformed JSON: it is not UTF-8', ['content']],
    ['an escape', '{"content":"\\x41"}', 'Malformed JSON: a control character or an unknown escape', ['content']],
    ['half a character in the streamed string', '{"content":"\\ud83d"}', 'Lone surrogate in a string', ['content']],
    ['half a character elsewhere', '{"a":["x","\\ud83d"]}', 'Lone surrogate in a string', ['a', '1']],
    ['a number', '{"a":{"b":1e400}}', 'Number out of range', ['a', 'b']],
  ])('and says where: %s', (_, document, message, path) => {
    for (const chunks of [[Buffer.from(document)], byteByByte(Buffer.from(document))]) {
      expect(() => scan(chunks)).toThrow(
        expect.objectContaining({ options: expect.objectContaining({ details: [{ path, message: expect.stringContaining(message) }] }) }),
      );
    }
  });

  it('without repeating anything of the document', () => {
    for (const text of [
      '{"a":canary}',
      '{"canary":1,"canary":2}',
      '{"content":"canary\\x"}',
      '{"content":"canary\\ud83d"}',
      '{"a":"canary\u0001"}',
    ]) {
      try {
        scanText(text);
        expect.unreachable();
      } catch (error) {
        expect(`${(error as Error).stack} ${String((error as Error).cause)}`).not.toContain('canary');
      }
    }
  });

  it('and no prototype has changed', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    for (const name of ['__proto__', 'constructor', '\\u005f\\u005fproto__']) {
      expect(() => scanText(`{"${name}":{"isAdmin":true,"toString":1,"prototype":{"isAdmin":true}}}`)).toThrow(ValidationError);
      expect(() => scanText(`{"a":{"${name}":{"isAdmin":true}}}`)).toThrow(ValidationError);
    }
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(String({})).toBe('[object Object]');
  });
});

describe('accepted', () => {
  it.each([
    ['the same name in different objects', '{"a":{"b":1},"c":{"b":1},"b":[{"b":1},{"b":1}]}'],
    ['a forbidden name as a value', '{"a":"__proto__","b":["constructor"],"c":"prototype"}'],
    ['names that only resemble forbidden ones', '{"__proto":1,"Constructor":2,"proto__":3}'],
    ['a value that is not an object', '[1,"content","x"]'],
    ['the largest number', '{"a":1.7976931348623157e308}'],
  ])('%s', (_, text) => {
    expect(scanText(text)).toEqual({ text: '', value: JSON.parse(text) });
  });

  it('streams the one top-level field, not another of its name', () => {
    expect(scanText('{"a":{"content":"inner"},"content":"outer","b":[{"content":"inner"}]}')).toEqual({
      text: 'outer',
      value: { a: { content: 'inner' }, content: '', b: [{ content: 'inner' }] },
    });
    expect(scanText('{"content":{"content":"inner"}}')).toEqual({ text: '', value: { content: { content: 'inner' } } });
    expect(scanText('{"content":["content","x"]}')).toEqual({ text: '', value: { content: ['content', 'x'] } });
    expect(scanText('["content","x"]')).toEqual({ text: '', value: ['content', 'x'] });
    expect(scanText('{"\\u0063onten\\u0074":"x"}')).toEqual({ text: 'x', value: { content: '' } });
    expect(scan([Buffer.from('{"content":"x"}')], LIMITS, 'other')).toEqual({ text: '', value: { content: 'x' } });
  });

  it('streams nothing where no field is named', () => {
    const scanner = new JsonScanner(LIMITS);
    expect(scanner.push(Buffer.from('{"content":"x"}'))).toEqual([]);
    expect(scanner.end()).toEqual({ content: 'x' });
  });

  it('gives strings back that begin with a byte order mark', () => {
    expect(scanText('{"content":"\ufeffa","a":"\ufeff"}')).toEqual({ text: '\ufeffa', value: { content: '', a: '\ufeff' } });
  });
});
