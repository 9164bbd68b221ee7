/** Runs the scripts of docs/recipes.md unchanged against the real server, with the client on the other side. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#lib/testing/free-port';
import vectors from '../../lib/testing/envelope-vectors.json' with { type: 'json' };
import { call, createPaste } from '../support/api';
import { type Client, newClient } from '../support/client';
import { withService } from '../support/service';

const document = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');

function recipe(name: string): string {
  const code = /```\w+\n([\s\S]*?)```/.exec(document.split(`<!-- recipe:${name} -->`)[1] ?? '')?.[1];
  if (!code) throw new Error(`docs/recipes.md has no recipe ${name}`);
  return code;
}

const TEXT = 'é "quoted" 😀\tlast line without end';
const PASSWORD = 'Zoë, 한글';

/** A constant, because knip takes a literal in a command for a program that a package must bring. */
const COMMANDS = ['jose', 'jq', 'curl', 'openssl'];
const hasCommands = COMMANDS.every((command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0);
/** Debian's Python has Debian's packages; another Python that is first in the path may lack them. */
const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import cryptography']).status === 0);
if (!hasCommands || !python) console.info('jose, jq, curl, openssl or python3-cryptography is not installed: not all recipes are tested');

const service = withService({
  async variables() {
    const port = await freePort();
    return { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` };
  },
});
let client: Client;
let folder: string;

beforeAll(() => {
  client = newClient(service.url);
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-recipes-'));
});
afterAll(() => {
  client?.remove();
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, args: string[], input: string, env: Record<string, string> = {}): string {
  const all = { NODE_ENV: 'test' as const, PATH: process.env.PATH, LC_ALL: 'C.UTF-8', URL: service.url, ...env };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, encoding: 'utf8', env: all });
  if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`);
  return stdout;
}
const shell = (name: string, input: string, env: Record<string, string> = {}) => run('bash', ['-c', recipe(name)], input, env);
const byPython = (what: string, input: string, env?: Record<string, string>) =>
  run(python ?? '', ['-c', recipe('python'), what], input, env);
const byClient = async (args: string[], input: string, env: Record<string, string> = {}) =>
  (await client.run(args, { input, env })).stdout.toString();

it.runIf(process.env.CI === 'true')('what the recipes need is installed', () => {
  expect({ hasCommands, python }).toEqual({ hasCommands: true, python: expect.any(String) });
});

type Vector = (typeof vectors.opens)[number];
/** The contents of a vector's files. */
const filesOf = ({ opens }: Vector) =>
  (opens.files ?? []).map((file) => ('data' in file ? Buffer.from(file.data ?? '', 'base64url') : Buffer.from(file.content ?? '')));

describe.skipIf(!hasCommands)('in a shell', () => {
  it('a text is pasted and read, also by and for the client', async () => {
    const link = shell('paste', TEXT);
    expect(shell('read', link)).toBe(TEXT);
    expect(await byClient(['get', '-'], link)).toBe(TEXT);
    // Long enough to be compressed.
    const long = `${TEXT}\n`.repeat(500);
    expect(shell('read', await byClient([], long))).toBe(long);
  });

  it('the shell and the client paste and read each other’s files', async () => {
    const contents = [randomBytes(100_000), Buffer.from('größe\r\n'), Buffer.alloc(0)];
    const names = ['a.bin', 'b c.txt', 'empty'];
    for (const [index, name] of names.entries()) {
      for (const place of [folder, client.folder]) writeFileSync(join(place, name), contents[index] as Buffer);
    }
    const link = run('bash', ['-c', recipe('files-paste'), 'bash', ...names], '').trim();
    mkdirSync(join(client.folder, 'got'));
    await byClient(['get', '-', '-o', 'got'], link);
    expect(names.map((name) => readFileSync(join(client.folder, 'got', name)))).toEqual(contents);
    const ours = await byClient(names, '');
    expect(shell('files-read', ours)).toBe('1  "a.bin"\n2  "b c.txt"\n3  "empty"\n');
    expect(names.map((_, index) => readFileSync(join(folder, 'files', String(index + 1))))).toEqual(contents);
  });

  it.each(vectors.opens.filter(({ opens, passwords }) => opens.files && !passwords))(
    'the frozen envelope is read: $name',
    async (vector) => {
      const { publicId } = await createPaste(service.url, { content: vector.envelope, isE2ee: true });
      rmSync(join(folder, 'files'), { recursive: true, force: true });
      shell('files-read', `${service.url}/view/${publicId}#${vector.key}\n`);
      const numbered = filesOf(vector).map((_, index) => readFileSync(join(folder, 'files', String(index + 1))));
      expect(numbered).toEqual(filesOf(vector));
    },
  );

  it('a text for one reader is pasted and read once, also by and for the client', async () => {
    const link = shell('burn-paste', TEXT);
    expect(shell('burn-read', link)).toBe('');
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe(TEXT);
    expect(() => shell('burn-read', link)).toThrow(/404/);
    expect(await byClient(['get', '-'], shell('burn-paste', TEXT))).toBe(TEXT);
    shell('burn-read', await byClient(['--burn'], 'from the client'));
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('from the client');
  });

  it('a secret is asked for, answered and fetched, also by and for the client', async () => {
    const link = shell('request', '').trim();
    shell('answer', TEXT, { LINK: link });
    shell('receive', '');
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe(TEXT);
    expect(() => shell('receive', '')).toThrow(/exit code/);
    // Long enough to be compressed.
    const long = `${TEXT}\n`.repeat(500);
    await byClient(['answer', shell('request', '').trim()], long);
    shell('receive', '');
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe(long);
    shell('answer', TEXT, { LINK: (await byClient(['request'], '')).trim() });
    expect(await byClient(['request', '--resume'], '')).toBe(TEXT);
  });

  it('a secret is not sent to a server that shows another key', () => {
    const link = shell('request', '').trim();
    const other = shell('request', '').trim();
    expect(() => shell('answer', TEXT, { LINK: `${link.split('#')[0]}#${other.split('#')[1]}` })).toThrow(/another key/);
  });

  it('a wrong key reads nothing and burns nothing', async () => {
    const link = shell('burn-paste', TEXT);
    const other = shell('burn-paste', 'another');
    expect(() => shell('burn-read', `${link.split('#')[0]}#${other.split('#')[1]}`)).toThrow(/403/);
    expect((await call(link.split('#')[0]?.replace('/view/', '/api/v1/pastes/') ?? '')).status).toBe(403);
  });
});

describe.skipIf(python === undefined)('in Python', () => {
  it.each([
    ['without a password', {}, {}],
    ['with a password', { PASSWORD }, { SEALPASTE_PASSWORD: PASSWORD }],
  ])('a text is pasted and read, also by and for the client: %s', async (_, ours, theirs) => {
    const link = byPython('put', TEXT, ours);
    expect(byPython('get', link, ours)).toBe(TEXT);
    expect(await byClient(['get', '-'], link, theirs)).toBe(TEXT);
    expect(byPython('get', await byClient([], TEXT, theirs), ours)).toBe(TEXT);
  });
});
