/**
 * Cases that must hold for envelopes in every runtime: plain functions, named by their guarantees, without a test runner.
 * Vitest runs them in Node (`envelope.test.ts`); a page or a worker can run them, too.
 */
import { inspectEnvelope } from '../envelope/envelope';
import { EnvelopeError } from '../envelope/envelope.errors';
import { MAX_ENVELOPE_CHARACTERS, MAX_PLAINTEXT_BYTES } from '../envelope/envelope.rules';
import type { SealedText } from '../envelope/envelope-document';
import { encodeDocument, type TextToSeal } from '../envelope/envelope-encode';
import type { SealedFile } from '../envelope/envelope-files';
import { parseKey } from '../envelope/envelope-key';
import { openPaste } from '../envelope/envelope-open';
import { sealPaste } from '../envelope/envelope-seal';
import { assert, assertEqual, assertProblem, problemOf } from './envelope-assert';
import { type CorpusEntry, corpusEntry, randomFrom, randomText } from './envelope-corpus';
import { deflate, FORGED_KEY, forge, PLAIN_HEADER } from './envelope-forge';
import vectors from './envelope-vectors.json' with { type: 'json' };
import { countInflatedBytes, operationsOf, withCheapDerivations } from './web-crypto';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SEED = 20261120;
/** Texts of the corpus, enough for every kind of text and every small length; tests for repetition make SEALS envelopes. */
const CORPUS_SIZE = 200;
const SEALS = 1000;
const REFUSALS = ['wrong-key', 'not-an-envelope', 'unsupported', 'too-large'];
const COMPRESSED_HEADER = { ...PLAIN_HEADER, zip: 'DEF' };
const MB = 1_000_000;
/** Every tenth of the envelopes that are only compared has a password. */
const PASSWORD_EVERY = 10;
const MIB = 1024 * 1024;
/** Bytes of a decompression bomb above the limit: far more than a stream returns at once. */
const BEYOND_BYTES = 8 * MIB;

interface SealedEntry {
  envelope: string;
  key: string;
}

/** Encrypts a seed's corpus. `checkCorpus` can check the result in another runtime. */
export async function sealCorpus(seed: number, count: number): Promise<SealedEntry[]> {
  return inBatches(count, (index) => {
    const { text, password } = corpusEntry(seed, index);
    return sealPaste(text, { password });
  });
}

export async function checkCorpus(seed: number, sealed: readonly SealedEntry[]): Promise<void> {
  await inBatches(sealed.length, async (index) => {
    const { envelope, key } = sealed[index] as SealedEntry;
    await assertOpensTo(corpusEntry(seed, index), envelope, key, `text ${index} of seed ${seed}`);
  });
}

