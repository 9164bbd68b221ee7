/** Outcomes of the platform's responses, and the limits of waiting for them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, BOT_NAME, BOT_TOKEN, badGateway, type FakeBotApi, movedTo, startFakeBotApi, tooFast } from '../testing/fake-bot-api';
import { createMessengerBot } from './messenger-bot';

const MESSAGE = { text: 'New paste', entities: [] };
const SECOND_MS = 1_000;

describe('a bot', () => {
  let api: FakeBotApi;

  beforeAll(async () => {
    api = await startFakeBotApi();
  });
  beforeEach(() => {
    api.behave(() => undefined);
    api.asked.length = 0;
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => api?.stop());

  const createBot = (url = api.url) => createMessengerBot(BOT_TOKEN, url);
  const send = (bot = createBot()) => bot.send('7', MESSAGE, null);
  const refusalWith = (code: number, description: string) => ({ ok: false, error_code: code, description });
  const asked = (method: string) => api.asked.filter((call) => call.method === method);

  it.each([
    ['taken', undefined, { kind: 'sent' }],
    ['429 with a time', tooFast(35), { kind: 'limited', waitMs: 35 * SECOND_MS }],
    ['429 without a time', refusalWith(429, 'Too Many Requests'), { kind: 'limited', waitMs: 5 * SECOND_MS }],
    ['400 with a new chat', movedTo(-100_123), { kind: 'moved', chatId: '-100123' }],
    ['400', answers.chatNotFound, { kind: 'refused', error: '400 Bad Request: chat not found' }],
    ['409', refusalWith(409, 'Conflict'), { kind: 'refused', error: '409 Conflict' }],
    ['403', answers.blocked, { kind: 'gone', error: '403 Forbidden: bot was blocked by the user' }],
    ['401', answers.unauthorized, { kind: 'unauthorized', error: '401 Unauthorized' }],
    ['404', answers.noToken, { kind: 'unauthorized', error: '404 Not Found' }],
    ['500', answers.internal, { kind: 'failed', error: '500 Internal Server Error' }],
    ['502 in HTML', badGateway(), { kind: 'failed', error: 'no answer from the Bot API', responded: false }],
  ])('the response %s is told apart from all others', async (_, response, outcome) => {
    api.behave(() => response);
    expect(await send()).toMatchObject(outcome);
    expect(api.attempts()).toHaveLength(1);
  });

  it('of why a message was refused the first 500 characters are kept', async () => {
    api.behave(() => refusalWith(400, 'x'.repeat(10_000)));
    expect(await send()).toEqual({ kind: 'refused', error: `400 ${'x'.repeat(496)}` });
  });

  it('an answer is a reply that also arrives when the question is gone', async () => {
    await createBot().send('7', MESSAGE, 5);
    await send();
    expect(api.sent().map(({ body }) => body.reply_parameters)).toEqual([{ message_id: 5, allow_sending_without_reply: true }, undefined]);
  });

  it('a message waits ten seconds for a response and not longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = new Promise<void>((resolve) => api.behave(() => () => resolve()));
    const settled = vi.fn();
    const sending = send().finally(settled);
    await arrived;
    vi.advanceTimersByTime(10 * SECOND_MS - 1);
    // A round trip to the same server gives timers that the clock set off time to act.
    expect(await createBot().name()).toBe(BOT_NAME);
    expect(settled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await sending).toEqual({ kind: 'failed', error: 'no answer from the Bot API', responded: false });
  });

  it('no redirect is followed, so that the token goes nowhere else', async () => {
    const visited: string[] = [];
    const elsewhere = createServer((request, response) => {
      visited.push(String(request.url));
      response.end(JSON.stringify({ ok: true, result: {} }));
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    api.behave(() => (response) => void response.writeHead(307, { Location: `http://127.0.0.1:${port}/bot${BOT_TOKEN}/x` }).end());
    try {
      expect(await send()).toMatchObject({ kind: 'failed', responded: false });
      expect(visited).toEqual([]);
    } finally {
      elsewhere.close();
    }
  });

  it('no response is read beyond a mebibyte', async () => {
    const padded = (bytes: number) => JSON.stringify({ ok: true, result: {}, padding: 'x'.repeat(bytes) });
    api.behave(() => (response) => void response.end(padded(1_000_000)));
    expect(await send()).toEqual({ kind: 'sent', error: null });
    api.behave(() => (response) => void response.end(padded(1_048_576)));
    expect(await send()).toMatchObject({ kind: 'failed', responded: false });
  });

  it('the bot’s name is asked for once, however many want to know it', async () => {
    const bot = createBot();
    expect(await Promise.all([bot.name(), bot.name(), bot.name()])).toEqual([BOT_NAME, BOT_NAME, BOT_NAME]);
    expect(await bot.name()).toBe(BOT_NAME);
    expect(asked('getMe')).toHaveLength(1);
  });

  it('setting an address for updates says what the platform has against it', async () => {
    const bot = createBot();
    expect(await bot.setWebhook('https://paste.example/hook', 'a-secret')).toBeNull();
    expect(await bot.setWebhook('https://paste.example/hook', undefined)).toBeNull();
    const updates = { url: 'https://paste.example/hook', allowed_updates: ['message', 'channel_post', 'callback_query'] };
    expect(asked('setWebhook').map(({ body }) => body)).toEqual([{ ...updates, secret_token: 'a-secret' }, updates]);
    expect(await bot.setWebhook('http://paste.example/hook', undefined)).toMatch(/^400 Bad Request: bad webhook/);
    expect(await createBot('http://127.0.0.1:9').setWebhook('https://paste.example', undefined)).toBe('no answer from the Bot API');
  });

  it('a menu is set for all, and set or deleted for a language by its two letters', async () => {
    const menu = [{ command: 'list', description: 'your newest pastes' }];
    const bot = createBot();
    for (const language of [null, 'de', 'pt-BR', 'zh-Hans']) expect(await bot.setMenu(language, menu)).toBeNull();
    expect(asked('setMyCommands').map(({ body }) => body)).toEqual([
      { commands: menu },
      ...['de', 'pt', 'zh'].map((language_code) => ({ commands: menu, language_code })),
    ]);
    expect(await bot.setMenu('zh-Hans', null)).toBeNull();
    expect(asked('deleteMyCommands').map(({ body }) => body)).toEqual([{ language_code: 'zh' }]);
    expect(await bot.setMenu('de', [{ command: 'Not A Command', description: '' }])).toMatch(/^400 Bad Request/);
    for (const behaviour of [() => () => undefined, badGateway]) {
      api.behave(behaviour);
      expect(await createMessengerBot(BOT_TOKEN, api.url, { timeoutSeconds: 0.1 }).setMenu('de', menu)).toBe('no answer from the Bot API');
    }
  });
});

describe('the name of a bot', () => {
  /** Starts a platform that responds to requests for the name when the test says so. */
  async function startPlatform() {
    let asked = 0;
    const waiting: ((known: boolean) => void)[] = [];
    const server = createServer((_, response) => {
      asked += 1;
      waiting.push((known) =>
        response
          .writeHead(known ? 200 : 500)
          .end(JSON.stringify(known ? { ok: true, result: { username: BOT_NAME } } : { ok: false, error_code: 500, description: 'no' })),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asked: () => asked,
      respond: async (known: boolean) => {
        await vi.waitFor(() => expect(waiting).not.toHaveLength(0));
        waiting.shift()?.(known);
      },
      stop: () => server.close().closeAllConnections(),
    };
  }
  let platform: Awaited<ReturnType<typeof startPlatform>>;
  beforeEach(async () => {
    platform = await startPlatform();
  });
  afterEach(() => {
    vi.useRealTimers();
    platform.stop();
  });

  it('the bot’s name is null until the platform says it', async () => {
    const bot = createMessengerBot(BOT_TOKEN, platform.url, { nameWaitMs: 20 });
    expect(await bot.name()).toBeNull();
    await platform.respond(true);
    await vi.waitFor(async () => expect(await bot.name()).toBe(BOT_NAME));
    expect(platform.asked()).toBe(1);
  });

  it('the bot’s name is asked for again half a minute after a failure, not before', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const bot = createMessengerBot(BOT_TOKEN, platform.url, { nameWaitMs: 60 * SECOND_MS });
    const name = async (known: boolean) => (await Promise.all([bot.name(), platform.respond(known)]))[0];
    expect(await name(false)).toBeNull();
    vi.advanceTimersByTime(30 * SECOND_MS - 1);
    expect(await bot.name()).toBeNull();
    expect(platform.asked()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await name(true)).toBe(BOT_NAME);
  });
});
