/** One text for several people: a link for each, and what is left when the server stops taking them. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EXIT } from './exit';
import { showRun } from './testing/show-run';

interface Sent {
  content: string;
  burnAfterRead: boolean;
  readProof: string;
  approvals?: number;
}

let server: Server;
let url: string;
let home: string;
let sent: Sent[];
/** Statuses of the next responses; then each create succeeds. */
let refusals: number[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = JSON.parse(await readText(request)) as Sent;
    const status = refusals.shift();
    if (status)
      return void response
        .writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' })
        .end('{"error":"No","code":"rate_limited"}');
    sent.push(body);
    const publicId = String(sent.length).padStart(24, 'a');
    const releases = body.approvals === 2 ? { releaseTokens: [`mine-${sent.length}`, `other-${sent.length}`] } : {};
    const links = { url: `${url}/view/${publicId}`, rawUrl: `${url}/raw/${publicId}` };
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ publicId, ...links, expiresAt: null, isE2ee: true, manageToken: `token-${sent.length}`, ...releases }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sealpaste-people-'));
  sent = [];
  refusals = [];
  return () => rmSync(home, { recursive: true });
});

function run(...argv: string[]) {
  const file = join(home, 'secret.txt');
  writeFileSync(file, 'the secret');
  return showRun([...argv, '--url', url, file], { HOME: home, SEALPASTE_URL: url }, { isTerminal: false });
}

it('each person gets a burn link, and the names stay on this machine', async () => {
  const { code, stdout } = await run('--to', 'anna', '--to', 'Ben B.');
  expect(code).toBe(EXIT.done);
  expect(stdout).toMatch(/^anna\thttp:.*\/view\/a{23}1#[\w-]{43}\nBen B\.\thttp:.*\/view\/a{23}2#[\w-]{43}\n$/);
  const keys = [...stdout.matchAll(/#(.*)/g)].map(([, key]) => key);
  expect(new Set(keys).size).toBe(2);
  expect(sent.map(({ burnAfterRead }) => burnAfterRead)).toEqual([true, true]);
  expect(new Set(sent.map(({ readProof }) => readProof)).size).toBe(2);
  expect(JSON.stringify(sent)).not.toMatch(/anna/);
  const history = readFileSync(join(home, '.local/state/sealpaste/history.jsonl'), 'utf8');
  expect(history).toMatch(/"title":"anna: secret.txt".*\n.*"title":"Ben B.: secret.txt"/);
});

it('a server that takes no more for now is asked again, and nobody gets two links', async () => {
  refusals = [429, 429];
  const { code, stdout } = await run('--to', 'anna', '--to', 'ben');
  expect([code, stdout.split('\n').length, sent.length]).toEqual([EXIT.done, 3, 2]);
});

it('a failure shows the links that were made, and names those without one', async () => {
  refusals = [0, 507];
  const { code, stdout, stderr } = await run('--to', 'anna', '--to', "Ben O'Hara", '--to', 'carl');
  expect([code, sent.length]).toEqual([EXIT.other, 1]);
  expect(stdout).toMatch(/^anna\thttp.*\n$/);
  expect(stderr).toMatch(/Some have no link yet \(go on: --to 'Ben O'\\''Hara' --to carl\)\.\n$/);
});

it('with two approvals each line has the page of the other person, too', async () => {
  const { code, stdout } = await run('--to', 'anna', '--to', 'ben', '--approval', '2');
  expect(code).toBe(EXIT.done);
  const line = (name: string, number: number) => `${name}\\thttp\\S+\\t\\S+/manage/a{23}${number}#r=other-${number}\\n`;
  expect(stdout).toMatch(new RegExp(`^${line('anna', 1)}${line('ben', 2)}$`));
});

it('a run with the names of a broken-off one makes the missing links', async () => {
  refusals = [0, 507];
  const { stderr } = await run('--to', 'anna', '--to', 'ben', '--to', 'carl');
  const [, rest = ''] = /go on: (.*)\)/.exec(stderr) ?? [];
  expect((await run(...rest.split(' '))).stdout).toMatch(/^ben\thttp.*\ncarl\thttp.*\n$/);
  expect(sent).toHaveLength(3);
});

it('ls names whom each link is for', async () => {
  await run('--to', 'anna', '--to', 'ben');
  const list = (...argv: string[]) => showRun(['ls', ...argv], { HOME: home }, { isTerminal: false });
  const titles = (await list()).stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[2]);
  expect(titles).toEqual(['ben: secret.txt', 'anna: secret.txt']);
  expect(JSON.parse((await list('--json')).stdout)).toMatchObject([{ label: 'ben' }, { label: 'anna' }]);
});

it.each([
  [['--to', 'anna', '--to', ' anna '], 'same name twice'],
  [['--to', ''], 'a name of 1 to'],
  [['--to', 'two\nlines'], 'a name of 1 to'],
  [['--to', 'anna', '--qr'], 'take one link'],
  [['--to', 'anna', '--reads', '3'], 'either --burn or --reads'],
  [Array.from({ length: 51 }, (_, index) => ['--to', `p${index}`]).flat(), 'The limit is 50'],
])('wrong usage of --to sends nothing (case %#)', async (argv, why) => {
  const { code, stderr } = await run(...argv);
  expect([code, stderr, sent.length]).toEqual([EXIT.usage, expect.stringContaining(why), 0]);
});
