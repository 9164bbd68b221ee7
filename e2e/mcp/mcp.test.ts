/** `sealpaste mcp` with the protocol's own client library, as it speaks to older servers and as it speaks to newer ones. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { type Client, newClient } from '../support/client';
import { type Gate, startGate } from '../support/gate';
import { findIn } from '../support/needles';
import { withService } from '../support/service';
import { filesBelow, ofProcess, processIds } from '../support/traces';

const SECRET = 'S3CRET é+/ "value"';
const ERAS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;

const service = withService({ variables: { BURN_CLAIM_SECONDS: '600', LOG_LEVEL: 'trace' } });
let gate: Gate;
let home: Client;
let sender: Client;
let open: McpClient[];

beforeEach(async () => {
  gate = await startGate(service.url);
  [home, sender, open] = [newClient(gate.url), newClient(service.url), []];
  const script = '#!/bin/sh\n[ "$1" = wait ] && { trap "echo ended > ended; exit" TERM; touch started; while :; do sleep 0.02; done; }\n';
  writeFileSync(join(home.folder, 'use'), `${script}printf %s "$TOKEN" > token; echo "$TOKEN"; echo "$TOKEN" >&2; env; exit 3\n`, {
    mode: 0o755,
  });
});
afterEach(async () => {
  for (const each of open) await each.close();
  home.remove();
  sender.remove();
  await gate.close();
});

type Mode = (typeof ERAS)[number][1];
type Answer = 'yes' | 'no' | 'nobody';

/** @returns calls a tool, and gives its text */
async function start(mode: Mode, person: Answer = 'nobody', questions: string[] = []) {
  const capabilities = person === 'nobody' ? {} : { elicitation: { form: {} } };
  const client = new McpClient({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } });
  if (person !== 'nobody')
    client.setRequestHandler('elicitation/create', async ({ params }: { params: { message: string } }) => {
      questions.push(params.message);
      return person === 'yes' ? { action: 'accept', content: { yes: true } } : { action: 'decline' };
    });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(rootDir, 'dist/cli/sealpaste.mjs'), 'mcp', '--allow-run', 'TOKEN= ./use *', '--allow-run', 'true'],
    env: { PATH: process.env.PATH ?? '', HOME: home.home, SEALPASTE_URL: gate.url, SEALPASTE_API_KEY: service.owner['X-Api-Key'] },
    cwd: home.folder,
    stderr: 'inherit',
  });
  await client.connect(transport);
  open.push(client);
  const call = async (name: string, given: Record<string, unknown>, options = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: given }, options);
    return { isError, text: (content as { text: string }[]).map(({ text }) => text).join('\n') };
  };
  return { client, transport, call };
}

const burn = async (text: string) =>
  (await sender.run(['--burn'], { input: text })).stdout.toString().trim().replace(service.url, gate.url);
const read = async (link: string) => {
  const { code, stdout } = await sender.run(['get', '-'], { input: link.replace(gate.url, service.url) });
  return code === 0 ? stdout.toString() : code;
};
const requested = (text: string) => ({ link: /http\S+/.exec(text)?.[0] ?? '', handle: /secret_\S+/.exec(text)?.[0] ?? '' });
const answer = (link: string, input = SECRET) => sender.run(['answer', link.replace(gate.url, service.url)], { input });
const until = async (isDone: () => boolean) => {
  while (!isDone()) await sleep(10);
};
const written = (name: string) => readFileSync(join(home.folder, name), 'utf8');

