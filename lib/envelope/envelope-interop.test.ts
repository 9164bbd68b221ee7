/** Tests with other programs: one written from the RFCs on Node's own crypto, Debian's `jose` command, the documentation's examples. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { CompactEncrypt } from 'jose/jwe/compact/encrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vectors from '../testing/envelope-vectors.json' with { type: 'json' };
import { combineKeyAndPassword, parseKey } from './envelope-key';
import { openPaste } from './envelope-open';
import { sealPaste } from './envelope-seal';

const SHORT = { title: 'notes', syntax: 'markdown', content: 'é \u0000 😀\r\n' };
const LONG = { title: '', syntax: 'plaintext', content: 'all work and no play makes Jack a dull boy\n'.repeat(20_000) };
const PASSWORD = 'Zoë, 한글';

/** Decrypts by RFC 7516 §5.2 and RFC 7518 §4.8, step by step. */
function openByTheBook(envelope: string, key: string, password?: string) {
  const [header, wrappedKey, iv, ciphertext, tag] = envelope.split('.') as [string, string, string, string, string];
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const { alg, enc, zip, p2c, p2s } = JSON.parse(bytes(header).toString());
  expect(enc).toBe('A256GCM');
  const steps: Record<string, string> = {};
  let contentKey = bytes(key);
  if (alg === 'PBES2-HS512+A256KW') {
    const secret = Buffer.concat([bytes(key), Buffer.from((password ?? '').normalize('NFC'))]);
    const salt = Buffer.concat([Buffer.from(alg), Buffer.of(0), bytes(p2s)]);
    const wrappingKey = pbkdf2Sync(secret, salt, p2c, 32, 'sha512');
    const unwrap = createDecipheriv('id-aes256-wrap', wrappingKey, Buffer.alloc(8, 0xa6));
    contentKey = Buffer.concat([unwrap.update(bytes(wrappedKey)), unwrap.final()]);
    Object.assign(steps, { secret: secret.toString('hex'), salt: salt.toString('hex'), wrappingKey: wrappingKey.toString('hex') });
  }
  steps.contentEncryptionKey = contentKey.toString('hex');
  const decipher = createDecipheriv('aes-256-gcm', contentKey, bytes(iv));
  decipher.setAAD(Buffer.from(header, 'ascii'));
  decipher.setAuthTag(bytes(tag));
  const decrypted = Buffer.concat([decipher.update(bytes(ciphertext)), decipher.final()]);
  return { steps, plaintext: (zip === 'DEF' ? inflateRawSync(decrypted) : decrypted).toString() };
}

describe('a reader written from the RFCs', () => {
  it('takes the steps that the frozen envelopes document', () => {
    for (const { envelope, key, passwords, steps, plaintext } of vectors.opens) {
      expect(openByTheBook(envelope, key, passwords?.[0])).toEqual({ steps, plaintext });
    }
  });

  it.each([
    ['short', SHORT, undefined],
    ['long', LONG, undefined],
    ['short with a password', SHORT, PASSWORD],
    ['long with a password', LONG, PASSWORD],
  ])('opens what is sealed today: %s', async (_, text, password) => {
    const { envelope, key } = await sealPaste(text, { password });
    expect(JSON.parse(openByTheBook(envelope, key, password).plaintext)).toEqual({
      v: 1,
      pad: expect.stringMatching(/^ *$/),
      ...text,
      ...(text.title ? {} : { title: undefined }),
    });
  });
});

/** The commands' names are no literals where they are run, because knip takes literals for commands that a package must bring. */
const [JOSE, JQ] = ['jose', 'jq'] as const;
const isInstalled = (command: string, ...parameters: string[]) => spawnSync(command, parameters).status === 0;

const hasJose = isInstalled(JOSE, 'alg');
if (!hasJose) console.info('The jose command is not installed: not tested against it (apt-get install jose)');

