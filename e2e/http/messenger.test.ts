/** Tests the chat part of real processes: updates with and without a bot, and the messages of the worker. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contentsOf } from '#lib/testing/contents';
import { answers, BOT_TOKEN, startFakeBotApi } from '#lib/testing/fake-bot-api';
import { DISCORD_KEY, MATTERMOST_TOKEN, type PlatformRequest, privateText, SENDS, SLACK_SECRET } from '#lib/testing/fake-slash-platforms';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { groupMoved, messageUpdate } from '#lib/testing/updates';
import { createOwner } from '../support/accounts';
import { call, createPaste } from '../support/api';
import { type Environment, runAdmin, startWeb, startWorker, testEnvironment } from '../support/processes';

let database: TestDatabase;
let owner: Record<string, string>;
beforeEach(async () => {
  database = await createTestDatabase('sqlite');
  owner = await createOwner(database);
});
afterEach(() => database.drop());

const PLATFORMS = ['slack', 'discord', 'mattermost'] as const;
const ANSWER = { status: 200, body: { ok: true } };
const update = (web: { url: string }, json: unknown, headers: Record<string, string> = {}) =>
  call(`${web.url}/api/v1/messenger/webhook`, { json, headers });
const newToken = async (web: { url: string }) =>
  (await call<{ token: string }>(`${web.url}/api/v1/messenger/tokens`, { method: 'POST', headers: owner })).body.token;
const destinations = async (web: { url: string }) =>
  (await call<{ destinations: unknown[] }>(`${web.url}/api/v1/messenger/destinations`, { headers: owner })).body.destinations;

it('without a bot a flood of updates gets 200, writes nothing and spends no limit', async () => {
  const web = await startWeb(testEnvironment(database, { RATE_LIMIT_ANONYMOUS: '5' }));
  try {
    const link = messageUpdate(`/link ${await newToken(web)}`);
    const before = await contentsOf(database);
    for (let times = 0; times < 100; times++) {
      const json = [link, messageUpdate('/start', times), groupMoved(times, times + 1)][times % 3];
      expect(await update(web, json, { 'X-Telegram-Bot-Api-Secret-Token': 'undefined' })).toMatchObject(ANSWER);
    }
    expect((await contentsOf(database)) === before).toBe(true);
    // A line of the log may arrive after the response.
    await vi.waitFor(() => expect(web.output().match(/chat update refused: there is no bot/g)).toHaveLength(60));
    expect((await call(`${web.url}/api/v1/pastes`, { json: { content: 'x' } })).status).toBe(201);
  } finally {
    await web.kill();
  }
});

it('with a bot only the secret that set-webhook told the platform is accepted', async () => {
  const platform = await startFakeBotApi();
  const bot: Environment = { MESSENGER_BOT_TOKEN: BOT_TOKEN, MESSENGER_API_URL: platform.url, BASE_URL: 'https://paste.example' };
  const environment = testEnvironment(database, bot);
  const web = await startWeb(environment);
  try {
    const link = messageUpdate(`/link ${await newToken(web)}`);
    for (const secret of ['', 'undefined', 'null']) await update(web, link, { 'X-Telegram-Bot-Api-Secret-Token': secret });
    expect(await update(web, link)).toMatchObject(ANSWER);
    expect(await destinations(web)).toEqual([]);
    expect(await runAdmin(['messenger', 'set-webhook'], environment)).toMatchObject({ code: 0, stderr: '' });
    const menus = platform.asked.filter(({ method }) => method === 'setMyCommands').map(({ body }) => body);
    expect(new Set(menus.map(({ language_code: language }) => language)).size).toBe(menus.length);
    for (const language of [undefined, 'en', 'de', 'pt', 'zh']) expect(menus.map(({ language_code }) => language_code)).toContain(language);
    expect(menus.find(({ language_code: language }) => language === 'de')?.commands).toContainEqual({
      command: 'list',
      description: 'Ihre neuesten Einträge',
    });
    const told = platform.asked.find(({ method }) => method === 'setWebhook')?.body.secret_token;
    expect(await update(web, link, { 'X-Telegram-Bot-Api-Secret-Token': String(told) })).toMatchObject(ANSWER);
    expect(await destinations(web)).toHaveLength(1);
    const log = await web.log();
    expect(log).toContain('MESSENGER_WEBHOOK_SECRET is not set');
    expect(log).not.toContain(String(told));
  } finally {
    await web.kill();
    await platform.stop();
  }
});

it('the worker sends answers and messages until the platform refuses its token', async () => {
  const platform = await startFakeBotApi();
  const bot: Environment = { MESSENGER_BOT_TOKEN: BOT_TOKEN, MESSENGER_API_URL: platform.url, BASE_URL: 'https://paste.example' };
  const environment = testEnvironment(database, { ...bot, MESSENGER_WEBHOOK_SECRET: 'secret' });
  const web = await startWeb(environment);
  try {
    const token = await newToken(web);
    await update(web, messageUpdate(`/link ${token}`), { 'X-Telegram-Bot-Api-Secret-Token': 'secret' });
    const worker = await startWorker(environment);
    const key = 'f'.repeat(43);
    const sealed = await createPaste(web.url, { content: 'ciphertext', isE2ee: true }, owner);
    const plain = await createPaste(web.url, { content: 'text', title: `notes /view/${sealed.publicId}#${key}` }, owner);
    await update(web, messageUpdate('/start', 78, { languageCode: 'de' }), { 'X-Telegram-Bot-Api-Secret-Token': 'secret' });
    await vi.waitFor(() => expect(platform.sent()).toHaveLength(4));
    const texts = platform.sent().map(({ body }) => body.text);
    expect(texts).toContainEqual(expect.stringMatching(/^This chat is linked/));
    expect(texts).toContainEqual(expect.stringMatching(/^Willkommen bei /));
    expect(texts).toContainEqual(expect.stringContaining(`https://paste.example/view/${plain.publicId}`));
    expect(texts).toContainEqual(expect.stringMatching(new RegExp(`ask the sender for the key[^]*/view/${sealed.publicId}$`)));
    expect(texts.join()).not.toContain(key);

    platform.behave(() => answers.unauthorized);
    await createPaste(web.url, { content: 'text' }, owner);
    await worker.waitFor('refuses MESSENGER_BOT_TOKEN');
    expect(await worker.stop()).toBe(0);
    expect(worker.output().match(/refuses MESSENGER_BOT_TOKEN/g)).toHaveLength(1);
    for (const secret of [token, BOT_TOKEN]) expect((await web.log()) + worker.output()).not.toContain(secret);
  } finally {
    await web.kill();
    await platform.stop();
  }
});

it('a real process runs each platform’s commands once, if signed', async () => {
  const send = (web: { url: string }, { platform, headers, body }: PlatformRequest) =>
    fetch(`${web.url}/api/v1/chat/${platform}`, { method: 'POST', headers, body: new Uint8Array(body) });
  const configured = { SLACK_SIGNING_SECRET: SLACK_SECRET, DISCORD_PUBLIC_KEY: DISCORD_KEY, MATTERMOST_TOKEN };
  const web = await startWeb(testEnvironment(database, configured));
  try {
    for (const platform of PLATFORMS) {
      const say = async (text: string) => {
        const response = await send(web, SENDS[platform]({ text }));
        expect(response.status).toBe(200);
        return privateText(platform, await response.json());
      };
      expect(await say('list')).toMatch(/^You have not linked/);
      expect(await say(`link ${await newToken(web)}`)).toMatch(/^Your account is linked/);
      expect(await say(`paste from ${platform}: äöü 😀`)).toMatch(/\/view\/\w{24}$/);
      const request = SENDS[platform]({ text: 'paste again' });
      expect((await send(web, request)).status).toBe(200);
      expect((await send(web, request)).status).toBe(401);
      const forged = SENDS[platform]({ text: 'paste forged', fields: platform === 'mattermost' ? { token: 'x' } : {} });
      if (platform !== 'mattermost') forged.body = Buffer.concat([forged.body, Buffer.from(' ')]);
      expect((await send(web, forged)).status).toBe(401);
    }
    expect(await (await fetch(`${web.url}/api/v1/chat/slack`, { method: 'POST', body: 'x'.repeat(300_000) })).json()).toMatchObject({
      code: 'body_too_large',
    });
    const pastes = await call<{ pastes: unknown[] }>(`${web.url}/api/v1/pastes`, { headers: owner });
    expect(pastes.body.pastes).toHaveLength(2 * PLATFORMS.length);
    expect(await destinations(web)).toMatchObject(PLATFORMS.map((platform) => ({ platform, isActive: false })));
    const log = await web.log();
    expect(log).toContain('chat command refused');
    for (const secret of [SLACK_SECRET, MATTERMOST_TOKEN, 'forged', 'äöü']) expect(log).not.toContain(secret);
  } finally {
    await web.kill();
  }
});
