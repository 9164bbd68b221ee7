/** Updates of the platform, from the request to the database, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../http/rate-limit';
import { collectingLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { openTestMessenger, SECRET, type TestMessenger, UNLIMITED } from '../testing/test-messenger';
import { groupMoved, messageUpdate, nextUpdateId } from '../testing/updates';
import { TooManyTokensError } from './messenger.errors';
import {
  KEEP_USED_TOKENS_MS,
  MAX_OPEN_TOKENS_PER_USER,
  MAX_WAITING_ANSWERS,
  MAX_WAITING_ANSWERS_IN_ALL,
  TOKEN_TTL_MINUTES,
} from './messenger.rules';

describe.each(engines)('updates on %s', (engine) => {
  let chats: TestMessenger;

  beforeAll(async () => {
    chats = await openTestMessenger(engine);
  });
  beforeEach(async () => {
    for (const table of ['notification_queue', 'messenger_chats', 'messenger_tokens', 'messenger_updates'])
      await chats.run(`DELETE FROM ${table}`);
  });
  afterAll(() => chats?.close());

  const newToken = async (owner = chats.anna) => (await chats.service.createToken(owner)).token;
  const links = () => chats.service.list(chats.anna);
  const answers = async () => (await chats.rows('SELECT kind FROM notification_queue ORDER BY created_at, id')).map(({ kind }) => kind);
  const everything = async () =>
    (
      await Promise.all(
        ['notification_queue', 'messenger_chats', 'messenger_destinations', 'messenger_updates'].map((table) =>
          chats.rows(`SELECT * FROM ${table}`),
        ),
      )
    ).flat();

  it('/link with a token links the chat to the token’s maker and says so', async () => {
    await chats.post(messageUpdate(`/link ${await newToken()}`, -42, { type: 'group', title: 'Team ☀' }));
    expect(await links()).toMatchObject([
      { userId: chats.anna.userId, chatId: '-42', chatTitle: 'Team ☀', isActive: true, events: ['paste.created', 'paste.waiting'] },
    ]);
    expect(await chats.service.list(chats.bert)).toEqual([]);
    expect(await answers()).toEqual(['linked']);
  });

  it('/start welcomes, other commands get help, and other messages get nothing', async () => {
    for (const [text, answer] of [
      ['/start', 'welcome'],
      ['/START', 'welcome'],
      ['/start something', 'welcome'],
      ['/help', 'help'],
      ['/unlink now', 'help'],
      ['/links', 'help'],
      ['/link', 'not-linked'],
      ['/link nonsense', 'not-linked'],
      ['hello', null],
      [' /start', null],
      ['see /start', null],
      ['/', null],
      ['/usr/bin', null],
    ] as const) {
      await chats.run('DELETE FROM notification_queue');
      await chats.post(messageUpdate(text));
      expect({ text, answers: await answers() }).toEqual({ text, answers: answer === null ? [] : [answer] });
    }
  });

  it.each([
    ['/link T', true],
    ['/LINK T', true],
    ['/Link T', true],
    ['/link@OurBot T', true],
    ['/link@ourbot T', true],
    ['/link  T  ', true],
    ['/link\nT', true],
    ['/link <T>', true],
    ['/start T', true],
    ['/start@OurBot T', true],
    ['/link@Other T', false],
    ['/link@OurBotX T', false],
    ['/linkT', false],
    ['link T', false],
    ['please /link T', false],
    ['/linkage T', false],
    ['/help T', false],
  ])('%j links: %s', async (text, linked) => {
    await chats.post(messageUpdate(text.replace('T', await newToken())));
    expect(await links()).toHaveLength(linked ? 1 : 0);
  });

  it('a channel’s post links the channel; captions and edited messages link nothing', async () => {
    const { message } = messageUpdate(`/link ${await newToken()}`, -1_009_999_999_999, { type: 'channel', title: 'News' });
    const { text, entities, from: _, ...rest } = message;
    await chats.post({ update_id: nextUpdateId(), edited_message: message });
    await chats.post({ update_id: nextUpdateId(), edited_channel_post: message });
    await chats.post({ update_id: nextUpdateId(), message: { ...rest, caption: text, caption_entities: entities, photo: [] } });
    expect(await everything()).toEqual([]);
    await chats.post({ update_id: nextUpdateId(), channel_post: { ...rest, text, entities } });
    expect(await links()).toMatchObject([{ chatId: '-1009999999999', chatTitle: 'News' }]);
  });

  const languages = async () => (await chats.rows('SELECT language FROM messenger_chats ORDER BY chat_id')).map(({ language }) => language);

  it.each([
    ['de', 'de'],
    ['pt-br', 'pt-BR'],
    ['zh-hans', 'zh-Hans'],
    ['sw', null],
    ['', null],
    [5, null],
    [undefined, null],
  ])('a chat that somebody with the language %j links has the language %j', async (languageCode, language) => {
    await chats.post(messageUpdate(`/link ${await newToken()}`, 7, { languageCode }));
    expect(await languages()).toEqual([language]);
  });

  it('a language that the host doesn’t offer is not stored', async () => {
    const service = chats.serviceWith({ languages: { languages: ['en', 'fr'], fallback: 'en' } });
    for (const [chat, languageCode] of ['de', 'fr'].entries())
      await chats.post(messageUpdate('/start', chat + 1, { languageCode }), service);
    expect(await languages()).toEqual([null, 'fr']);
  });

  it('a private chat has the language of its last command, and no repeated update’s', async () => {
    const german = messageUpdate(`/link ${await newToken()}`, 7, { languageCode: 'de' });
    await chats.post(german);
    await chats.post(messageUpdate('/help', 7, { languageCode: 'fr' }));
    await chats.post(german);
    await chats.post(messageUpdate('hello', 7, { languageCode: 'uk' }));
    expect(await languages()).toEqual(['fr']);
    await chats.post(messageUpdate('/help', 7, { languageCode: 'sw' }));
    expect(await languages()).toEqual([null]);
  });

  it('a group has the language of whoever linked it, also a new one', async () => {
    const say = async (text: string, languageCode: string, senderId = 1) => {
      const update = messageUpdate(text, -7, { type: 'group', languageCode });
      update.message.from.id = senderId;
      await chats.post(update);
      return (await languages())[0];
    };
    expect(await say('/help', 'fr')).toBe('fr');
    expect(await say(`/link ${await newToken()}`, 'de')).toBe('de');
    for (const text of ['/help', '/start', '/link', `/link ${'x'.repeat(32)}`]) expect(await say(text, 'fr', 2)).toBe('de');
    expect(await say('/help', 'fr')).toBe('fr');
    expect(await say(`/link ${await newToken(chats.bert)}`, 'uk', 2)).toBe('uk');
  });

  it('a channel, whose posts have no author, has no language', async () => {
    const { message } = messageUpdate(`/link ${await newToken()}`, -1_009_999_999_999, { type: 'channel', title: 'News' });
    const { from: _, ...post } = message;
    await chats.post({ update_id: nextUpdateId(), channel_post: post });
    expect(await languages()).toEqual([null]);
    expect(await links()).toHaveLength(1);
  });

  it('a group’s language goes with it to the supergroup that it becomes', async () => {
    await chats.link(-1, chats.anna, 'de');
    await chats.post(groupMoved(-1, -100));
    expect(await languages()).toEqual(['de']);
  });

  it('of 20 uses of a token at the same moment, by as many chats, exactly one links', async () => {
    for (let round = 0; round < 5; round++) {
      await chats.run('DELETE FROM messenger_chats');
      const token = await newToken();
      await Promise.all(Array.from({ length: 20 }, (_, index) => chats.post(messageUpdate(`/link ${token}`, 100 + index))));
      expect(await links()).toHaveLength(1);
      expect((await answers()).sort()).toEqual(['linked', ...Array.from({ length: 19 }, () => 'not-linked')]);
    }
  });

  it('a token works until its last millisecond, once, and not for a disabled user', async () => {
    const ttl = TOKEN_TTL_MINUTES * 60_000;
    const at = async (now: number, token: string) => {
      await chats.run('DELETE FROM messenger_chats');
      await chats.post(messageUpdate(`/link ${token}`), chats.at(now).service);
      return (await links()).length;
    };
    const { token } = await chats.at(0).service.createToken(chats.anna);
    expect(await at(ttl, token)).toBe(0);
    expect(await at(ttl - 1, token)).toBe(1);
    expect(await at(ttl - 1, token)).toBe(0);
    const another = await newToken();
    await chats.run(`UPDATE users SET disabled_at = 0 WHERE id = ${chats.anna.userId}`);
    await chats.post(messageUpdate(`/link ${another}`));
    await chats.run('UPDATE users SET disabled_at = NULL');
    expect(await links()).toEqual([]);
  });

  it('linked again, a chat stays one destination, and is active again', async () => {
    const id = await chats.link(7);
    await chats.service.update(chats.anna, id, { isActive: false, events: ['paste.burned'] });
    expect(await chats.link(7)).toBe(id);
    expect(await links()).toMatchObject([{ isActive: true, events: ['paste.burned'] }]);
    await chats.link(7, chats.bert);
    expect([await links(), await chats.service.list(chats.bert)].map((list) => list.length)).toEqual([1, 1]);
  });

  it('an update is applied once, at the same moment, later, and out of order', async () => {
    const [first, second] = [messageUpdate('/start'), messageUpdate('/help')];
    await Promise.all([second, second, second].map((update) => chats.post(update)));
    for (const update of [first, second, first, second, first]) await chats.post(update);
    expect((await answers()).sort()).toEqual(['help', 'welcome']);
  });

  it('a missing or wrong secret changes nothing; either header may carry the secret', async () => {
    const { log, lines } = collectingLogger();
    const service = chats.serviceWith({ log });
    const token = await newToken();
    const update = messageUpdate(`/link ${token}`);
    for (const secrets of [
      [null, null],
      ['', null],
      [`${SECRET}x`, SECRET.slice(1)],
      [null, SECRET.toUpperCase()],
    ])
      await chats.post(update, service, secrets);
    expect(await everything()).toEqual([]);
    expect(lines.map(({ level }) => level)).toEqual(Array(4).fill('warn'));
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${token}|${SECRET}`, 'i'));
    await chats.post(messageUpdate('/start'), service, [SECRET, null]);
    await chats.post(messageUpdate('/start'), service, [null, SECRET]);
    expect(await answers()).toEqual(['welcome', 'welcome']);
  });

  it('without a bot and a secret nothing is applied, whatever is shown', async () => {
    const { log, lines } = collectingLogger();
    const service = chats.serviceWith({ secrets: [], log });
    const update = messageUpdate(`/link ${await newToken()}`);
    for (const shown of [[], [null, null], [''], ['undefined'], [SECRET]]) await chats.post(update, service, shown);
    expect(await everything()).toEqual([]);
    expect(lines.map(({ message }) => message)).toEqual(Array(5).fill('chat update refused: there is no bot'));
  });

  it('of two secrets, while the master key is being changed, either one will do', async () => {
    const service = chats.serviceWith({ secrets: ['new', 'old'] });
    for (const secret of ['new', 'old', 'older']) await chats.post(messageUpdate('/start'), service, [secret]);
    expect(await answers()).toEqual(['welcome', 'welcome']);
  });

  it('a stranger moves nobody’s chat', async () => {
    const id = await chats.link(-1);
    for (const shown of [[null], ['wrong']]) await chats.post(groupMoved(-1, -666), chats.service, shown);
    expect(await links()).toMatchObject([{ id, chatId: '-1' }]);
  });

  const perMinute = (limit: number) => createRateLimiter(`test-${Math.random()}`, limit, { kind: 'memory' });

  it('a flood without the secret writes nothing and is logged only a few times', async () => {
    const { log, lines } = collectingLogger();
    const outcomes: string[] = [];
    let reads = 0;
    const service = chats.serviceWith({
      limits: { ...UNLIMITED, refusedPerAddress: perMinute(3), refusedInAll: perMinute(5) },
      count: (outcome) => outcomes.push(outcome),
      log,
    });
    for (const clientAddress of ['192.0.2.1', '192.0.2.2', '192.0.2.3', null])
      for (let times = 0; times < 50; times++) {
        const read = async () => {
          reads += 1;
          return messageUpdate('/start', times);
        };
        await service.receive({ requestId: 'r', clientAddress, secrets: ['wrong'], read });
      }
    expect(lines.map(({ fields }) => fields.clientAddress)).toEqual([...Array(3).fill('192.0.2.1'), ...Array(2).fill('192.0.2.2')]);
    expect(reads).toBe(5);
    expect(outcomes).toEqual(Array(200).fill('refused'));
    expect(await everything()).toEqual([]);
    // The flood doesn't use up the platform's limits.
    await chats.post(messageUpdate('/start'), service);
    expect(await answers()).toEqual(['welcome']);
  });

  it('commands beyond the rate of a chat or of all write nothing; other messages pass', async () => {
    const outcomes: string[] = [];
    const limits = { ...UNLIMITED, commandsPerChat: perMinute(2), commandsInAll: perMinute(3) };
    const service = chats.serviceWith({ limits, count: (outcome) => outcomes.push(outcome) });
    for (let times = 0; times < 9; times++) await chats.post(messageUpdate('hello', 1), service);
    for (const chat of [1, 1, 1, 2, 3]) await chats.post(messageUpdate('/start', chat), service);
    expect(outcomes).toEqual([...Array(11).fill('applied'), 'limited', 'applied', 'limited']);
    expect(await chats.rows('SELECT chat_id FROM messenger_chats ORDER BY chat_id')).toEqual([{ chat_id: '1' }, { chat_id: '2' }]);
    expect(await chats.rows('SELECT update_id FROM messenger_updates')).toHaveLength(3);
  });

  it('while too many answers wait, strangers leave nothing and a token still links', async () => {
    await chats.post(messageUpdate('/start', 1));
    await chats.run(`WITH RECURSIVE numbers(number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MAX_WAITING_ANSWERS_IN_ALL})
      INSERT INTO notification_queue (id, chat_ref, kind, status, attempts, next_retry_at, created_at)
      SELECT 'waits' || CAST(number AS TEXT), (SELECT min(id) FROM messenger_chats), 'help', 'pending', 0, 0, 0 FROM numbers`);
    await chats.post(messageUpdate('/start', 2));
    expect(await chats.rows('SELECT chat_id FROM messenger_chats')).toEqual([{ chat_id: '1' }]);
    await chats.post(messageUpdate(`/link ${await newToken()}`, 3));
    expect(await links()).toMatchObject([{ chatId: '3' }]);
    expect(await answers()).toHaveLength(MAX_WAITING_ANSWERS_IN_ALL);
    await chats.run("DELETE FROM notification_queue WHERE id = 'waits2'");
    await chats.post(messageUpdate('/start', 2));
    expect(await answers()).toHaveLength(MAX_WAITING_ANSWERS_IN_ALL);
  });

  it('nonsense changes nothing and throws nothing', async () => {
    const { message } = messageUpdate('/start');
    for (const update of [
      null,
      [],
      'text',
      {},
      { update_id: 'x', message },
      { update_id: 1.5, message },
      { update_id: -1, message },
      { update_id: 1 },
      { update_id: 1, message: null },
      { update_id: 1, message: 5 },
      { update_id: 1, message: { text: '/start' } },
      { update_id: 1, message: { ...message, chat: null } },
      { update_id: 1, message: { ...message, text: { method: 'sendMessage' } } },
      { update_id: 1, method: 'sendMessage', callback_query: {} },
    ])
      await chats.post(update);
    await chats.service.receive({ requestId: 'r', clientAddress: null, secrets: [], read: () => Promise.reject(new Error('no JSON')) });
    expect(await answers()).toEqual([]);
  });

  it('a database failure throws nothing, logs no message text and keeps the token', async () => {
    const { log, lines } = collectingLogger();
    const token = await newToken();
    await chats.run('ALTER TABLE notification_queue RENAME TO gone');
    try {
      await chats.post(messageUpdate(`/link ${token}`), chats.serviceWith({ log }));
    } finally {
      await chats.run('ALTER TABLE gone RENAME TO notification_queue');
    }
    expect(lines).toMatchObject([{ level: 'error', fields: { err: { message: expect.stringContaining('notification_queue') } } }]);
    // The log has an error's message and stack.
    for (const { fields } of lines) expect(fields.err instanceof Error && `${fields.err.message}${fields.err.stack}`).not.toContain(token);
    expect(await everything()).toEqual([]);
    await chats.post(messageUpdate(`/link ${token}`));
    expect(await links()).toHaveLength(1);
  });

  it('an addressed command is ours without a bot, but not while its name is unknown', async () => {
    await chats.post(messageUpdate('/start@OurBot'), chats.serviceWith({ botName: async () => null }));
    expect(await answers()).toEqual([]);
    await chats.post(messageUpdate('/start@OurBot'), chats.serviceWith({ botName: async () => undefined }));
    expect(await answers()).toEqual(['welcome']);
  });

  it('a group that becomes a supergroup keeps its links beside those already there', async () => {
    const moved = (from: number, to: number) => chats.post(groupMoved(from, to));
    const id = await chats.link(-1);
    await moved(-1, -100);
    expect(await links()).toMatchObject([{ id, chatId: '-100' }]);
    // Both chats are known: bert has linked the old one only, anna both.
    await chats.link(-2);
    await chats.link(-2, chats.bert);
    await moved(-2, -100);
    await moved(-2, -100);
    expect(await links()).toMatchObject([{ id, chatId: '-100' }]);
    expect(await chats.service.list(chats.bert)).toMatchObject([{ chatId: '-100', isActive: true }]);
  });

  it('a chat that is flooded with commands has few answers waiting', async () => {
    for (let index = 0; index < MAX_WAITING_ANSWERS + 5; index++) await chats.post(messageUpdate('/help'));
    expect(await answers()).toHaveLength(MAX_WAITING_ANSWERS);
  });

  describe('who made a token', () => {
    const ttl = TOKEN_TTL_MINUTES * 60_000;

    it('a token’s maker sees that it waits or has expired, and which chat it linked', async () => {
      const at = (now: number) => chats.at(now).service;
      const { token } = await at(0).createToken(chats.anna);
      const linking = (now: number, owner = chats.anna) => at(now).findLinking(owner, token);
      expect(await linking(1)).toEqual({ state: 'waiting', chatTitle: null });
      expect(await linking(ttl)).toEqual({ state: 'expired', chatTitle: null });
      expect(await linking(1, chats.bert)).toEqual({ state: 'expired', chatTitle: null });
      await chats.post(messageUpdate(`/link ${token}`, -42, { type: 'group', title: 'Team ☀' }), at(ttl - 1));
      const linked = { state: 'linked', chatTitle: 'Team ☀' };
      // The same holds for a token that was used at the last moment, after cleanup.
      while ((await at(ttl + 1_000).prune()) > 0);
      for (const now of [ttl - 1, ttl + KEEP_USED_TOKENS_MS - 1]) expect(await linking(now)).toEqual(linked);
      expect(await linking(ttl, chats.bert)).toEqual({ state: 'expired', chatTitle: null });
      const [destination] = await links();
      await chats.service.remove(chats.anna, destination?.id ?? 0);
      expect(await linking(ttl)).toEqual({ state: 'linked', chatTitle: null });
      while ((await at(ttl + KEEP_USED_TOKENS_MS).prune()) > 0);
      expect(await linking(ttl)).toEqual({ state: 'expired', chatTitle: null });
    });

    it('is told the chat’s new name after the group has moved', async () => {
      const token = await newToken();
      await chats.post(messageUpdate(`/link ${token}`, -1, { type: 'group', title: 'Old' }));
      await chats.post(groupMoved(-1, -100));
      await chats.post(messageUpdate('/help', -100, { type: 'supergroup', title: 'New' }));
      expect(await chats.service.findLinking(chats.anna, token)).toEqual({ state: 'linked', chatTitle: 'New' });
    });

    it('only its maker can withdraw a token, which then links nothing; its links stay', async () => {
      const token = await newToken();
      await chats.service.withdrawToken(chats.bert, token);
      expect(await chats.service.findLinking(chats.anna, token)).toMatchObject({ state: 'waiting' });
      await chats.service.withdrawToken(chats.anna, token);
      await chats.post(messageUpdate(`/link ${token}`));
      expect(await links()).toEqual([]);
      const used = await newToken();
      await chats.post(messageUpdate(`/link ${used}`));
      await chats.service.withdrawToken(chats.anna, used);
      expect(await links()).toHaveLength(1);
      expect(await chats.service.findLinking(chats.anna, used)).toMatchObject({ state: 'linked' });
    });

    it('has at most a hundred that are good, also of those made at the same moment', async () => {
      const make = (now: number, owner = chats.anna) => chats.at(now).service.createToken(owner);
      const made = await Promise.allSettled(Array.from({ length: MAX_OPEN_TOKENS_PER_USER + 20 }, () => make(0)));
      const failures = made.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(failures.filter((reason) => !(reason instanceof TooManyTokensError))).toEqual([]);
      expect(failures).toHaveLength(20);
      await expect(make(0)).rejects.toThrow(TooManyTokensError);
      await make(0, chats.bert);
      const [first] = made.filter((result) => result.status === 'fulfilled');
      await chats.post(messageUpdate(`/link ${first?.value.token}`), chats.at(1).service);
      await make(1);
      await expect(make(ttl - 1)).rejects.toThrow(TooManyTokensError);
      await make(ttl);
    });
  });

  it('cleanup removes expired tokens, used or not, and old rows, and leaves the rest', async () => {
    await chats.at(0).service.createToken(chats.anna);
    const { token: longUsed } = await chats.at(0).service.createToken(chats.anna);
    await chats.post(messageUpdate(`/link ${longUsed}`, 6), chats.at(0).service);
    await chats.service.remove(chats.anna, (await links())[0]?.id ?? 0);
    const fresh = await newToken();
    const id = await chats.link(7);
    await chats.post(messageUpdate('/start', 8), chats.at(0).service);
    const kept = messageUpdate('/start', 9);
    await chats.post(kept);
    while ((await chats.service.prune()) > 0);
    expect(await chats.rows('SELECT chat_id FROM messenger_chats ORDER BY chat_id')).toEqual([{ chat_id: '7' }, { chat_id: '9' }]);
    expect(await answers()).toEqual(['welcome']);
    await chats.post(kept);
    expect(await answers()).toEqual(['welcome']);
    expect(await links()).toMatchObject([{ id }]);
    // The fresh token and the one that was used just now are left.
    expect(await chats.rows('SELECT user_id FROM messenger_tokens')).toHaveLength(2);
    await chats.post(messageUpdate(`/link ${fresh}`, 10));
    expect(await links()).toHaveLength(2);
  });

  it('the database holds no linking token', async () => {
    const token = await newToken();
    await chats.post(messageUpdate(`/link ${token} ${token}`));
    const dump = JSON.stringify(await Promise.all([everything(), chats.rows('SELECT * FROM messenger_tokens')]));
    expect(dump).not.toContain(token);
  });
});
