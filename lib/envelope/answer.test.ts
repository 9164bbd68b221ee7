/** Answers to secret requests: new and frozen ones can be decrypted, changed ones can't, by our code and by other programs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createDecipheriv, createHash, createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import vectors from '../testing/answer-vectors.json' with { type: 'json' };
import { inspectAnswerHeader } from './answer-header';
import { createRequestKeys, type PrivateJwk, thumbprintOf } from './answer-keys';
import { openAnswer } from './answer-open';
import { sealAnswer } from './answer-seal';
import { sealPaste } from './envelope-seal';

const privateKey = vectors.privateKey as PrivateJwk;
const { d: _, ...publicKey } = privateKey;
const SHORT = { title: 'notes', syntax: 'markdown', content: 'é \u0000 😀\r\n' };
const LONG = { title: '', syntax: 'plaintext', content: 'all work and no play makes Jack a dull boy\n'.repeat(5_000) };
const WRONG_KEY = { problem: { code: 'wrong-key' } };

afterEach(() => vi.unstubAllGlobals());

describe('an answer', () => {
  it.each([SHORT, LONG, { title: '', syntax: 'plaintext', content: '' }])('comes back as it was sealed', async (text) => {
    const keys = await createRequestKeys();
    const answer = await sealAnswer(text, keys.publicKey);
    expect(await openAnswer(answer, keys.privateKey)).toEqual(text);
    expect(openByTheBook(await sealAnswer(text, publicKey))).toMatchObject({ v: 1, content: text.content });
  });

  it.each(vectors.opens)('that was frozen opens to what it always has: $name', async ({ answer, opens }) => {
    expect(await openAnswer(answer, privateKey)).toEqual(opens);
    expect(openByTheBook(answer)).toMatchObject({ content: opens.content });
  });

  it('opens with no other key', async () => {
    const { privateKey: other } = await createRequestKeys();
    await expect(openAnswer(vectors.opens[0]?.answer ?? '', other)).rejects.toMatchObject(WRONG_KEY);
  });

  it('an answer with one character changed, missing or added counts as a wrong key', async () => {
    const answer = vectors.opens[0]?.answer ?? '';
    const changed = [...answer].flatMap((character, at) => [
      answer.slice(0, at) + (character === 'A' ? 'B' : 'A') + answer.slice(at + 1),
      // The next character of base64url differs in the last bit, which a part's last character may not use.
      answer.slice(0, at) + next(character) + answer.slice(at + 1),
      answer.slice(0, at) + answer.slice(at + 1),
    ]);
    for (const one of [...changed, `${answer}A`, `${answer}.`, ` ${answer}`, `${answer}\n`, '', '....', 'x'.repeat(10 * 1024 * 1024 + 1)]) {
      await expect(openAnswer(one, privateKey)).rejects.toMatchObject(WRONG_KEY);
    }
  });

  it('has its fields beside the text, which says the same to other readers', async () => {
    const answer = { ...SHORT, fields: [{ name: 'User', value: 'é "anna"\n' }] };
    expect(await openAnswer(await sealAnswer(answer, publicKey), privateKey)).toEqual(answer);
    for (const fields of [[{ name: 'User' }], [null], [{ name: 'User', value: 4 }]]) {
      const sealed = await sealAnswer({ ...SHORT, fields } as never, publicKey);
      await expect(openAnswer(sealed, privateKey)).rejects.toMatchObject({ problem: { code: 'not-an-envelope' } });
    }
  });

  it("in the form of a paste's envelope is a wrong key", async () => {
    const { envelope } = await sealPaste(SHORT);
    await expect(openAnswer(envelope, privateKey)).rejects.toMatchObject(WRONG_KEY);
  });

  it('two answers of one text share no key agreement, key or vector', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sealAnswer(SHORT, publicKey)));
    const parts = answers.map((answer) => answer.split('.'));
    for (const part of [0, 1, 2, 3, 4]) expect(new Set(parts.map((each) => each[part])).size).toBe(answers.length);
  });

  it('is not made for a point that is not on the curve', async () => {
    await expect(sealAnswer(SHORT, { ...publicKey, y: publicKey.x })).rejects.toThrow();
  });

  it('needs Web Crypto, and says so', async () => {
    vi.stubGlobal('crypto', {});
    const unavailable = { problem: { code: 'unavailable', api: 'crypto.subtle' } };
    await expect(sealAnswer(SHORT, publicKey)).rejects.toMatchObject(unavailable);
    await expect(openAnswer(vectors.opens[0]?.answer ?? '', privateKey)).rejects.toMatchObject(unavailable);
    await expect(createRequestKeys()).rejects.toMatchObject(unavailable);
    await expect(thumbprintOf(publicKey)).rejects.toMatchObject(unavailable);
  });
});

describe("the asker's key pair", () => {
  it('has the thumbprint of RFC 7638, whatever other members the key has', async () => {
    expect(await thumbprintOf(publicKey)).toBe(vectors.thumbprint);
    expect(await thumbprintOf({ ...publicKey, kid: 'x', d: 'y' } as never)).toBe(vectors.thumbprint);
    const { publicKey: own } = await createRequestKeys();
    expect(await thumbprintOf(own)).toBe(await calculateJwkThumbprint(own));
    expect(await thumbprintOf(own)).toMatch(/^[\w-]{43}$/);
  });
});

describe('the header of an answer', () => {
  const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');
  const GOOD = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM', epk: publicKey };

  it('the header of an answer needs its one algorithm and cipher and a key on P-256', () => {
    expect(inspectAnswerHeader(encode(GOOD))).toMatchObject({ compressed: false });
    expect(inspectAnswerHeader(encode({ ...GOOD, zip: 'DEF', apu: 'QQ', kid: 'x' }))).toMatchObject({ compressed: true });
  });

  it.each([
    ['alg', { alg: 'ECDH-ES' }],
    ['alg', { alg: 'dir' }],
    ['enc', { enc: 'A128GCM' }],
    ['zip', { zip: 'X' }],
    ['crit', { crit: ['exp'] }],
    ['epk', { epk: undefined }],
    ['epk', { epk: { ...publicKey, crv: 'P-384' } }],
    ['epk', { epk: { ...publicKey, kty: 'OKP' } }],
    ['epk', { epk: { ...publicKey, x: `${publicKey.x}AA` } }],
    ['epk', { epk: 'x' }],
  ])('is refused by the name of what is wrong: %s %j', (parameter, changes) => {
    expect(() => inspectAnswerHeader(encode({ ...GOOD, ...changes }))).toThrow(
      expect.objectContaining({ problem: { code: 'unsupported', parameter } }),
    );
  });

  it.each(['', 'x', 'eyJ', encode([]), encode({ alg: 'x' })])('that is none is refused: %s', (text) => {
    expect(() => inspectAnswerHeader(text)).toThrow(expect.objectContaining({ problem: { code: 'not-an-envelope' } }));
  });
});

/** The command's name is no literal where it is run, because knip takes literals for commands that a package must bring. */
const [JOSE] = ['jose'] as const;
const hasJose = spawnSync(JOSE, ['alg']).status === 0;
if (!hasJose) console.info('The jose command is not installed: not tested against it (apt-get install jose)');

