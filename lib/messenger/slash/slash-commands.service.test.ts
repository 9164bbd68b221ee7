/** Slash commands of each platform, from the signed request to the database, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../../db/database';
import { createRateLimiter } from '../../http/rate-limit';
import { loadLanguages } from '../../locales/messages';
import {
  DISCORD_KEY,
  discordPing,
  MATTERMOST_TOKEN,
  type PlatformRequest,
  privateText,
  SENDS,
  type Sent,
  SLACK_SECRET,
} from '../../testing/fake-slash-platforms';
import { collectingLogger } from '../../testing/loggers';
import { engines } from '../../testing/test-database';
import { openTestMessenger, type TestMessenger, UNLIMITED } from '../../testing/test-messenger';
import { store } from '../../testing/test-pastes';
import { BASE_URL } from '../../testing/users';
import type { SlashPlatform } from '../messenger.rules';
import { createSlashCommandsService, type SlashCommandsOptions } from './slash-commands.service';
import { createDiscord, createMattermost, createSlack } from './slash-platforms';

const PLATFORMS = ['slack', 'discord', 'mattermost'] as const;
const ADAPTERS = {
  slack: createSlack(SLACK_SECRET),
  discord: createDiscord(DISCORD_KEY),
  mattermost: createMattermost(['another', MATTERMOST_TOKEN]),
};
const LANGUAGES = { languages: ['en', 'de', 'pt-BR'], fallback: 'en' };
const REFUSED = { status: 401, code: 'chat_request_refused' };
const MINUTE_MS = 60_000;

describe.each(engines)('slash commands on %s', (engine) => {
  let chats: TestMessenger;

  beforeAll(async () => {
    await loadLanguages(LANGUAGES.languages);
    chats = await openTestMessenger(engine);
  });
  beforeEach(async () => {
    for (const table of ['messenger_chats', 'messenger_tokens', 'messenger_updates', 'pastes']) await chats.run(`DELETE FROM ${table}`);
  });
  afterAll(() => chats?.close());

  const outcomes: string[] = [];
  const { log, lines } = collectingLogger();
  const serviceWith = (options: Partial<SlashCommandsOptions> = {}) =>
    createSlashCommandsService({
      repository: chats.repository,
      adapters: ADAPTERS,
      commands: chats.commands,
      limits: UNLIMITED,
      languages: LANGUAGES,
      baseUrl: BASE_URL,
      count: (outcome) => outcomes.push(outcome),
      log,
      ...options,
    });
  const post = ({ platform, headers, body }: PlatformRequest, service = serviceWith()): Promise<unknown> => {
    const given = new Headers(headers);
    const arrival = { requestId: 'r', clientAddress: '192.0.2.1', header: (name: string) => given.get(name), read: async () => body };
    return service.receive(platform, arrival);
  };
  const say = async (platform: SlashPlatform, text: string, sent: Sent = {}, service = serviceWith()) =>
    privateText(platform, await post(SENDS[platform]({ text, ...sent }), service));
  const link = async (platform: SlashPlatform, sent: Sent = {}, owner = chats.anna) =>
    say(platform, `link ${(await chats.service.createToken(owner)).token}`, sent);
  const written = async () =>
    (
      await Promise.all(
        ['messenger_chats', 'messenger_updates', 'notification_queue', 'pastes'].map((table) => chats.rows(`SELECT 1 FROM ${table}`)),
      )
    ).flat();

  it.each(PLATFORMS)('somebody on %s links an account, pastes, lists, deletes and unlinks', async (platform) => {
    expect(await say(platform, 'paste hello')).toMatch(/^You have not linked an account here\. .*\/sealpaste link TOKEN/s);
    expect(await link(platform)).toMatch(/^Your account is linked\./);
    expect(await chats.service.list(chats.anna)).toMatchObject([{ platform, isActive: false, events: [] }]);
    const pasted = await say(platform, 'paste two words & <more>');
    const [url = '', id = ''] = /https:\/\/paste\.example\/view\/(\w{24})/.exec(pasted) ?? [];
    expect(pasted).toMatch(/^Paste created\. This server can read it/);
    const [row] = await chats.pastes.list(chats.anna, 10, 0);
    expect(row).toMatchObject({ publicId: id, isE2ee: false, burnAfterRead: false });
    expect(await chats.pastes.copyOwned(chats.anna, id)).toMatchObject({ content: Buffer.from('two words & <more>') });
    expect(await say(platform, 'list')).toContain(url);
    expect(await say(platform, 'secret')).toContain(`${BASE_URL}/`);
    expect(await say(platform, 'request The password: a.b')).toContain(`${BASE_URL}/requests#label=The%20password%3A%20a%2Eb`);
    for (const text of ['help', '', 'nonsense']) expect(await say(platform, text)).toContain('/sealpaste paste TEXT');
    expect(await say(platform, `delete ${id}`)).toContain('is deleted');
    expect(await say(platform, `delete ${id}`)).toContain('You have no paste');
    expect(await say(platform, 'list')).toBe('You have no pastes.');
    await chats.service.remove(chats.anna, (await chats.service.list(chats.anna))[0]?.id ?? 0);
    expect(await say(platform, 'list')).toMatch(/^You have not linked/);
  });

  it.each(PLATFORMS)('a paste of somebody else is neither listed nor deleted from %s', async (platform) => {
    await link(platform);
    const { publicId } = await store(chats.pastes, 'text', { owner: chats.bert, title: 'private words' });
    expect(await say(platform, 'list')).toBe('You have no pastes.');
    expect(await say(platform, `delete ${publicId}`)).toContain('You have no paste');
    expect(await chats.pastes.list(chats.bert, 10, 0)).toHaveLength(1);
  });

  it('an account linked on one platform is linked for nobody else, and nowhere else', async () => {
    await link('slack', { userId: '1' });
    expect(await say('slack', 'list', { userId: '1' })).toBe('You have no pastes.');
    for (const [platform, sent] of [
      ['slack', { userId: '2' }],
      ['slack', { userId: '1', fields: { team_id: 'T0002' } }],
      ['discord', { userId: '1' }],
      ['mattermost', { userId: '1' }],
    ] as const)
      expect(await say(platform, 'list', sent)).toMatch(/^You have not linked/);
  });

  it.each(PLATFORMS)('a token links one person on %s, once, and no other token links anybody', async (platform) => {
    const { token } = await chats.service.createToken(chats.anna);
    const said = await Promise.all(['1', '2', '3', '4'].map((userId) => say(platform, `link ${token}`, { userId })));
    expect(said.filter((text) => text.startsWith('Your account is linked'))).toHaveLength(1);
    expect(said.filter((text) => text.startsWith('This token is invalid'))).toHaveLength(3);
    expect(await chats.service.findLinking(chats.anna, token)).toMatchObject({
      state: 'linked',
      chatTitle: expect.stringMatching(/^anna/),
    });
    for (const text of ['link', 'link nonsense', `link ${'x'.repeat(32)}`])
      expect(await say(platform, text)).toMatch(/^This token is invalid/);
    expect(await chats.service.list(chats.anna)).toHaveLength(1);
    expect(await chats.rows('SELECT 1 FROM messenger_chats')).toHaveLength(1);
  });

  /** Requests that the platform never made, from one that it did. */
  const FORGERIES: readonly [platform: SlashPlatform, what: string, change: (request: PlatformRequest) => void][] = [
    ['slack', 'another body', (request) => void (request.body = Buffer.concat([request.body, Buffer.from(' ')]))],
    ['slack', 'another signature', ({ headers }) => void (headers['X-Slack-Signature'] = `v0=${'0'.repeat(64)}`)],
    ['slack', 'no signature', ({ headers }) => void delete headers['X-Slack-Signature']],
    ['slack', 'no time', ({ headers }) => void delete headers['X-Slack-Request-Timestamp']],
    ['slack', 'another time', ({ headers }) => void (headers['X-Slack-Request-Timestamp'] = String(Math.floor(Date.now() / 1_000) + 1))],
    ['slack', 'a time that is none', ({ headers }) => void (headers['X-Slack-Request-Timestamp'] = 'now')],
    ['discord', 'another body', (request) => void (request.body = Buffer.concat([request.body, Buffer.from(' ')]))],
    ['discord', 'another signature', ({ headers }) => void (headers['X-Signature-Ed25519'] = '0'.repeat(128))],
    ['discord', 'half a signature', ({ headers }) => void (headers['X-Signature-Ed25519'] = '0'.repeat(64))],
    ['discord', 'no signature', ({ headers }) => void delete headers['X-Signature-Ed25519']],
    ['discord', 'no time', ({ headers }) => void delete headers['X-Signature-Timestamp']],
    ['discord', 'another time', ({ headers }) => void (headers['X-Signature-Timestamp'] = String(Math.floor(Date.now() / 1_000) + 1))],
    ['mattermost', 'another token', (request) => void (request.body = SENDS.mattermost({ text: 'help', fields: { token: 'x' } }).body)],
    ['mattermost', 'no token', (request) => void (request.body = SENDS.mattermost({ text: 'help', fields: { token: '' } }).body)],
    ['mattermost', 'nobody as the sender', (request) => void (request.body = SENDS.mattermost({ text: 'help', userId: '' }).body)],
  ];

  it.each(FORGERIES)('a request of %s with %s is refused and writes nothing', async (platform, _, change) => {
    const request = SENDS[platform]({ text: 'help' });
    change(request);
    await expect(post(request)).rejects.toMatchObject(REFUSED);
    expect(await written()).toEqual([]);
  });

  it.each(PLATFORMS)('a request of %s is refused more than five minutes from its time', async (platform) => {
    const now = Date.UTC(2031, 0, 1);
    const service = serviceWith({ clock: () => now });
    for (const [offMs, isTaken] of [
      [-5 * MINUTE_MS, true],
      [5 * MINUTE_MS, true],
      [-5 * MINUTE_MS - 1_000, false],
      [5 * MINUTE_MS + 1_000, false],
    ] as const) {
      const answered = say(platform, 'help', { atMs: now + offMs }, service);
      if (isTaken) expect(await answered).toMatch(/^You have not linked/);
      else await expect(answered).rejects.toMatchObject(REFUSED);
    }
  });

  it.each(PLATFORMS)('a request of %s that comes again is refused, at once and later', async (platform) => {
    await link(platform);
    const request = SENDS[platform]({ text: 'paste once' });
    const results = await Promise.allSettled([request, request, request].map((each) => post(each)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(post(request)).rejects.toMatchObject(REFUSED);
    expect(await chats.pastes.list(chats.anna, 10, 0)).toHaveLength(1);
    // The same command, given again, is another request.
    expect(await say(platform, 'paste once')).toContain('/view/');
  });

  it('Discord’s ping gets a pong, also from a stranger only when it is signed', async () => {
    expect(await post(discordPing())).toEqual({ type: 1 });
    const forged = discordPing();
    forged.headers['X-Signature-Ed25519'] = '1'.repeat(128);
    await expect(post(forged)).rejects.toMatchObject(REFUSED);
    expect(await written()).toEqual([]);
  });

  it('Discord’s commands may also be of their own, or one with a text', async () => {
    await link('discord');
    const run = (data: object) => post(SENDS.discord({ fields: { data } })).then((response) => privateText('discord', response));
    expect(await run({ name: 'paste', type: 1, options: [{ name: 'text', type: 3, value: 'one' }] })).toContain('/view/');
    expect(await run({ name: 'sealpaste', type: 1, options: [{ name: 'command', type: 3, value: 'paste two' }] })).toContain('/view/');
    expect(await run({ name: 'help', type: 1 })).toContain('/paste TEXT');
  });

  it('a platform that is not configured is not found', async () => {
    for (const platform of PLATFORMS) {
      const { [platform]: _, ...adapters } = ADAPTERS;
      await expect(post(SENDS[platform]({ text: 'help' }), serviceWith({ adapters }))).rejects.toMatchObject({ status: 404 });
      expect(serviceWith({ adapters }).platforms).not.toContain(platform);
    }
  });

  it('a title with markup and mentions stays text, and has no key', async () => {
    await Promise.all(PLATFORMS.map((platform) => link(platform)));
    const key = 'k'.repeat(43);
    await store(chats.pastes, 'text', { owner: chats.anna, title: '<!channel> *b* @everyone [x](http://e)' });
    await store(chats.pastes, 'text', { owner: chats.anna, title: `/view/${'a'.repeat(24)}#${key}` });
    await store(chats.pastes, 'text', { owner: chats.anna, title: 'line\n\u202e\0two' });
    const [slack, discord, mattermost] = await Promise.all(PLATFORMS.map((platform) => say(platform, 'list')));
    expect(slack).toContain('&lt;!channel&gt; *b* @everyone');
    for (const text of [discord, mattermost]) expect(text).toContain('\\<\\!channel\\> \\*b\\* \\@everyone \\[x\\]\\(http\\://e\\)');
    for (const text of [slack, discord, mattermost]) {
      expect(text).not.toContain(key);
      expect(text).toMatch(/^line {1,2}two$/m);
      expect(text?.length).toBeLessThanOrEqual(2_000);
    }
    expect(((await post(SENDS.discord({ text: 'list' }))) as { data: object }).data).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('Discord’s replies are in the sender’s language, if the host offers it', async () => {
    for (const [language, words] of [
      ['de', /^Sie haben hier kein Konto verknüpft/],
      ['pt-BR', /^Você não vinculou uma conta/],
      ['sv-SE', /^You have not linked/],
    ] as const)
      expect(await say('discord', 'list', { language })).toMatch(words);
  });

  const perMinute = (limit: number) => createRateLimiter(`test-${Math.random()}`, limit, { kind: 'memory' });

  it('commands beyond the rate of a sender or of all do nothing, and are told so', async () => {
    const service = serviceWith({ limits: { ...UNLIMITED, commandsPerChat: perMinute(2), commandsInAll: perMinute(3) } });
    const said: string[] = [];
    for (const userId of ['1', '1', '1', '2', '3']) said.push((await say('slack', 'help', { userId }, service)).slice(0, 12));
    expect(said).toEqual(['You have not', 'You have not', 'Too many com', 'You have not', 'Too many com']);
    expect(await chats.rows('SELECT 1 FROM messenger_updates')).toHaveLength(3);
  });

  it('a flood of forged requests is logged only a few times', async () => {
    lines.length = 0;
    const service = serviceWith({ limits: { ...UNLIMITED, refusedPerAddress: perMinute(3), refusedInAll: perMinute(5) } });
    const forged = SENDS.slack({ text: 'paste private words' });
    forged.headers['X-Slack-Signature'] = 'v0=';
    for (let times = 0; times < 20; times++) await expect(post(forged, service)).rejects.toMatchObject(REFUSED);
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain('private words');
  });

  it.each(PLATFORMS)('%s gets its reply in time when the database hangs, and an error when it is away', async (platform) => {
    lines.length = 0;
    const hanging = serviceWith({ repository: { ...chats.repository, findCaller: () => new Promise(() => undefined) }, replyMs: 50 });
    expect(await say(platform, 'paste private words', {}, hanging)).toMatch(/^The server did not finish in time\..*\/sealpaste list/s);
    const away = serviceWith({ repository: { ...chats.repository, mark: () => Promise.reject(new DatabaseUnavailableError()) } });
    expect(await say(platform, 'paste private words', {}, away)).toMatch(/^The server had an error/);
    expect(lines.map(({ message }) => message)).toEqual(['chat command failed']);
    expect(JSON.stringify(lines)).not.toContain('private words');
  });

  it('a chat that only gives commands gets no messages and cannot be switched on', async () => {
    await link('slack');
    await store(chats.pastes, 'text', { owner: chats.anna });
    expect(await chats.rows('SELECT 1 FROM notification_queue')).toEqual([]);
    const [{ id = 0 } = {}] = await chats.service.list(chats.anna);
    await expect(chats.service.update(chats.anna, id, { isActive: true })).rejects.toMatchObject({ code: 'chat_without_messages' });
  });
});
