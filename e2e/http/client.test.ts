/** Tests the command-line client against the real server: what arrives, its messages, what is lost, and what it never sends. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPaste } from '../../lib/envelope/envelope-open';
import { call, createPaste, type PasteBody, readPaste } from '../support/api';
import { type Client, newClient, type Run, runtime } from '../support/client';
import { type Gate, startGate } from '../support/gate';
import { findIn } from '../support/needles';
import { startRecorder } from '../support/recorder';
import { createSealed } from '../support/sealed';
import { withService } from '../support/service';

const KEY = /^[\w-]{43}$/;
const READ_TOKEN_TRIES = 3;

const service = withService({
  variables: { RATE_LIMIT_READ_TOKEN: String(READ_TOKEN_TRIES), BURN_CLAIM_SECONDS: '600', BASE_URL: 'https://paste.example' },
});
let gate: Gate;
let client: Client;

beforeEach(async () => {
  gate = await startGate(service.url);
  client = newClient(gate.url);
});
afterEach(async () => {
  client.remove();
  await gate.close();
});

const anna = () => service.owner['X-Api-Key'];
const said = ({ code, stdout, stderr }: Run) => [code, stdout.toString(), stderr];
const paste = async (args: string[], input: string | Buffer = 'text', env: Record<string, string> = {}) => {
  const run = await client.run(args, { input, env });
  if (run.code !== 0) throw new Error(`exit code ${run.code}: ${run.stderr}`);
  return run.stdout.toString().trim();
};
const get = (link: string, options: Parameters<Client['run']>[1] = {}) => client.run(['get', '-'], { input: link, ...options });
const idOf = (link: string) => /\/view\/(\w{24})/.exec(link)?.[1] ?? '';
const acknowledgements = () => gate.passed().filter((name) => name.endsWith('/acknowledge')).length;

/** Two characters of each Unicode plane. */
const ALL_PLANES = [...Array(17).keys()].map((plane) => String.fromCodePoint(plane * 0x10000 + 0x41, plane * 0x10000 + 0xfffd)).join('');
const TEXTS: Record<string, string> = {
  'all planes': `\ufeff${ALL_PLANES}\u0000\u001b[31m"\\\r\n\u2028\ud7ff\ue000\u{10ffff}e\u0301`,
  '10 MB': 'all work and no play makes Jack a dull boy\n'
    .repeat(243_854)
    .padEnd(10 * 1024 * 1024, 'é'.repeat(1))
    .slice(0, 10_485_000),
};

