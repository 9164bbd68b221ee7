/** Linked chats as their owner sees and changes them, and tokens as they are made, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOT_NAME } from '../testing/fake-bot-api';
import { collectingLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { openTestMessenger, type TestMessenger } from '../testing/test-messenger';
import { store } from '../testing/test-pastes';
import { messageUpdate } from '../testing/updates';
import { TooManyChatsError } from './messenger.errors';
import { isToken, KEEP_MESSAGES_MS, KEEP_UPDATES_MS, MAX_CHATS_PER_USER } from './messenger.rules';

const NOT_FOUND = { status: 404, message: 'Destination not found' };

describe.each(engines)('linked chats on %s', (engine) => {
  let chats: TestMessenger;

  beforeAll(async () => {
    chats = await openTestMessenger(engine);
  });
  beforeEach(async () => {
    for (const table of ['notification_queue', 'messenger_chats', 'messenger_tokens', 'messenger_updates'])
      await chats.run(`DELETE FROM ${table}`);
  });
  afterAll(() => chats?.close());

  const list = (owner = chats.anna) => chats.service.list(owner);
  const paste = () => store(chats.pastes, 'text', { owner: chats.anna });
  const queued = async () =>
    (await chats.rows('SELECT destination_id, status FROM notification_queue ORDER BY destination_id')).map(
      ({ destination_id, status }) => `${destination_id} ${status}`,
    );

  it('a token has 32 characters, is new each time, and names the bot to send it to', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => chats.service.createToken(chats.anna)));
    for (const { token, botName } of made) {
      expect(isToken(token)).toBe(true);
      expect(encodeURIComponent(token)).toBe(token);
      expect(botName).toBe(BOT_NAME);
    }
    expect(new Set(made.map(({ token }) => token)).size).toBe(5);
  });

  it('a token is made also while the bot has no name that is known', async () => {
    for (const name of [null, undefined])
      expect(await chats.serviceWith({ botName: async () => name }).createToken(chats.anna)).toMatchObject({ botName: null });
  });

  it('a user with a hundred chats gets no token, and with one less gets one', async () => {
    await chats.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MAX_CHATS_PER_USER})
      INSERT INTO messenger_chats (chat_id, title_sealed, is_active, created_at)
        SELECT CAST(number AS TEXT), CAST('' AS ${chats.db.dialect.bytes}), TRUE, 0 FROM numbers`);
    const { token } = await chats.service.createToken(chats.anna);
    await chats.run(`INSERT INTO messenger_destinations (owner_id, chat_ref, on_created, on_burned, on_expired, is_active, created_at)
      SELECT ${chats.anna.userId}, id, TRUE, FALSE, FALSE, TRUE, 0 FROM messenger_chats`);
    await expect(chats.service.createToken(chats.anna)).rejects.toThrow(TooManyChatsError);
    await chats.service.createToken(chats.bert);
    // A token that was made before the limit was reached doesn't link another chat, either.
    await chats.post(messageUpdate(`/link ${token}`, 5_000));
    expect(await list()).toHaveLength(MAX_CHATS_PER_USER);
    await chats.service.remove(chats.anna, (await list())[0]?.id ?? 0);
    await chats.service.createToken(chats.anna);
    await chats.post(messageUpdate(`/link ${token}`, 5_000));
    expect(await list()).toHaveLength(MAX_CHATS_PER_USER);
  });

  it('each owner sees their own chats, the oldest link first', async () => {
    const [first, theirs, second] = [await chats.link(9), await chats.link(9, chats.bert), await chats.link(1)];
    expect((await list()).map(({ id }) => id)).toEqual([first, second]);
    expect(await list(chats.bert)).toMatchObject([{ id: theirs, chatId: '9', userId: chats.bert.userId }]);
  });

  it('a change changes what is given and leaves the rest as it is', async () => {
    const id = await chats.link(7);
    const [before] = await list();
    const { service, anna } = chats;
    expect(await service.update(anna, id, {})).toEqual(before);
    expect(await service.update(anna, id, { events: ['paste.expired', 'paste.burned'] })).toEqual({
      ...before,
      events: ['paste.burned', 'paste.expired'],
    });
    expect(await service.update(anna, id, { isActive: false })).toMatchObject({
      isActive: false,
      events: ['paste.burned', 'paste.expired'],
    });
    expect(await service.update(anna, id, { events: [] })).toMatchObject({ isActive: false, events: [] });
    expect(await service.update(anna, id, { isActive: true })).toMatchObject({ isActive: true, events: [] });
  });

  it('a chat of somebody else is as if it were not linked', async () => {
    const id = await chats.link(7);
    await paste();
    const before = await list();
    const everything = () =>
      Promise.all(['messenger_destinations', 'notification_queue'].map((name) => chats.rows(`SELECT * FROM ${name}`)));
    const rows = await everything();
    for (const missing of [id, 2_147_483_647, null])
      for (const attempt of [
        () => chats.service.update(chats.bert, missing, { isActive: false, events: [] }),
        () => chats.service.update(chats.bert, missing, {}),
        () => chats.service.remove(chats.bert, missing),
      ])
        await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
    expect(await list()).toEqual(before);
    expect(await everything()).toEqual(rows);
  });

  it('switching a link off cancels what waits for it alone', async () => {
    const [off, on] = [await chats.link(7), await chats.link(8)];
    await paste();
    await chats.service.update(chats.anna, off, { isActive: false });
    expect(await queued()).toEqual([`${off} cancelled`, `${on} pending`]);
    await paste();
    expect(await queued()).toEqual([`${off} cancelled`, `${on} pending`, `${on} pending`]);
  });

  it('switching a link on makes a chat reachable again that the platform had closed', async () => {
    const id = await chats.link(7);
    await chats.run('UPDATE messenger_chats SET is_active = FALSE');
    expect(await chats.service.update(chats.anna, id, { events: ['paste.created'] })).toMatchObject({ isBlocked: true });
    expect(await chats.service.update(chats.anna, id, { isActive: true })).toMatchObject({ isActive: true, isBlocked: false });
  });

  it('an unlinked chat is gone with its waiting messages and cannot be unlinked again', async () => {
    const [gone, kept] = [await chats.link(7), await chats.link(8)];
    await paste();
    await chats.service.remove(chats.anna, gone);
    expect((await list()).map(({ id }) => id)).toEqual([kept]);
    expect((await chats.rows('SELECT status FROM notification_queue ORDER BY status')).map(({ status }) => status)).toEqual([
      'cancelled',
      'pending',
    ]);
    await expect(chats.service.remove(chats.anna, gone)).rejects.toMatchObject(NOT_FOUND);
    await expect(chats.service.update(chats.anna, gone, { isActive: true })).rejects.toMatchObject(NOT_FOUND);
  });

  it('updates and messages are kept until their time is over', async () => {
    const at = (now: number) => chats.at(now).service;
    await chats.post(messageUpdate('/help', 7), at(0));
    const counts = async () =>
      Promise.all(
        ['messenger_updates', 'notification_queue', 'messenger_chats'].map(
          async (name) => (await chats.rows(`SELECT * FROM ${name}`)).length,
        ),
      );
    await at(KEEP_UPDATES_MS - 1).prune();
    expect(await counts()).toEqual([1, 1, 1]);
    expect(await at(KEEP_UPDATES_MS).prune()).toBe(1);
    await at(KEEP_MESSAGES_MS - 1).prune();
    expect(await counts()).toEqual([0, 1, 1]);
    // Cleanup removes the message, and the chat that nobody has linked.
    expect(await at(KEEP_MESSAGES_MS).prune()).toBe(2);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('an unreadable request is logged without its content and changes nothing', async () => {
    const { log, lines } = collectingLogger();
    const receive = (secrets: (string | null)[], read: () => Promise<unknown>) =>
      chats.serviceWith({ secrets: ['the secret'], log }).receive({ requestId: 'r1', clientAddress: '192.0.2.1', secrets, read });
    await receive(['the secret'], () => Promise.reject(new Error('private words')));
    await receive(['the secret'], async () => ({ text: 'private words' }));
    await receive(['wrong'], () => Promise.reject(new Error('private words')));
    const fields = { requestId: 'r1', clientAddress: '192.0.2.1' };
    expect(lines).toEqual([
      { level: 'info', fields, message: 'chat update not understood' },
      { level: 'info', fields, message: 'chat update not understood' },
      { level: 'warn', fields, message: 'chat update refused: its secret is missing or wrong' },
    ]);
    expect(await chats.rows('SELECT update_id FROM messenger_updates')).toEqual([]);
  });
});