export const cases: Record<string, () => Promise<void>> = {
  'every frozen envelope opens to what it always has': async () => {
    for (const { name, envelope, key, passwords, header, opens } of vectors.opens) {
      for (const password of passwords ?? [undefined]) assertEqual(asJson(await openPaste(envelope, key, password)), opens, name);
      assertEqual(inspectEnvelope(envelope).kind, passwords ? 'password' : 'key', name);
      assertEqual(inspectEnvelope(envelope).compressed, 'zip' in header, name);
    }
  },

  'what was refused once is refused for ever, for the same reason': async () => {
    for (const { name, envelope, key, password, problem } of vectors.rejects) {
      await assertProblem(() => openPaste(envelope, key, password), problem as never, name);
    }
  },

  'unknown versions, algorithms and costs are refused at once': async () => {
    for (const { name, envelope, key, password, problem } of vectors.rejects) {
      // The version is inside the envelope, so it is known only after decryption.
      if (problem.code !== 'unsupported' || problem.parameter === 'v') continue;
      const begun = await operationsOf(() => problemOf(() => openPaste(envelope, key, password), name));
      assertEqual(begun, [], `${name}: work begun before it is refused`);
    }
    const [{ envelope, key, passwords } = { envelope: '', key: '' }] = vectors.opens.filter(({ header }) => 'p2c' in header);
    const begun = await operationsOf(() => openPaste(envelope, key, passwords?.[0]));
    for (const operation of ['deriveBits', 'decrypt']) assert(begun.includes(operation), `what opens takes ${operation}`);
  },

  'random texts of every kind and small length come back identical': () =>
    withCheapDerivations(async (asked) => {
      await checkCorpus(SEED, await sealCorpus(SEED, CORPUS_SIZE));
      assert(asked.length >= 8, 'the corpus has texts with a password');
    }),

  'of a thousand envelopes no key or vector repeats, and Math.random is never asked': () =>
    withCheapDerivations((asked) =>
      withoutMathRandom(async () => {
        const sealed = await inBatches(SEALS, (index) =>
          sealPaste({ content: 'same' }, { password: index % PASSWORD_EVERY === 0 ? 'password' : undefined }),
        );
        for (const { envelope, key } of sealed.slice(0, 2)) await openPaste(envelope, key, 'password');
        const vectorsUsed = new Set(sealed.map(({ envelope }) => envelope.split('.')[2]));
        const keysUsed = new Set(sealed.map(({ key }) => key));
        const wrappedKeys = sealed.map(({ envelope }) => envelope.split('.')[1]).filter((wrapped) => wrapped !== '');
        assertEqual([vectorsUsed.size, keysUsed.size], [SEALS, SEALS], 'distinct initialization vectors and keys');
        assertEqual(wrappedKeys.length, SEALS / PASSWORD_EVERY, 'envelopes with a password');
        assertEqual(new Set(wrappedKeys).size, wrappedKeys.length, 'distinct wrapped keys');
        // The last derivation decrypted the first envelope, with the same salt.
        const salts = asked.slice(0, -1).map(({ salt }) => toBase64url(salt));
        assertEqual(new Set(salts).size, SEALS / PASSWORD_EVERY, 'distinct salts');
      }),
    ),

  // Engines limit the parameters of one call, and text may be made from bytes by such a call: these texts are longer.
  'two hundred kilobytes of each kind of text come back identical': async () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const text = { title: '', syntax: 'plaintext', content: randomText(randomFrom(seed), MB / 5) };
      const { envelope, key } = await sealPaste(text);
      await assertOpensTo({ text, password: undefined }, envelope, key, `text ${seed}`);
    }
  },

  // A case below does the same with files and without a password.
  'seven and a half megabytes come back identical, with a password': () =>
    withCheapDerivations(async () => {
      const [text, password] = [{ title: 'large', syntax: 'plaintext', content: hardlyCompressibleText(7.5 * MB) }, 'password'];
      const { envelope, key } = await sealPaste(text, { password });
      await assertOpensTo({ text, password }, envelope, key, '7.5 MB');
    }),

  'an envelope of 10 MiB opens, one character more is too large': async () => {
    const envelope = await envelopeOf(MAX_ENVELOPE_CHARACTERS);
    const { content } = await openPaste(envelope, FORGED_KEY);
    assert(/^x+$/.test(content), 'opens');
    await assertProblem(() => openPaste(`${envelope}A`, FORGED_KEY), { code: 'too-large', part: 'envelope' }, 'one more');
  },

  'a text whose envelope would be too large is refused, one that compresses is not': async () => {
    const large = hardlyCompressibleText(10 * MB);
    await assertProblem(() => sealPaste({ content: large }), { code: 'too-large', part: 'envelope' }, '10 MB that hardly compress');
    const { envelope, key } = await sealPaste({ content: 'x'.repeat(11 * MIB) });
    assertEqual((await openPaste(envelope, key)).content.length, 11 * MIB, '11 MiB that compress');
  },

  'a plaintext of 64 MiB opens, one byte more is too large, compressed or before sealing': async () => {
    const room = MAX_PLAINTEXT_BYTES - '{"v":1,"content":""}'.length;
    // JSON makes each of these more than 10 MiB of NUL bytes six times longer.
    const longest = '\u0000'.repeat(Math.floor(room / 6)) + 'x'.repeat(room % 6);
    assert(longest.length > 10 * MIB, 'whatever can be pasted unencrypted can be sealed as well');
    const { envelope, key } = await sealPaste({ content: longest });
    assert((await openPaste(envelope, key)).content === longest, 'opens');
    const tooLarge = { code: 'too-large', part: 'plaintext' } as const;
    await assertProblem(() => sealPaste({ content: `${longest}x` }), tooLarge, 'sealing one more');
    await assertProblem(() => sealPaste({ content: 'x'.repeat(MAX_PLAINTEXT_BYTES + 1) }), tooLarge, 'sealing far more');
    const bytes = new TextEncoder().encode(`{"v":1,"content":"${'x'.repeat(room + 1)}"}`);
    const bomb = await forge({ header: COMPRESSED_HEADER, plaintext: await deflate(bytes) });
    await assertProblem(() => openPaste(bomb, FORGED_KEY), tooLarge, 'opening one more');
  },

  'a header over 2048 characters is refused, one of 2048 is read': async () => {
    const padded = (characters: number) => ({
      ...PLAIN_HEADER,
      kid: 'x'.repeat((characters * 3) / 4 - '{"alg":"dir","enc":"A256GCM","kid":""}'.length),
    });
    const plaintext = '{"v":1,"content":"x"}';
    assertEqual((await openPaste(await forge({ header: padded(2048), plaintext }), FORGED_KEY)).content, 'x', '2048');
    const longer = await forge({ header: padded(2052), plaintext });
    await assertProblem(() => openPaste(longer, FORGED_KEY), { code: 'too-large', part: 'header' }, '2052');
  },

  'compression never makes an envelope longer': async () => {
    let compressed = 0;
    await inBatches(400, async (index) => {
      const { text } = corpusEntry(SEED + 1, index);
      const { envelope } = await sealPaste(text);
      const plaintext = new TextEncoder().encode(plaintextOf(text));
      const plain = await forge({ plaintext: new Uint8Array(padded(plaintext.length + PAD_SHELL)) });
      assert(envelope.length <= plain.length, `text ${index}: ${envelope.length} characters, ${plain.length} uncompressed`);
      if (inspectEnvelope(envelope).compressed) compressed += 1;
      else assertEqual(envelope.length, plain.length, `length of text ${index}`);
    });
    assert(compressed > 50 && compressed < 380, `some are compressed, not all (${compressed} of 400)`);
  },

  'two passwords of different lengths make envelopes of one length': async () => {
    const lengths = await Promise.all(
      ['', 'x'.repeat(12), 'x'.repeat(20), 'x'.repeat(200)].map(async (content) => (await sealPaste({ content })).envelope.length),
    );
    assertEqual(new Set(lengths).size, 1, 'lengths of what is short');
  },

  // The lengths are all those around the first steps, then some of each magnitude.
  'what is encrypted has a length of Padmé, and at most a sixteenth more than it needs': async () => {
    const random = randomFrom(SEED);
    const bytes = [...Array.from({ length: 400 }, (_, index) => index + 200), 4_000, 65_000, 66_000, 200_000, MB];
    await inBatches(bytes.length, async (index) => {
      const length = bytes[index] as number;
      const digits = Array.from({ length }, () => String.fromCharCode(0x20 + random() * 95)).join('');
      for (const content of [digits, 'x'.repeat(length), `${digits.slice(0, length / 2)}${'all work and no play '.repeat(length / 20)}`]) {
        const { envelope, key } = await sealPaste({ content });
        const sealed = sealedBytes(envelope);
        assertEqual(sealed, padded(sealed), `length of ${length} characters`);
        const needed = inspectEnvelope(envelope).compressed
          ? await deflatedBytes(content)
          : plaintextOf({ content, title: '', syntax: '' }).length;
        assert(sealed <= Math.max(256, (needed + 30) * 1.0625), `${sealed} for ${needed}`);
        assert((await openPaste(envelope, key)).content === content, 'opens');
      }
    });
  },

  'at the limits there is as much padding as they leave': async () => {
    // The next length of Padmé would be too large for an envelope.
    const { envelope, key } = await sealPaste({ content: hardlyCompressibleText(9.2 * MB) });
    assert(envelope.length <= MAX_ENVELOPE_CHARACTERS, 'in the limit');
    assert(sealedBytes(envelope) !== padded(sealedBytes(envelope)), 'not padded to a length of Padmé');
    assertEqual((await openPaste(envelope, key)).content.length, 9.2 * MB, 'opens');
  },

  'any changed character of an envelope makes it fail, never open': async () => {
    const [plain, compressed] = [
      await sealPaste({ content: 'attack at dawn', title: 't' }),
      await sealPaste({ content: 'attack at dawn. '.repeat(20) }),
    ];
    assert(inspectEnvelope(compressed.envelope).compressed, 'one of them is compressed');
    for (const { envelope, key } of [plain, compressed]) {
      const changes = [...envelope].flatMap((original, at) => {
        // The last characters of a part have bits that mean nothing, so that another character may mean the same.
        const isLast = at === envelope.length - 1 || envelope[at + 1] === '.';
        return [...`${isLast ? BASE64URL : nextCharacter(original)}.=+/ \n\u0000é`]
          .filter((character) => character !== original)
          .map((character) => replaceAt(envelope, at, character));
      });
      await inBatches(changes.length, (index) => assertRefused(changes[index] as string, key));
    }
  },

  'any lost or added character of an envelope makes it fail, never open': async () => {
    const { envelope, key } = await sealPaste({ content: 'attack at dawn', title: 't' });
    for (let at = 0; at <= envelope.length; at += 1) {
      if (at < envelope.length) await assertRefused(envelope.slice(0, at) + envelope.slice(at + 1), key);
      for (const character of 'A.=\n') await assertRefused(envelope.slice(0, at) + character + envelope.slice(at), key);
    }
  },

  'any flipped bit of vector, ciphertext or tag is the one generic error': async () => {
    const sealed = await sealPaste({ content: 'attack at dawn', title: 't' });
    const changes = [2, 3, 4].flatMap((part) => flipsOf(sealed.envelope, part, [1, 2, 4, 8, 16, 32, 64, 128]));
    await inBatches(changes.length, (index) =>
      assertProblem(() => openPaste(changes[index] as string, sealed.key), { code: 'wrong-key' }, `flip ${index}`),
    );
  },

  'any changed byte of an envelope with a password makes it fail, in cost and salt as well': () =>
    withCheapDerivations(async () => {
      const password = 'correct horse';
      const { envelope, key } = await sealPaste({ content: 'attack at dawn' }, { password });
      const headerCharacters = envelope.indexOf('.');
      const inHeader = Array.from({ length: headerCharacters }, (_, at) => replaceAt(envelope, at, nextCharacter(envelope[at] as string)));
      await inBatches(inHeader.length, (index) => assertRefused(inHeader[index] as string, key, password));
      const elsewhere = [1, 2, 3, 4].flatMap((part) => flipsOf(envelope, part, [1]));
      await inBatches(elsewhere.length, (index) =>
        assertProblem(() => openPaste(elsewhere[index] as string, key, password), { code: 'wrong-key' }, `flip ${index}`),
      );
    }),

  'parts of two envelopes under the same key are not interchangeable': async () => {
    const [first, second] = (await Promise.all(
      ['{"v":1,"content":"one"}', '{"v":1,"content":"two"}'].map((plaintext) => forge({ plaintext })),
    )) as [string, string];
    for (const part of [2, 3, 4]) {
      const mixed = replacePart(first, part, second.split('.')[part] as string);
      await assertProblem(() => openPaste(mixed, FORGED_KEY), { code: 'wrong-key' }, `part ${part}`);
    }
  },

  'any other key fails, and a malformed one is called so': async () => {
    const { envelope, key } = await sealPaste({ content: 'attack at dawn' });
    for (let at = 0; at < key.length; at += 1) {
      for (const character of BASE64URL) {
        if (character === key[at]) continue;
        const { code } = await problemOf(() => openPaste(envelope, replaceAt(key, at, character)), `key changed at ${at}`);
        const unusedBits = at === key.length - 1 && BASE64URL.indexOf(character) % 4 !== 0;
        assertEqual(code, unusedBits ? 'invalid-key' : 'wrong-key', `key changed at ${at} to ${character}`);
      }
    }
    for (const text of [
      '',
      '#',
      key.slice(1),
      `${key}A`,
      `${key}=`,
      ` ${key.slice(1)}`,
      `${key}\n`,
      replaceAt(key, 5, '+'),
      replaceAt(key, 5, 'é'),
    ]) {
      await assertProblem(() => openPaste(envelope, text), { code: 'invalid-key' }, 'malformed key');
      await assertProblem(() => parseKey(text), { code: 'invalid-key' }, 'malformed key');
    }
    assertEqual(parseKey(key).length, 32, 'bytes of a key');
  },

  'link and password are both needed': () =>
    withCheapDerivations(async () => {
      const password = 'correct horse';
      const { envelope, key } = await sealPaste({ content: 'attack at dawn' }, { password });
      const other = await sealPaste({ content: 'other' }, { password });
      await assertProblem(() => openPaste(envelope, key), { code: 'password-needed' }, 'link alone');
      await assertProblem(() => openPaste(envelope, key, ''), { code: 'password-needed' }, 'empty password');
      await assertProblem(() => openPaste(envelope, other.key, password), { code: 'wrong-key' }, 'password alone');
      await assertProblem(() => openPaste(envelope, '', password), { code: 'invalid-key' }, 'password without link');
    }),

  'after wrong passwords the right one opens the same envelope': () =>
    withCheapDerivations(async () => {
      const { envelope, key } = await sealPaste({ content: 'attack at dawn' }, { password: 'right' });
      for (const wrong of ['wrong', 'Right', 'right ', ' right', 'right\u0000x', 'r'.repeat(10_000)]) {
        await assertProblem(() => openPaste(envelope, key, wrong), { code: 'wrong-key' }, 'wrong password');
      }
      assertEqual((await openPaste(envelope, key, 'right')).content, 'attack at dawn', 'right password');
      assertEqual((await openPaste(envelope, key, 'right')).content, 'attack at dawn', 'right password again');
    }),

  'a password opens however its letters were composed': () =>
    withCheapDerivations(async () => {
      const spellings = [
        'Zo\u00eb \u00c5 \u1e69 \ud55c',
        'Zoe\u0308 A\u030a s\u0323\u0307 \u1112\u1161\u11ab',
        'Zoe\u0308 \u212b s\u0307\u0323 \ud55c',
      ];
      for (const sealedWith of spellings) {
        const { envelope, key } = await sealPaste({ content: 'x' }, { password: sealedWith });
        for (const typed of spellings) assertEqual((await openPaste(envelope, key, typed)).content, 'x', 'another composition');
        // Canonically equivalent spellings are equal; letters that merely look alike stay different.
        await assertProblem(
          () => openPaste(envelope, key, spellings[0]?.replace('Z', '\uff3a')),
          { code: 'wrong-key' },
          'full-width letter',
        );
      }
    }),

  'a password for an envelope without one is ignored': async () => {
    const { envelope, key } = await sealPaste({ content: 'x' });
    assertEqual((await openPaste(envelope, key, 'superfluous')).content, 'x', 'opens');
  },

  'what is not well-formed text is refused before sealing, naming the field': async () => {
    for (const lone of ['\ud800', 'a\udc00', '\ud83d \ude00', '\udc00\ud800', `${'x'.repeat(100_000)}\ud800`]) {
      await assertProblem(() => sealPaste({ content: lone }), { code: 'invalid-text', field: 'content' }, 'content');
      await assertProblem(() => sealPaste({ content: 'x', title: lone.slice(-100) }), { code: 'invalid-text', field: 'title' }, 'title');
      await assertProblem(() => sealPaste({ content: 'x', syntax: lone.slice(-10) }), { code: 'invalid-text', field: 'syntax' }, 'syntax');
      await assertProblem(() => sealPaste({ content: 'x' }, { password: lone }), { code: 'invalid-text', field: 'password' }, 'password');
    }
    await assertProblem(() => sealPaste({ content: 'x' }, { password: '' }), { code: 'invalid-text', field: 'password' }, 'empty password');
  },

  'titles have up to 255 code points, syntaxes up to 64 without control characters': async () => {
    const text = { content: 'x', title: '😀'.repeat(255), syntax: '漢'.repeat(64) };
    const { envelope, key } = await sealPaste(text);
    await assertOpensTo({ text, password: undefined }, envelope, key, 'longest');
    await assertProblem(() => sealPaste({ content: 'x', title: 'x'.repeat(256) }), { code: 'invalid-text', field: 'title' }, '256');
    await assertProblem(() => sealPaste({ content: 'x', syntax: 'x'.repeat(65) }), { code: 'invalid-text', field: 'syntax' }, '65');
    await assertProblem(() => sealPaste({ content: 'x', syntax: 'a\u0000b' }), { code: 'invalid-text', field: 'syntax' }, 'control');
  },

  'files of every size come back identical, beside an empty text as well': async () => {
    const random = randomFrom(SEED);
    const binary = Array.from({ length: 10 }, (_, index) => ({
      name: `${index}.bin`,
      type: index % 2 === 0 ? 'application/octet-stream' : '',
      data: Uint8Array.from({ length: index < 4 ? index : Math.floor(random() * 20_000) }, () => random() * 256),
    }));
    const texts = Array.from({ length: 10 }, (_, index) => ({
      name: `${index}.txt`,
      syntax: 'plaintext',
      content: randomText(random, index * 1_000),
    }));
    for (const content of ['', 'beside them']) {
      const document = { title: 'files', syntax: 'plaintext', content, files: [...binary, ...texts] };
      const { envelope, key } = await sealPaste(document);
      assertEqual(asJson(await openPaste(envelope, key)), asJson(document), 'the document');
    }
  },

  'seven and a half megabytes of files that do not compress fit into an envelope': async () => {
    const random = randomFrom(SEED);
    // The data repeats after more than the 32 KiB that DEFLATE looks back, so it hardly compresses.
    const period = Uint8Array.from({ length: MB / 10 }, () => random() * 256);
    const data = new Uint8Array(7.6 * MB);
    for (let at = 0; at < data.length; at += period.length) data.set(period, at);
    const { envelope, key } = await sealPaste({ content: '', files: [{ name: 'random.bin', type: '', data }] });
    const [file] = (await openPaste(envelope, key)).files ?? [];
    assert(file !== undefined && 'data' in file && file.data.every((byte, at) => byte === data[at]), 'identical');
  },

  'a file that no reader would take is refused before sealing, naming it': async () => {
    const fine = { name: 'fine', syntax: '', content: '' };
    const refused = (file: SealedFile) => () => sealPaste({ content: '', files: [fine, file] });
    const data = new Uint8Array(0);
    await assertProblem(refused({ ...fine, content: '\ud800' }), { code: 'invalid-file', index: 1, member: 'content' }, 'content');
    await assertProblem(refused({ ...fine, syntax: 'a\u0000' }), { code: 'invalid-file', index: 1, member: 'syntax' }, 'syntax');
    await assertProblem(refused({ name: 'x', type: 'é', data }), { code: 'invalid-file', index: 1, member: 'type' }, 'type');
    const files = Array.from({ length: 21 }, () => fine);
    await assertProblem(() => sealPaste({ content: '', files }), { code: 'too-large', part: 'files' }, '21 files');
    assertEqual((await openSealed({ content: '', files: files.slice(1) })).files?.length, 20, '20 files');
  },

  'names are cleaned and told apart by the writer already': async () => {
    const names = ['../../x', 'X', 'CON', 'a\u202eb'];
    const plaintext = encodeDocument({ content: '', files: names.map((name) => ({ name, syntax: '', content: '' })) });
    const { files } = JSON.parse(new TextDecoder().decode(plaintext));
    assertEqual(
      files.map(({ name }: { name: string }) => name),
      ['x', 'X (2)', '_CON', 'ab'],
      'names as they are encrypted',
    );
  },

  'the cost of a password is shown, and paid by sealing and opening': () =>
    withCheapDerivations(async (asked) => {
      const { envelope, key } = await sealPaste({ content: 'x' }, { password: 'p' });
      const info = inspectEnvelope(envelope);
      assertEqual(info.kind === 'password' && info.iterations, 210_000, 'inspection');
      assertEqual((await openPaste(envelope, key, 'p')).content, 'x', 'opens');
      const used = asked.map(({ iterations }) => iterations);
      assertEqual(used, [210_000, 210_000], 'iterations of sealing and opening');
    }),

  'a decompression bomb is stopped at the limit': () => assertDefused(new Uint8Array(MAX_PLAINTEXT_BYTES + BEYOND_BYTES)),

  'a decompression bomb of files is stopped at the limit': () => {
    const file = `{"name":"a.png","data":"${'A'.repeat((MAX_PLAINTEXT_BYTES + BEYOND_BYTES) / 2)}"}`;
    return assertDefused(new TextEncoder().encode(`{"v":1,"content":"small","files":[${file},${file}]}`));
  },

  // Quadratic time would never end with ten million characters, so this also shows that inspection takes linear time.
  'anything at all is inspected or refused, quickly and with a known error': async () => {
    const random = randomFrom(SEED);
    for (let index = 0; index < 3000; index += 1) {
      const text =
        index % 2 === 0
          ? randomText(random, random() * 300)
          : scramble(random, vectors.opens[index % vectors.opens.length]?.envelope ?? '');
      try {
        inspectEnvelope(text);
      } catch (error) {
        assert(error instanceof EnvelopeError, `${error} is an EnvelopeError`);
      }
    }
    const deepHeader = btoa('['.repeat(1536));
    for (const hostile of ['.'.repeat(10 * MIB), 'A'.repeat(10 * MIB), `A....${'A'.repeat(10 * MIB - 5)}`, `${deepHeader}....`]) {
      await assertProblem(() => inspectEnvelope(hostile), { code: 'not-an-envelope' }, 'hostile');
    }
  },

  'no error holds a key, a password or text': () =>
    withCheapDerivations(async () => {
      const [password, content] = ['hunter2-password', 'attack-at-dawn-content'];
      const { envelope, key } = await sealPaste({ content }, { password });
      const other = await sealPaste({ content });
      const failures: (() => Promise<unknown>)[] = [
        () => openPaste(envelope, other.key, password),
        () => openPaste(envelope, key, `${password}!`),
        () => openPaste(envelope, key),
        () => openPaste(envelope, `${key}${key}`, password),
        () => openPaste(content, key, password),
        () => sealPaste({ content: `${content}\ud800` }, { password }),
        () => sealPaste({ content }, { password: `${password}\ud800` }),
        async () => openPaste(await forge({ plaintext: `{"v":1,"content":"${content}"` }), FORGED_KEY),
        async () => openPaste(await forge({ header: COMPRESSED_HEADER, plaintext: content }), FORGED_KEY),
      ];
      for (const fail of failures) {
        const error: unknown = await fail().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        assert(error instanceof EnvelopeError, 'an EnvelopeError');
        assertEqual(error.cause, undefined, 'cause');
        const shown = `${error} ${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.problem)}`;
        for (const secret of [key, other.key, FORGED_KEY, password, content]) assert(!shown.includes(secret), 'no secret is shown');
        assertEqual(structuredClone(error.problem), error.problem, 'the problem crosses to another thread');
      }
    }),
};