describe('a text comes back byte for byte', () => {
  it.each([
    ['all planes', []],
    ['all planes', ['--burn']],
    ['all planes', ['--plain']],
    ['10 MB', []],
    ['10 MB', ['--plain', '--burn']],
  ])('%s %j', async (name, options) => {
    const text = Buffer.from(TEXTS[name] ?? '');
    const link = await paste(options, text);
    expect(link).toMatch(options.includes('--plain') ? /\/view\/\w{24}$/ : /\/view\/\w{24}#[\w-]{43}$/);
    const run = await get(link);
    expect([run.code, run.stderr, run.stdout.equals(text)]).toEqual([0, '', true]);
  });

  it('also none at all, when it is encrypted; else the server refuses it', async () => {
    expect(said(await get(await paste(['--allow-empty'], '')))).toEqual([0, '', '']);
    expect(said(await client.run(['--plain', '--allow-empty'], { input: '' }))).toEqual([1, '', expect.stringMatching(/400.*content/)]);
  });

  it('with the password it was given, and the title and language of its file', async () => {
    writeFileSync(join(client.folder, 'pw'), 'Zoë, 한글\n');
    writeFileSync(join(client.folder, 'notes.md'), '# notes');
    const { url, publicId, expiresAt, manageToken } = JSON.parse(await paste(['--password-file', 'pw', '--json', '-t', '2h', 'notes.md']));
    expect(url).toBe(`${gate.url}/view/${publicId}#${url.split('#')[1]}`);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 7_200_000)).toBeLessThan(600_000);
    expect(manageToken).toEqual(expect.any(String));
    const { body } = await readPaste(service.url, publicId);
    expect(body).toMatchObject({ isE2ee: true, title: '', syntax: 'plaintext' });
    expect(await openPaste(body.content, url.split('#')[1], 'Zoë, 한글')).toEqual({
      title: 'notes.md',
      syntax: 'markdown',
      content: '# notes',
    });
    mkdirSync(join(client.folder, 'out'));
    expect(said(await get(url, { env: { SEALPASTE_PASSWORD: 'Zoë, 한글' } }))).toEqual([0, '# notes', '']);
    expect(said(await client.run(['get', '-', '-o', 'out', '--password-file', 'pw'], { input: url }))).toEqual([0, '', '']);
    expect(readFileSync(join(client.folder, 'out/notes.md'), 'utf8')).toBe('# notes');
    expect((await client.run(['get', '-', '-o', 'out', '--password-file', 'pw'], { input: url })).code).toBe(1);
  });

  it('of each of several files, in a folder where nothing is overwritten', async () => {
    const picture = randomBytes(300_000);
    writeFileSync(join(client.folder, 'a.png'), picture);
    writeFileSync(join(client.folder, 'b.txt'), 'größe\r\n');
    writeFileSync(join(client.folder, 'empty'), '');
    const link = await paste(['a.png', 'b.txt', 'empty', '-', '--burn', '-T', 'trip'], 'own text');
    expect(said(await get(link))).toEqual([
      2,
      '',
      expect.stringMatching(/trip\.txt, a\.png, b\.txt, empty.*run the same command with -o DIR now/),
    ]);
    mkdirSync(join(client.folder, 'out'));
    writeFileSync(join(client.folder, 'out/b.txt'), 'mine');
    const into = (folder: string) => client.run(['get', '-', '-o', folder], { input: link });
    expect(said(await into('out'))).toEqual([1, '', expect.stringMatching(/b\.txt exists already/)]);
    expect(readdirSync(join(client.folder, 'out'))).toEqual(['b.txt']);
    expect(acknowledgements()).toBe(0);
    mkdirSync(join(client.folder, 'fresh'));
    expect(said(await into('fresh'))).toEqual([0, '', '']);
    expect(acknowledgements()).toBe(1);
    const fresh = (name: string) => readFileSync(join(client.folder, 'fresh', name));
    expect(readdirSync(join(client.folder, 'fresh')).sort()).toEqual(['a.png', 'b.txt', 'empty', 'trip.txt']);
    expect([fresh('a.png').equals(picture), fresh('b.txt').toString(), fresh('trip.txt').toString()]).toEqual([
      true,
      'größe\r\n',
      'own text',
    ]);
  });

  it('of a file that is no text, which --plain refuses', async () => {
    writeFileSync(join(client.folder, 'a.bin'), Buffer.of(0xff, 0, 1));
    expect(said(await client.run(['--plain', 'a.bin']))).toEqual([2, '', expect.stringMatching(/a\.bin is not UTF-8 text/)]);
    const link = await paste(['a.bin']);
    const run = await client.run(['get', '-', '-o', '-'], { input: link });
    expect([run.code, run.stdout]).toEqual([0, Buffer.of(0xff, 0, 1)]);
  });

  it('that the page, or another program, has sealed', async () => {
    const { path } = await createSealed(service.url, { content: 'from the page' }, { password: 'pw' });
    expect(said(await get(`${gate.url}${path}`, { env: { SEALPASTE_PASSWORD: 'pw' } }))).toEqual([0, 'from the page', '']);
    const foreign = await createPaste(service.url, { content: 'shown as it is', isE2ee: true });
    expect(said(await get(`${gate.url}/view/${foreign.publicId}`))).toEqual([0, 'shown as it is', '']);
  });
});

it('a create whose response was lost is sent again, and makes one paste', async () => {
  for (const options of [[], ['--plain', '--burn']]) {
    const sent = gate.passed().length;
    gate.loseResponse(/^POST \/api\/v1\/pastes$/);
    const link = await paste(options, 'once', { SEALPASTE_API_KEY: anna() });
    expect(gate.passed().slice(sent)).toEqual(['POST /api/v1/pastes', 'POST /api/v1/pastes']);
    const { body } = await call<{ pastes: PasteBody[] }>(`${service.url}/api/v1/pastes?limit=100`, { headers: service.owner });
    expect(body.pastes.map(({ publicId }) => publicId)).toEqual([idOf(link)]);
    expect(said(await get(link))).toEqual([0, 'once', '']);
    await client.run(['rm', link], { env: { SEALPASTE_API_KEY: anna() } });
  }
});