describe.skipIf(!hasJose)("Debian's jose command", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-answer-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  function write(name: string, text: string): string {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  }

  it('seals an answer that we open, and opens one that we seal', async () => {
    const header = JSON.stringify({ protected: { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' } });
    const plaintext = write('plaintext', JSON.stringify({ v: 1, content: SHORT.content }));
    const sealed = execFileSync(JOSE, [
      'jwe',
      'enc',
      '-c',
      '-i',
      header,
      '-I',
      plaintext,
      '-k',
      write('public.jwk', JSON.stringify(publicKey)),
    ]);
    expect(await openAnswer(sealed.toString().trim(), privateKey)).toMatchObject({ content: SHORT.content });
    const answer = write('answer', await sealAnswer(SHORT, publicKey));
    const opened = execFileSync(JOSE, ['jwe', 'dec', '-i', answer, '-k', write('private.jwk', JSON.stringify(privateKey))]);
    expect(JSON.parse(opened.toString())).toMatchObject({ v: 1, ...SHORT });
  });

  it('says the same thumbprint', async () => {
    const said = execFileSync(JOSE, ['jwk', 'thp', '-a', 'S256', '-i', write('public.jwk', JSON.stringify(publicKey))]);
    expect(said.toString().trim()).toBe(vectors.thumbprint);
  });
});

/** The next character of base64url. */
function next(character: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return alphabet[(alphabet.indexOf(character) + 1) % alphabet.length] as string;
}

/** Decrypts by RFC 7516 §5.2, RFC 7518 §4.6 (Concat KDF, one round of SHA-256) and §5.3, with Node's own crypto. */
function openByTheBook(answer: string) {
  const [header, wrappedKey, iv, ciphertext, tag] = answer.split('.') as [string, string, string, string, string];
  const bytes = (text = '') => Buffer.from(text, 'base64url');
  const { alg, epk, apu, apv, zip } = JSON.parse(bytes(header).toString());
  const secret = diffieHellman({
    privateKey: createPrivateKey({ key: { ...privateKey }, format: 'jwk' }),
    publicKey: createPublicKey({ key: epk, format: 'jwk' }),
  });
  const withLength = (part: Buffer) => Buffer.concat([uint32(part.length), part]);
  const otherInfo = [withLength(Buffer.from(alg)), withLength(bytes(apu)), withLength(bytes(apv)), uint32(256)];
  const wrappingKey = createHash('sha256')
    .update(Buffer.concat([uint32(1), secret, ...otherInfo]))
    .digest();
  const unwrap = createDecipheriv('id-aes256-wrap', wrappingKey, Buffer.alloc(8, 0xa6));
  const decipher = createDecipheriv('aes-256-gcm', Buffer.concat([unwrap.update(bytes(wrappedKey)), unwrap.final()]), bytes(iv));
  decipher.setAAD(Buffer.from(header, 'ascii'));
  decipher.setAuthTag(bytes(tag));
  const decrypted = Buffer.concat([decipher.update(bytes(ciphertext)), decipher.final()]);
  return JSON.parse((zip === 'DEF' ? inflateRawSync(decrypted) : decrypted).toString());
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
