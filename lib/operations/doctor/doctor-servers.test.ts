/** The doctor asks the other servers that the service uses, and says in words which one fails. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadConfig } from '../../config/config';
import { checkTime, FAR_SERVERS, NEAR_SERVERS, type ServerTime } from './doctor-servers';

const TOKEN = '123456:a-secret-token';
/** A port on which nobody listens. */
const NOBODY = 'http://127.0.0.1:1';
let server: Server;
let answer: { status: number; body: object; headers?: Record<string, string> };
let asked: string[];
let times: ServerTime[];

beforeEach(async () => {
  asked = [];
  times = [];
  const respond: RequestListener = ({ url }, response) => {
    asked.push(String(url));
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers }).end(JSON.stringify(answer.body));
  };
  server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise((resolve) => server.close(resolve));
});

const urlOf = (one: Server | TcpServer) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
const look = (name: string, environment: Record<string, string>) => {
  const config = loadConfig({ MASTER_KEY: 'a1'.repeat(32), OIDC_CLIENT_ID: 'client', OIDC_ISSUER: NOBODY, ...environment } as never);
  return { ...NEAR_SERVERS, ...FAR_SERVERS }[name]?.(config, times);
};
const provider = (issuer = urlOf(server)) => look('sign-in', { OIDC_ISSUER: issuer });
const bot = (url = urlOf(server)) => look('bot', { MESSENGER_API_URL: url, MESSENGER_BOT_TOKEN: TOKEN });

it('a provider that responds under its own name is well', async () => {
  answer = { status: 200, body: { issuer: `${urlOf(server)}/realm` } };
  expect(await provider(`${urlOf(server)}/realm`)).toMatch(/responds/);
  expect(asked).toEqual(['/realm/.well-known/openid-configuration']);
});

it('a provider that is dead, another one or none is named by its variable', async () => {
  await expect(provider(NOBODY)).rejects.toThrow(/^OIDC_ISSUER: can't be reached from here \(/);
  answer = { status: 200, body: { issuer: 'https://else.example' } };
  await expect(provider()).rejects.toThrow('OIDC_ISSUER: the provider calls itself "https://else.example"');
  for (answer of [
    { status: 404, body: {} },
    { status: 200, body: {} },
    { status: 302, body: {}, headers: { Location: '/else' } },
  ])
    await expect(provider()).rejects.toThrow(/^OIDC_ISSUER: responds with \d+, and not as/);
});

it('a bot that responds is well; any other is named without its token', async () => {
  answer = { status: 200, body: { ok: true, result: { username: 'OurBot' } } };
  expect(await bot()).toBe('the bot "OurBot" responds');
  expect(asked).toEqual([`/bot${TOKEN}/getMe`]);
  const problems = [await bot(NOBODY)?.catch((error: Error) => error.message)];
  for (answer of [
    { status: 401, body: { ok: false } },
    { status: 500, body: {} },
  ])
    problems.push(await bot()?.catch((error: Error) => error.message));
  expect(problems).toEqual([
    expect.stringMatching(/^MESSENGER_API_URL: can't be reached/),
    expect.stringMatching(/^MESSENGER_BOT_TOKEN: /),
    expect.stringMatching(/^MESSENGER_API_URL: responds with 500/),
  ]);
  expect(problems.join()).not.toContain(TOKEN);
});

it('a Redis that accepts connections and is silent has failed', async () => {
  const silent = createTcpServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connected = once(silent, 'connection');
  const looking = look('redis', { REDIS_URL: urlOf(silent).replace('http', 'redis') });
  const refused = expect(looking).rejects.toThrow(/no response|timeout/i);
  const [socket] = await connected;
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

it('a clock that is more than ten seconds off another server’s is warned of', async () => {
  answer = { status: 200, body: { issuer: urlOf(server) } };
  await provider();
  expect(checkTime(times)).toBe("this machine's clock agrees with OIDC_ISSUER");
  for (const [aheadMs, says] of [
    [3_600_000, '3600 s behind that of OIDC_ISSUER'],
    [-3_600_000, '3600 s ahead of that of OIDC_ISSUER'],
  ] as const) {
    times = [];
    answer.headers = { Date: new Date(Date.now() + aheadMs).toUTCString() };
    await provider();
    expect(checkTime([{ server: 'BASE_URL', aheadMs: 0 }, ...times])).toEqual({
      warning: expect.stringMatching(/this machine's clock is \d+ s/),
    });
    expect(Math.abs((times[0]?.aheadMs ?? 0) - aheadMs)).toBeLessThan(10_000);
    expect(says).toContain(aheadMs > 0 ? 'behind' : 'ahead');
  }
});