describe('the exit code says what happened', () => {
  it('3 for what is gone, 4 for a wrong, cut or missing key, which burns nothing', async () => {
    const link = await paste(['--burn']);
    const other = (await paste([])).split('#')[1];
    for (const wrong of [link.replace(/#.*/, `#${other}`), link.slice(0, -1), link.replace(/#.*/, '')]) {
      expect(said(await get(wrong))).toEqual([4, '', expect.not.stringContaining(String(other))]);
    }
    expect(gate.passed().filter((name) => name.startsWith('GET'))).toEqual([]);
    expect(said(await get(link))).toEqual([0, 'text', '']);
    expect(said(await get(link))).toEqual([3, '', expect.stringMatching(/no such paste/)]);
    expect(said(await client.run(['receipt', link]))).toEqual([0, expect.stringMatching(/^opened \d{4}-/), '']);
    const counted = await paste(['--reads', '2']);
    await get(counted);
    const receipt = /^created \d{4}-\S+, 1 of 2 read, last on \d{4}-/;
    expect(said(await client.run(['receipt', counted]))).toEqual([0, expect.stringMatching(receipt), '']);
  });

  it('the client exits 4 for a wrong password, 6 after too many, and burns nothing', async () => {
    const link = await paste(['--burn'], 'text', { SEALPASTE_PASSWORD: 'right' });
    expect(said(await get(link))).toEqual([4, '', expect.stringMatching(/has a password/)]);
    for (let tries = 0; tries < READ_TOKEN_TRIES; tries++) expect((await get(link, { env: { SEALPASTE_PASSWORD: 'wrong' } })).code).toBe(4);
    expect(said(await get(link, { env: { SEALPASTE_PASSWORD: 'right' } }))).toEqual([
      6,
      '',
      expect.stringMatching(/429.*Try again in \d+ s/),
    ]);
    expect((await call<{ state: string }>(`${service.url}/api/v1/pastes/${idOf(link)}`)).status).toBe(403);
  });

  it('4 when the link has a key and the server sends a text that is not encrypted', async () => {
    const { publicId } = await createPaste(service.url, { content: 'put there by somebody else' });
    const link = `${gate.url}/view/${publicId}#${(await paste([])).split('#')[1]}`;
    expect(said(await get(link))).toEqual([4, '', expect.stringMatching(/not encrypted/)]);
    expect(said(await client.run(['get', '--plain', link]))).toEqual([0, 'put there by somebody else', '']);
  });

  it('5 for what is another’s, and for a key that is none; that one is not kept', async () => {
    const { publicId } = await createPaste(service.url, { content: 'x', protect: true });
    expect((await client.run(['rm', publicId])).code).toBe(5);
    expect((await client.run([], { input: 'x', env: { SEALPASTE_API_KEY: 'sp_wrong' } })).code).toBe(5);
    expect(said(await client.run(['login'], { input: 'sp_wrong\n' }))).toEqual([5, '', expect.stringMatching(/401/)]);
    expect(readdirSync(client.home)).toEqual([]);
  });

  it('6 when nobody is there', async () => {
    expect((await client.run(['--url', 'http://127.0.0.1:9'], { input: 'x' })).code).toBe(6);
  });
});

describe('a burn paste that could not be written', () => {
  /** Expects that a command failed with 1 without acknowledging, that a second run gets the text, and that it is then gone. */
  async function expectKept(link: string, text: string, failed: Run) {
    expect([failed.code, acknowledgements()]).toEqual([1, 0]);
    const run = await get(link);
    expect([run.code, run.stdout.toString() === text, acknowledgements()]).toEqual([0, true, 1]);
    expect((await get(link)).code).toBe(3);
    expect(readdirSync(join(client.home, '.local/state/sealpaste/claims'))).toEqual([]);
  }

  it.each([
    ['sealed', ['--burn'], 'small'],
    ['sealed, of 2 MB', ['--burn'], randomBytes(1_000_000).toString('hex')],
    ['plain, of 2 MB', ['--burn', '--plain'], randomBytes(1_000_000).toString('hex')],
  ])('because the pipe was closed is there when it is asked for again: %s', async (_, options, text) => {
    const link = await paste(options, text);
    await expectKept(link, text, await get(link, { onStart: ({ stdout }) => stdout?.destroy() }));
  });

  it('because the disk was full is there again, with what a password asks for', async () => {
    const link = await paste(['--burn']);
    const full = openSync('/dev/full', 'w');
    const failed = await get(link, { stdout: full });
    closeSync(full);
    expect(failed.stderr).toMatch(/full disk/);
    expect((await client.run(['get', '-', '-o', '/dev/full'], { input: link })).code).toBe(1);
    await expectKept(link, 'text', failed);
  });

  it('because of Ctrl+C while it was fetched is there again', async () => {
    const link = await paste(['--burn']);
    const isHeld = gate.hold(/^GET \/raw/);
    const failed = await get(link, { onStart: (child) => void isHeld.then(() => child.kill('SIGINT')) });
    gate.drop();
    expect(failed.code).toBe(130);
    await expectKept(link, 'text', { ...failed, code: 1 });
  });

  it('because the program was killed before it could say so is there again, once', async () => {
    const link = await paste(['--burn']);
    const isHeld = gate.hold(/acknowledge$/);
    const killed = await get(link, { onStart: (child) => void isHeld.then(() => child.kill('SIGKILL')) });
    gate.drop();
    expect([killed.code, killed.stdout.toString()]).toEqual([null, 'text']);
    await expectKept(link, 'text', { ...killed, code: 1 });
  });
});

describe('a paste of this machine', () => {
  it('is listed, extended and deleted by what the history knows, which holds no key', async () => {
    const link = await paste(['-T', 'a\u001b]0;title'], 'S3CRET text');
    const id = idOf(link);
    const silent = await paste(['--no-history']);
    expect((await client.run(['ls'])).stdout.toString()).toMatch(new RegExp(`^${id}\t\\d{4}-[^\t]+\ta \\]0;title\n$`));
    const [before] = JSON.parse((await client.run(['ls', '--json'])).stdout.toString());
    const [code, later] = said(await client.run(['extend', link, '1d']));
    expect([code, Date.parse(String(later).trim()) - Date.parse(before.expiresAt)]).toEqual([0, 86_400_000]);
    const history = readFileSync(join(client.home, '.local/state/sealpaste/history.jsonl'), 'utf8');
    for (const secret of [link.split('#')[1], idOf(silent), 'S3CRET']) expect(history).not.toContain(secret);
    expect((await client.run(['rm', id])).code).toBe(0);
    expect((await client.run(['ls'])).stdout.toString()).toBe('');
    expect((await get(link)).code).toBe(3);
  });

  it('is deleted by a reader who has its whole link, where its maker allowed that', async () => {
    const link = await paste(['--readers-delete', '--no-history']);
    expect((await client.run(['rm', idOf(link)])).code).toBe(5);
    expect((await client.run(['rm', `${link.slice(0, -43)}${'A'.repeat(43)}`])).code).toBe(5);
    expect((await client.run(['rm', link])).code).toBe(0);
    expect((await get(link)).code).toBe(3);
  });

  it('after login a paste is its user’s; a config file others may read is refused', async () => {
    expect(said(await client.run(['login'], { input: `${anna()}\n` }))).toEqual([0, '', '']);
    const link = await paste([], 'text', { SEALPASTE_URL: '' });
    const { body } = await call<{ pastes: PasteBody[] }>(`${service.url}/api/v1/pastes`, { headers: service.owner });
    expect(body.pastes.map(({ publicId }) => publicId)).toContain(idOf(link));
    chmodSync(join(client.home, '.config/sealpaste/config.json'), 0o644);
    const sent = gate.passed().length;
    expect(said(await client.run([], { input: 'x' }))).toEqual([1, '', expect.stringMatching(/can be read by other users/)]);
    expect(gate.passed().length).toBe(sent);
  });
});

describe('login by the browser', () => {
  it('gets a key of its own, which nothing prints, for whoever allows it', async () => {
    const browser = join(client.home, 'browser.mjs');
    writeFileSync(browser, BROWSER, { mode: 0o755 });
    const [code, printed, told] = said(await client.run(['login'], { input: '', env: { BROWSER: browser, TEST_KEY: anna() } }));
    expect([code, printed]).toEqual([0, '']);
    expect(told).toContain(`${gate.url}/account/client?port=`);
    const { apiKey } = JSON.parse(readFileSync(join(client.home, '.config/sealpaste/config.json'), 'utf8'));
    expect(apiKey).toMatch(/^sp_/);
    expect(apiKey).not.toBe(anna());
    expect(told).not.toContain(apiKey);
    const link = await paste([], 'text', { SEALPASTE_URL: '' });
    const { body } = await call<{ pastes: PasteBody[] }>(`${service.url}/api/v1/pastes`, { headers: service.owner });
    expect(body.pastes.map(({ publicId }) => publicId)).toContain(idOf(link));
  });
});

/** A program in the place of the browser: signs in with a key and presses the button. */
const BROWSER = `#!/usr/bin/env node
const { origin, searchParams } = new URL(process.argv[2]);
const post = (action, body, headers) =>
  fetch(origin + '/account/actions/' + action, { method: 'POST', body, redirect: 'manual', headers: { Origin: origin, ...headers } });
const signedIn = await post('sign-in', new URLSearchParams({ apiKey: process.env.TEST_KEY }));
const [cookie] = signedIn.headers.get('set-cookie').split(';');
const allowed = await post('allow-client', searchParams, { Cookie: cookie });
await fetch(allowed.headers.get('refresh').replace('0; url=', ''));
`;

describe('a paste whose sender releases each reader', () => {
  const waiting = async (link: string) => {
    const [code, printed, told] = said(await get(link));
    expect([code, printed]).toEqual([6, '']);
    return /the code (\d{4}), wait for the release/.exec(String(told))?.[1] ?? '';
  };
  const decide = (link: string, what: 'release' | 'refuse', code: string, releaseToken: string) =>
    call(`${service.url}/api/v1/pastes/${idOf(link)}/${what}`, { headers: { 'X-Service-Release-Token': releaseToken }, json: { code } });

  it('get ends with 6 and the code until the release, with 5 after a refusal', async () => {
    expect(said(await client.run(['--approval', '1'], { input: 'x' }))).toEqual([
      2,
      '',
      expect.stringMatching(/--approval goes with --burn/),
    ]);
    const [link = '', own, second] = (await paste(['-b', '--approval', '2', '--no-history'], 'S3CRET')).split('\n');
    const tokens = [own, second].map((url) => new RegExp(`^${gate.url}/manage/${idOf(link)}#r=([\\w-]{20,})$`).exec(url ?? '')?.[1] ?? '');
    const code = await waiting(link);
    expect(await waiting(link)).toBe(code);
    expect(await decide(link, 'refuse', code, tokens[0] ?? '')).toMatchObject({ status: 200 });
    expect(said(await get(link, { env: { SEALPASTE_API_KEY: anna() } }))).toEqual([5, '', expect.stringMatching(/sender refused you/)]);
    const again = await waiting(link);
    for (const token of tokens) {
      expect((await get(link)).code).toBe(6);
      expect((await decide(link, 'release', again, token)).status).toBe(200);
    }
    expect(said(await get(link))).toEqual([0, 'S3CRET', '']);
  });

  it('receipt --wait shows who waits, and ends when the paste was opened', async () => {
    const link = await paste(['-b', '--approval', '1', '--json'], 'S3CRET');
    const { url, releaseTokens } = JSON.parse(link) as { url: string; releaseTokens: string[] };
    const code = await waiting(url);
    const told = await client.run(['receipt', '--wait', idOf(url)], {
      onStart: (child) =>
        child.stderr?.on('data', (piece: Buffer) => {
          if (!piece.includes(code)) return;
          void decide(url, 'release', code, releaseTokens[0] ?? '').then(() => get(url));
        }),
    });
    expect(said(told)).toEqual([
      0,
      expect.stringMatching(/^opened 2\S+Z\n$/),
      expect.stringMatching(new RegExp(`^${code} .*waits since 2`)),
    ]);
  });
});

/** A constant, because knip takes a literal in a command for a program that a package must bring. */
const [SCRIPT] = ['script'] as const;
const hasScript = spawnSync('sh', ['-c', `command -v ${SCRIPT}`]).status === 0;

describe.skipIf(!hasScript)('at a terminal', () => {
  /** Runs the client in a terminal and types each answer after its question has appeared. */
  async function type(args: string, answers: [question: string, typed: string][]): Promise<string> {
    const program = `${runtime.join(' ')} '${join(client.home, '../sealpaste.mjs')}' ${args}`;
    const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: client.home, SEALPASTE_URL: gate.url };
    const child = spawn(SCRIPT, ['-qec', program, '/dev/null'], { cwd: client.folder, env });
    let shown = '';
    const left = [...answers];
    child.stdout.on('data', (piece: Buffer) => {
      shown += piece;
      if (left[0] === undefined || !shown.includes(left[0][0])) return;
      child.stdin.write(String(left.shift()?.[1]));
    });
    await once(child, 'close');
    return shown;
  }

  it('a password is asked for twice and not shown; reading asks for it', async () => {
    writeFileSync(join(client.folder, 'f'), 'for the terminal');
    const typed = 'pässwörd\r';
    const shown = await type('-p -b f', [
      ['Password: ', typed],
      ['Password again: ', typed],
    ]);
    const link = /http\S+#[\w-]{43}/.exec(shown)?.[0] ?? '';
    expect(shown).not.toContain('pässw');
    expect(await type(`get '${link}'`, [['has a password: ', typed]])).toContain('for the terminal');
  });

  it('the code that is typed releases a reader, and no other', async () => {
    const link = await paste(['-b', '--approval', '1'], 'S3CRET');
    const [code = ''] = /\d{4}(?=, wait)/.exec((await get(link)).stderr) ?? [];
    const other = code === '0000' ? '0001' : '0000';
    const typing = type(`receipt --wait ${idOf(link)}`, [
      ['waits since', `${other}\r`],
      [`Nobody waits with the code ${other}`, `${code}\r`],
      [`${code} is released`, ''],
    ]);
    await vi.waitFor(async () => expect(said(await get(link)).slice(0, 2)).toEqual([0, 'S3CRET']), { timeout: 20_000, interval: 500 });
    expect(await typing).toMatch(/is released\.\s[\s\S]*opened /);
  });

  it('two passwords that differ, or Ctrl+C, paste nothing', async () => {
    writeFileSync(join(client.folder, 'f'), 'x');
    const differing: [string, string][] = [
      ['Password: ', 'a\r'],
      ['Password again: ', 'b\r'],
    ];
    expect(await type('-p f', differing)).toContain('differ');
    expect(await type('-p f', [['Password: ', 'a\u0003']])).toContain('Interrupted');
    expect(gate.passed()).toEqual([]);
  });
});

describe('what never leaves', () => {
  it('no option makes the client send key, text, title or password in any spelling', async () => {
    const recorder = await startRecorder();
    recorder.forwardTo(Number(new URL(service.url).port));
    const mine = newClient(recorder.url);
    const secrets = { text: 'the secret text äöü', title: 'the secret title', password: 'the secret password' };
    const env = { SEALPASTE_PASSWORD: secrets.password };
    try {
      for (const options of [['--burn'], []]) {
        const args = [...options, '-T', secrets.title];
        const link = (await mine.run(args, { input: secrets.text, env })).stdout.toString().trim();
        const key = link.split('#')[1] ?? '';
        expect(key).toMatch(KEY);
        expect((await mine.run(['receipt', link], { env })).code).toBe(options.length === 0 ? 3 : 0);
        expect((await mine.run(['extend', link, '1h'], { env })).code).toBe(0);
        expect((await mine.run(['get', '-'], { input: link, env: { SEALPASTE_PASSWORD: 'wrong' } })).code).toBe(4);
        expect((await mine.run(['get', '-'], { input: link, env })).stdout.toString()).toBe(secrets.text);
        await mine.run(['rm', link], { env });
        const sent = recorder.sent();
        expect(sent.length).toBeGreaterThan(1_000);
        for (const secret of [...Object.values(secrets), key, Buffer.from(key, 'base64url')]) {
          expect(findIn(sent, secret)).toEqual([]);
        }
      }
    } finally {
      mine.remove();
      await recorder.close();
    }
  });

  it('and no process list shows the link that is read from standard input', async () => {
    const link = await paste([]);
    const isHeld = gate.hold(/^GET \/raw/);
    let shown = '';
    await get(link, {
      onStart: (child) =>
        void isHeld.then(() => {
          shown = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8');
          child.kill('SIGTERM');
        }),
    });
    gate.drop();
    expect([shown.includes('sealpaste.mjs'), shown.includes(link.split('#')[1] ?? '')]).toEqual([true, false]);
  });
});

describe('the file itself', () => {
  it('is handed out as the build made it, and only once to who has it', async () => {
    const address = `${service.url}/cli/sealpaste.mjs`;
    const response = await fetch(address);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(readFileSync(new URL('../../dist/cli/sealpaste.mjs', import.meta.url)))).toBe(true);
    expect(bytes.length).toBeLessThanOrEqual(140_000);
    const { etag = '', ...headers } = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, no-cache' });
    expect((await fetch(address, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await fetch(address, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length));
    const page = await (await fetch(`${service.url}/docs/cli`)).text();
    expect(page).toContain(etag.replaceAll('"', ''));
    expect(page).toContain(`curl -fsSLO ${service.web.environment.BASE_URL}/cli/sealpaste.mjs`);
  });
});