describe.each(ERAS)('a client of revision %s', (revision, mode) => {
  it('finds four tools, and shares a text that others can read', async () => {
    const { client, call } = await start(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['share', 'open', 'request_secret', 'run_with']);
    const { text } = await call('share', { text: 'für alle', title: 'notes', ttl: '1h' });
    expect(await read(text.split('\n')[0] as string)).toBe('für alle');
    expect((await call('share', { text: '' })).isError).toBe(true);
    expect((await call('share', { text: 'x', ttl: 'soon' })).text).toMatch(/not a time/);
    await expect(call('erase', {})).rejects.toThrow(/no such tool/);
  });

  it('opens a paste at once, and one that burns only after the yes of a person', async () => {
    const questions: string[] = [];
    const { call } = await start(mode, 'yes', questions);
    const link = (await sender.run([], { input: 'for all' })).stdout.toString().trim().replace(service.url, gate.url);
    expect(await call('open', { link })).toEqual({ isError: false, text: 'for all' });
    expect(questions).toEqual([]);
    const once = await burn('for one');
    expect(await call('open', { link: once })).toEqual({ isError: false, text: 'for one' });
    expect(questions).toEqual([expect.stringMatching(/read a paste at 127\.0\.0\.1/)]);
    await until(() => gate.passed().some((name) => name.endsWith('/acknowledge')));
    expect([(await call('open', { link: once })).isError, await read(once)]).toEqual([true, 3]);
  });

  it.each(['no', 'nobody'] as const)('opens no burn paste when the person says: %s', async (person) => {
    const { call } = await start(mode, person);
    const link = await burn('for one');
    expect(await call('open', { link })).toEqual({ isError: true, text: expect.stringMatching(/did not agree|can ask nobody/) });
    expect([gate.passed().filter((name) => name.endsWith('/claim')), await read(link)]).toEqual([[], 'for one']);
  });

  it('uses a secret that it never sees, in a command that is allowed', async () => {
    const { call } = await start(mode);
    const asked = await call('request_secret', { label: 'Token of the printer' });
    const { link, handle } = requested(asked.text);
    await answer(link);
    const results = [asked];
    for (const command of [['rm', '-rf', '.'], ['true', 'x'], ['./use/../use'], []])
      results.push(await call('run_with', { handle, command }));
    expect(results.slice(1).every(({ isError }) => isError)).toBe(true);
    expect(existsSync(join(home.folder, 'token'))).toBe(false);
    for (let round = 0; round < 2; round += 1) results.push(await call('run_with', { handle, command: ['./use', 'now'] }));
    const [last] = results.slice(-1) as [{ text: string }];
    expect(last.text).toMatch(/^Exit code: 3\n\nOutput:\n\[secret TOKEN\]\n[\s\S]*\n\nStandard error:\n\[secret TOKEN\]\n$/);
    expect(last.text).not.toContain(service.owner['X-Api-Key']);
    expect(written('token')).toBe(SECRET);
    rmSync(join(home.folder, 'token'));
    const processes = processIds().flatMap((pid) => [ofProcess(pid, 'cmdline'), ofProcess(pid, 'environ')]);
    const log = service.web.output();
    const traces = Buffer.concat([Buffer.from(JSON.stringify(results)), Buffer.from(log), filesBelow(home), ...processes]);
    expect([findIn(traces, SECRET), log]).toEqual([[], expect.stringContaining('/acknowledge')]);
    expect((await call('run_with', { handle: 'secret_x', command: ['true'] })).text).toMatch(/no such handle/);
  });

  it('ends a command by cancelling its call', async () => {
    const { call } = await start(mode);
    const { link, handle } = requested((await call('request_secret', { label: 'x' })).text);
    await answer(link);
    const controller = new AbortController();
    const running = call('run_with', { handle, command: ['./use', 'wait'] }, { signal: controller.signal });
    await until(() => existsSync(join(home.folder, 'started')));
    controller.abort();
    await expect(running).rejects.toThrow();
    await until(() => existsSync(join(home.folder, 'ended')) && written('ended') === 'ended\n');
    expect((await call('share', { text: 'still there' })).isError).toBe(false);
  });
});

it('a server killed before it acknowledged has lost no secret', async () => {
  const { call, transport } = await start('legacy');
  const { link, handle } = requested((await call('request_secret', { label: 'x' })).text);
  await answer(link);
  const isHeld = gate.hold(/acknowledge$/);
  const running = call('run_with', { handle, command: ['./use'] }).catch(() => null);
  await isHeld;
  process.kill(transport.pid as number, 'SIGKILL');
  expect(await running).toBeNull();
  gate.drop();
  expect((await home.run(['request', '--resume'], { env: { SEALPASTE_API_KEY: service.owner['X-Api-Key'] } })).stdout.toString()).toBe(
    SECRET,
  );
});

it('what is no request gets an error, and ends nothing', async () => {
  const initialize = (protocolVersion: string) => ({
    jsonrpc: '2.0',
    id: protocolVersion,
    method: 'initialize',
    params: { protocolVersion, capabilities: {} },
  });
  const lines = [
    '{"jsonrpc": "2.0", ',
    '[]',
    '"text"',
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"padding":"${'x'.repeat(17_000_000)}"}}`,
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":2,"method":"resources/list"}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"share","arguments":[]}}',
    '{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    '{"jsonrpc":"2.0","id":"ask-1","result":{"action":"accept"}}',
    JSON.stringify(initialize('2025-06-18')),
    JSON.stringify(initialize('1900-01-01')),
    '{"jsonrpc":"2.0","id":5,"method":"ping"}',
  ];
  const { code, stdout, stderr } = await home.run(['mcp'], { input: `${lines.join('\n')}\n` });
  const said = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const codeOf = (id: unknown) => said.filter((message) => message.id === id).map(({ error }) => error.code);
  expect([code, stderr]).toEqual([0, '']);
  expect(codeOf(null)).toEqual([-32700, -32600, -32600, -32600, -32600]);
  expect([codeOf(2), codeOf(3), codeOf(4)]).toEqual([[-32601], [-32602], [-32022]]);
  expect(said.filter(({ result }) => result).map(({ id, result }) => [id, result.protocolVersion])).toEqual([
    ['2025-06-18', '2025-06-18'],
    ['1900-01-01', '2025-11-25'],
    [5, undefined],
  ]);
  expect(said.filter(({ method }) => method)).toEqual([]);
});