/** A text in the vectors' form, with data in base64url. */
function asJson({ files, ...text }: SealedText): unknown {
  if (files === undefined) return text;
  return { ...text, files: files.map((file) => ('data' in file ? { ...file, data: toBase64url(file.data) } : file)) };
}

async function assertOpensTo({ text, password }: CorpusEntry, envelope: string, key: string, claim: string): Promise<void> {
  const opened = await openPaste(envelope, key, password);
  assert(opened.content === text.content, `${claim}: the content is identical`);
  assertEqual([opened.title, opened.syntax], [text.title, text.syntax], claim);
}

async function openSealed(text: TextToSeal): Promise<SealedText> {
  const { envelope, key } = await sealPaste(text);
  return openPaste(envelope, key);
}

async function assertRefused(envelope: string, key: string, password?: string): Promise<void> {
  const { code } = await problemOf(() => openPaste(envelope, key, password), `changed to ${JSON.stringify(envelope)}`);
  assert(REFUSALS.includes(code), `${code} is a refusal`);
}

/** @param plaintext the plaintext that a small envelope holds in compressed form */
async function assertDefused(plaintext: Uint8Array): Promise<void> {
  const bomb = await forge({ header: COMPRESSED_HEADER, plaintext: await deflate(plaintext) });
  assert(bomb.length < MIB, 'it is small');
  const inflatedBytes = await countInflatedBytes(() =>
    assertProblem(() => openPaste(bomb, FORGED_KEY), { code: 'too-large', part: 'plaintext' }, 'bomb'),
  );
  assert(inflatedBytes > MAX_PLAINTEXT_BYTES, 'it is inflated up to the limit');
  assert(inflatedBytes < MAX_PLAINTEXT_BYTES + MIB, `and no further (${inflatedBytes} bytes)`);
}

