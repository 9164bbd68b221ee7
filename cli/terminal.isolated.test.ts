/** Tests the output at a terminal, and the output that a script gets in its place. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LyingServer, startLyingServer } from '../lib/client/testing/lying-server';
import { MAX_CONTENT_BYTES } from '../lib/pastes/paste.rules';
import { messagesTo } from './context';
import { remember } from './history';
import { showRun } from './testing/show-run';

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const EXPIRY = '2099-11-24T13:05:00.000Z';

let server: LyingServer;
let home: string;
beforeAll(async () => {
  const created = { publicId: ID, url: 'https://x.example', rawUrl: 'https://x.example', expiresAt: EXPIRY, isE2ee: true };
  server = await startLyingServer({
    createPaste: () => ({ body: JSON.stringify(created) }),
    extendPaste: () => ({ body: JSON.stringify({ publicId: ID, expiresAt: EXPIRY }) }),
  });
});
afterAll(() => server.close());
beforeEach(() => {
  // Node colours nothing where CI is set.
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CI']) vi.stubEnv(name, undefined);
  vi.stubEnv('TERM', 'xterm-256color');
  vi.stubEnv('TZ', 'Asia/Kolkata');
  home = mkdtempSync(join(tmpdir(), 'sealpaste-terminal-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

const show = (argv: readonly string[], streams: Parameters<typeof showRun>[2] = {}, env: Record<string, string> = {}) =>
  showRun(argv, { HOME: home, SEALPASTE_URL: server.url, ...env }, streams);

describe('a time', () => {
  it('is of the zone of the machine at a terminal, and ISO 8601 in UTC in a pipe', async () => {
    const local = '24 Nov 2099, 18:35 GMT+5:30';
    expect((await show([], { input: 'text' })).stderr).toContain(`The paste expires on ${local}.\n`);
    expect((await show(['extend', ID, '1d'])).stdout).toBe(`${local}\n`);
    expect((await show(['extend', ID, '1d'], { isTerminal: false })).stdout).toBe(`${EXPIRY}\n`);
  });
});

describe('the list', () => {
  beforeEach(() => {
    const env = { HOME: home };
    remember({ url: server.url, id: 'first', title: 'a\u001b[31m', expiresAt: null }, env);
    remember({ url: server.url, id: ID, title: 'notes.md', expiresAt: EXPIRY }, env);
  });

  it('has headings above its columns at a terminal, bold unless NO_COLOR is set', async () => {
    const rows = [`${ID}  24 Nov 2099, 18:35 GMT+5:30  notes.md`, `first${' '.repeat(19)}  never${' '.repeat(22)}  a [31m`];
    const heading = `ID${' '.repeat(22)}  EXPIRES${' '.repeat(20)}  TITLE`;
    expect((await show(['ls'])).stdout).toBe(`\u001b[1m${heading}\u001b[22m\n${rows.join('\n')}\n`);
    vi.stubEnv('NO_COLOR', '1');
    expect((await show(['ls'])).stdout).toBe(`${heading}\n${rows.join('\n')}\n`);
  });

  it('says that there is none, and nothing in a pipe', async () => {
    const none = ['ls', '--url', 'https://other.example'];
    expect(await show(none)).toEqual({ code: 0, stdout: '', stderr: 'This machine has no paste that still exists.\n' });
    expect(await show(none, { isTerminal: false })).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('an empty text', () => {
  it('is refused before anything is sent, from wherever it comes', async () => {
    writeFileSync(join(home, 'empty'), '');
    writeFileSync(join(home, 'editor'), '#!/bin/sh\n', { mode: 0o755 });
    server.lie(null);
    for (const argv of [[], ['-'], [join(home, 'empty')], ['--plain']]) {
      const { code, stdout, stderr } = await show(argv, { isTerminal: false });
      expect([argv, code, stdout, stderr]).toEqual([
        argv,
        2,
        '',
        'sealpaste: The text is empty. Nothing was sent. --allow-empty sends it.\n',
      ]);
    }
    expect(server.asked()).toEqual([]);
  });

  it('is pasted with --allow-empty', async () => {
    expect(await show(['--allow-empty'], { isTerminal: false })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`/view/${ID}#`),
    });
  });
});

it('a file as large as the page takes is pasted, and a byte more is refused', async () => {
  const file = join(home, 'big.txt');
  writeFileSync(file, 'a'.repeat(MAX_CONTENT_BYTES));
  expect((await show([file], { isTerminal: false })).code).toBe(0);
  server.lie(null);
  appendFileSync(file, 'a');
  const stderr = `sealpaste: ${file} is too large. The limit is 10 MiB.\n`;
  expect(await show([file], { isTerminal: false })).toEqual({ code: 1, stdout: '', stderr });
  expect(server.asked()).toEqual([]);
});

describe('a word that is no command and no file', () => {
  it.each([
    [['gte', 'LINK'], /"sealpaste get"/],
    [['recipt', 'LINK'], /"sealpaste receipt"/],
    [['help', 'exted'], /"sealpaste help extend"/],
    [['https://paste.example/view/x#S3CRET'], /"sealpaste get LINK"/],
  ])('%j is refused with what was meant', async (argv, meant) => {
    const { code, stdout, stderr } = await show(argv, { isTerminal: false });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(meant)]);
    expect(stderr).not.toContain('S3CRET');
  });

  it('is pasted when there is a file of that name, and says so when there is none', async () => {
    writeFileSync(join(home, 'gte'), 'text');
    const before = process.cwd();
    process.chdir(home);
    const { code } = await show(['gte'], { isTerminal: false });
    process.chdir(before);
    expect(code).toBe(0);
    expect(await show(['notes.md'], { isTerminal: false })).toMatchObject({ code: 1, stderr: 'sealpaste: notes.md does not exist.\n' });
  });
});

describe('a link with --copy', () => {
  it('is given to the program of the desktop, and nothing else is', async () => {
    const copied = join(home, 'copied');
    writeFileSync(join(home, 'wl-copy'), `#!/bin/sh\ncat > '${copied}'\n`, { mode: 0o755 });
    const env = { WAYLAND_DISPLAY: 'wayland-0', PATH: `${home}:${process.env.PATH}` };
    const { stdout, stderr } = await show(['--copy'], { input: 'text' }, env);
    expect(`${readFileSync(copied, 'utf8')}\n`).toBe(stdout);
    expect(stderr).toContain('The link is copied.\n');
  });

  it('is given to the terminal where there is no such program', async () => {
    const { stdout, stderr } = await show(['--copy'], { input: 'text' });
    expect(stderr).toContain(`\u001b]52;c;${Buffer.from(stdout.trim()).toString('base64')}\u0007`);
  });

  it('is printed all the same where nothing takes it, with a word on it', async () => {
    const { code, stdout, stderr } = await show(['--copy'], { input: 'text', isTerminal: false });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`/view/${ID}#`)]);
    expect(stderr).toMatch(/not copied/);
  });
});

describe('the progress', () => {
  const MB = 1024 * 1024;

  it('says how much of how much, and how fast, then leaves a clean line', () => {
    let written = '';
    vi.spyOn(process, 'stderr', 'get').mockReturnValue({ isTTY: true, write: (piece: string) => (written += piece) } as never);
    let now = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { progress } = messagesTo({});
    progress?.('sent', 0, 8 * MB);
    now += 2_000;
    progress?.('sent', 4 * MB, 8 * MB);
    expect(written.split('\r\u001b[K').at(-1)).toMatch(/^Sending 50 %, 4 MiB of 8 MiB, 2 MiB\/s$/);
    progress?.('sent', 8 * MB, 8 * MB);
    expect(written.endsWith('\r\u001b[K')).toBe(true);
  });
});

it('the message of an error is marked in red at a terminal, and not in a pipe', async () => {
  expect((await show(['--nonsense'])).stderr).toContain('\u001b[31msealpaste:\u001b[39m There is no option --nonsense.');
  expect((await show(['--nonsense'], { isTerminal: false })).stderr).toMatch(/^sealpaste: There is no option/);
});