describe.skipIf(!hasJose)("Debian's jose command", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-jose-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const keyFile = (key: Uint8Array) => write('key.jwk', JSON.stringify({ kty: 'oct', k: Buffer.from(key).toString('base64url') }));
  const jose = (...parameters: string[]) => execFileSync(JOSE, parameters, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const decrypt = (envelope: string, key: Uint8Array) => jose('jwe', 'dec', '-i', write('envelope', envelope), '-k', keyFile(key));
  const encrypt = (header: object, plaintext: string, key: Uint8Array) => {
    const template = JSON.stringify({ protected: header });
    return jose('jwe', 'enc', '-c', '-i', template, '-I', write('plaintext', plaintext), '-k', keyFile(key)).trim();
  };

  function write(name: string, text: string): string {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  }

  it.each([
    ['short', SHORT],
    ['long, compressed', LONG],
  ])('opens what we seal: %s', async (_, text) => {
    const { envelope, key } = await sealPaste(text);
    expect(JSON.parse(decrypt(envelope, parseKey(key)))).toMatchObject({ v: 1, content: text.content });
  });

  it.each([
    ['short', SHORT],
    ['long', LONG],
  ])('seals what we open: %s', async (_, text) => {
    const { key } = await sealPaste({ content: 'for a key' });
    const envelope = encrypt({ alg: 'dir', enc: 'A256GCM' }, JSON.stringify({ v: 1, ...text }), parseKey(key));
    expect(await openPaste(envelope, key)).toEqual(text);
  });

  // `jose` refuses more than 32,768 iterations (since CVE-2023-50967), so it can't decrypt our envelopes with a password;
  // the derivation itself is the same.
  it.each([
    ['plain', {}],
    ['compressed', { zip: 'DEF' }],
  ])('agrees on key and password, at the highest cost it takes: %s', async (_, compression) => {
    const secret = combineKeyAndPassword(parseKey(vectors.opens[0]?.key ?? ''), PASSWORD);
    const header = { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', ...compression };
    const plaintext = JSON.stringify({ v: 1, ...LONG });
    const weak = await new CompactEncrypt(Buffer.from(plaintext))
      .setProtectedHeader(header)
      .setKeyManagementParameters({ p2c: 32_768 })
      .encrypt(secret);
    expect(decrypt(weak, secret)).toBe(plaintext);
  });

  it('Debian’s jose writes our password envelopes but for the cost, which is refused', async () => {
    const { key } = await sealPaste({ content: 'for a key' });
    const weak = encrypt(
      { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 32_768 },
      '{"v":1,"content":"x"}',
      combineKeyAndPassword(parseKey(key), PASSWORD),
    );
    expect(JSON.parse(openByTheBook(weak, key, PASSWORD).plaintext)).toEqual({ v: 1, content: 'x' });
    await expect(openPaste(weak, key, PASSWORD)).rejects.toMatchObject({ problem: { code: 'unsupported', parameter: 'p2c' } });
  });
});

/** Older readers, written before pastes had files. */
describe('a reader that knows no files', () => {
  it('opens the text of an envelope that has some', async () => {
    const document = { ...SHORT, files: [{ name: 'a.bin', type: '', data: Uint8Array.of(1) }] };
    const { envelope, key } = await sealPaste(document);
    const { v, title, syntax, content } = JSON.parse(openByTheBook(envelope, key).plaintext);
    expect({ v, title, syntax, content }).toEqual({ v: 1, ...SHORT });
  });

  it('finds an empty text in one that has files alone', async () => {
    const { envelope, key } = await sealPaste({ content: '', files: [{ name: 'a.txt', syntax: '', content: 'in the file' }] });
    expect(JSON.parse(openByTheBook(envelope, key).plaintext)).toMatchObject({ v: 1, content: '' });
  });
});

/** The fenced examples of a page in docs/, by language. */
function examples(page: string, language: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code as string);
}

describe.skipIf(!hasJose || !isInstalled(JQ, '--version'))('the shell examples in the documentation', () => {
  const run = (script: string, environment: Record<string, string> = {}) =>
    execFileSync('bash', ['-euc', script], { encoding: 'utf8', env: { ...process.env, ...environment } }).trim();
  const [openExample = '', sealExample = ''] = examples('envelope.md', 'sh');

  it('open the envelope that is printed there', () => {
    expect(run(openExample)).toBe('{"v":1,"content":"hello world\\n"}');
  });

  it('seal what opens here', async () => {
    const [envelope = '', key = ''] = run(`${sealExample}\necho "$ENVELOPE"; echo "$KEY"`).split('\n');
    expect(await openPaste(envelope, key)).toEqual({ title: '', syntax: 'plaintext', content: 'hello world\n' });
  });
});

/** Debian's Python comes first, because one that stands earlier in the path may lack the package. */
const PYTHON = ['/usr/bin/python3', 'python3'].find((python) => isInstalled(python, '-c', 'import cryptography'));
if (PYTHON === undefined) console.info('cryptography is not installed for Python: the example of docs/recipes.md is not tested');

it.runIf(process.env.CI === 'true')('what the examples in the documentation need is installed', () => {
  expect({ hasJose, hasJq: isInstalled(JQ, '--version'), PYTHON }).toMatchObject({
    hasJose: true,
    hasJq: true,
    PYTHON: expect.any(String),
  });
});

describe.skipIf(PYTHON === undefined)('the Python example in the documentation', () => {
  const [example = ''] = examples('recipes.md', 'python');
  const python = (expression: string, input: unknown) => {
    // The example is imported as a module, so that it doesn't run its commands.
    const imported = `paste = {"__name__": "paste"}\nexec(${JSON.stringify(example)}, paste)\nglobals().update(paste)`;
    const script = `${imported}\ngiven = json.load(sys.stdin)\nprint(json.dumps(${expression}))`;
    return JSON.parse(execFileSync(String(PYTHON), ['-c', script], { input: JSON.stringify(input), encoding: 'utf8', maxBuffer: 2 ** 26 }));
  };

  it.each([
    ['short', SHORT, null],
    ['long', LONG, null],
    ['short with a password', SHORT, PASSWORD],
    ['long with a password', LONG, PASSWORD],
  ])('opens what we seal and seals what we open: %s', async (_, text, password) => {
    const sealed = await sealPaste(text, { password: password ?? undefined });
    const opened = python('open_paste(given["envelope"], given["key"], given["password"])', { ...sealed, password });
    expect(opened).toMatchObject({ v: 1, content: text.content });
    const [envelope, key] = python('seal_paste(password=given["password"], **given["text"])', { text, password });
    expect(await openPaste(envelope, key, password ?? undefined)).toEqual(text);
  });
});