/** Runs work for 0 to count - 1, a few at a time, because deriving keys can use several cores. */
async function inBatches<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const BATCH = 16;
  const results: Result[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const indices = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => from + offset);
    results.push(...(await Promise.all(indices.map(work))));
  }
  return results;
}

async function withoutMathRandom<Result>(work: () => Promise<Result>): Promise<Result> {
  const original = Math.random;
  Math.random = () => {
    throw new Error('Math.random is nothing for secrets');
  };
  try {
    return await work();
  } finally {
    Math.random = original;
  }
}

/**
 * Random printable ASCII: compression saves less than a fifth, and base64 adds more than that. The text repeats after more
 * than the 32 KiB that DEFLATE looks back.
 */
function hardlyCompressibleText(bytes: number): string {
  const random = randomFrom(7);
  const period = Array.from({ length: MB / 10 }, () => String.fromCharCode(0x20 + Math.floor(random() * 95))).join('');
  return period.repeat(Math.ceil(bytes / period.length)).slice(0, bytes);
}

/** A valid envelope under FORGED_KEY of exactly this many characters. */
async function envelopeOf(characters: number): Promise<string> {
  const shell = '{"v":1,"content":""}'.length;
  for (let padding = 0; ; padding += 1) {
    const header = { ...PLAIN_HEADER, kid: 'x'.repeat(padding) };
    const headerCharacters = Math.ceil((JSON.stringify(header).length * 4) / 3);
    const bytes = Math.floor(((characters - headerCharacters - '..'.length - 16 - '.'.length - '.'.length - 22) * 3) / 4);
    const envelope = await forge({ header, plaintext: `{"v":1,"content":"${'x'.repeat(bytes - shell)}"}` });
    if (envelope.length === characters) return envelope;
  }
}

function plaintextOf({ content, title, syntax }: CorpusEntry['text']): string {
  return JSON.stringify({ v: 1, ...(title && { title }), ...(syntax && { syntax }), content });
}

/** Characters of `"pad":"",`. */
const PAD_SHELL = 9;

/** Rounds up a length by Padmé (Nikitin et al., PURBs, 2019), to 256 bytes or more. */
function padded(bytes: number): number {
  const length = Math.max(256, bytes);
  const exponent = Math.floor(Math.log2(length));
  const step = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1);
  return Math.ceil(length / step) * step;
}

const sealedBytes = (envelope: string) => fromBase64url(envelope.split('.')[3] as string).length;

async function deflatedBytes(content: string): Promise<number> {
  return (await deflate(new TextEncoder().encode(plaintextOf({ content, title: '', syntax: '' })))).length;
}

/** One envelope for each byte of a part and each mask, with those bits of that byte flipped. */
function flipsOf(envelope: string, part: number, masks: readonly number[]): string[] {
  const encoded = envelope.split('.')[part] as string;
  const bytes = fromBase64url(encoded);
  return Array.from(bytes).flatMap((_, at) =>
    masks.map((mask) => {
      const changed = bytes.slice();
      changed[at] = (changed[at] as number) ^ mask;
      return replacePart(envelope, part, toBase64url(changed));
    }),
  );
}

function scramble(random: () => number, envelope: string): string {
  const at = Math.floor(random() * envelope.length);
  return replaceAt(envelope, at, BASE64URL[Math.floor(random() * 64)] as string);
}

function replacePart(envelope: string, part: number, replacement: string): string {
  return envelope
    .split('.')
    .map((original, index) => (index === part ? replacement : original))
    .join('.');
}

function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}

function nextCharacter(character: string): string {
  return BASE64URL[(BASE64URL.indexOf(character) + 1) % 64] as string;
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
