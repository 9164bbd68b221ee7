/** Sending messages with a real HTTP client to a fake Bot API, on both engines. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadLanguages } from '../locales/messages';
import { MAX_CLAIM_JOBS } from '../outbox/outbox.rules';
import { attemptAndRecord, type DispatcherOptions, dispatch } from '../outbox/outbox-dispatcher';
import { claimOne } from '../testing/claims';
import { answers, BOT_TOKEN, badGateway, type FakeBotApi, movedTo, startFakeBotApi, tooFast } from '../testing/fake-bot-api';
import { collectingLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { MAX_ATTEMPTS, openTestMessenger, type TestMessenger } from '../testing/test-messenger';
import { NEW_PASTE, store } from '../testing/test-pastes';
import { groupMoved, messageUpdate } from '../testing/updates';
import { SEND_TIMEOUT_SECONDS } from './messenger.rules';
import { createMessengerBot } from './messenger-bot';
import { behindPlatform, createNotificationAttempt } from './messenger-notifications';

const BASE_URL = 'https://paste.example';
const ENGLISH = { languages: ['en'], fallback: 'en' };

describe.each(engines)('chat messages on %s', (engine) => {
  let chats: TestMessenger;
  let api: FakeBotApi;
  const { log, lines } = collectingLogger();

  beforeAll(async () => {
    [chats, api] = await Promise.all([openTestMessenger(engine), startFakeBotApi()]);
  });
  beforeEach(async () => {
    await chats.run('DELETE FROM messenger_chats');
    api.behave(() => undefined);
    api.asked.length = 0;
    lines.length = 0;
  });
  afterAll(async () => {
    await api?.stop();
    await chats?.close();
  });

  function createSender({ token = BOT_TOKEN, url = api.url, timeoutSeconds = SEND_TIMEOUT_SECONDS, languages = ENGLISH } = {}) {
    const bot = createMessengerBot(token, url, { timeoutSeconds });
    const { attempt, tokenRefused } = createNotificationAttempt({
      ...chats,
      bot,
      baseUrl: BASE_URL,
      siteName: 'Sealpaste',
      languages,
      maxAttempts: MAX_ATTEMPTS,
      log,
    });
    const run = (queue: DispatcherOptions['queue'] = chats.queue) =>
      dispatch({ queue, attempt, count: () => undefined, log }, tokenRefused);
    return { attempt, run };
  }
  const send = (options?: Parameters<typeof createSender>[0]) => createSender(options).run();
  const paste = (fields: Parameters<typeof store>[2] = {}) => store(chats.pastes, 'text', { owner: chats.anna, ...fields });
  const queue = () =>
    chats.rows(
      `SELECT status, attempts, error, next_retry_at - ${chats.db.dialect.now} AS delay FROM notification_queue ORDER BY created_at, id`,
    );
  const states = async () => (await queue()).map(({ status, attempts }) => `${status} ${attempts}`);
  /** Makes all open messages due now. */
  const passDelays = () => chats.run('UPDATE notification_queue SET next_retry_at = 0 WHERE next_retry_at IS NOT NULL');
  const isActive = async () => (await chats.service.list(chats.anna)).map((link) => link.isActive);

  it('of a new paste goes to each active chat of its owner, and to nobody else', async () => {
    const [, off] = [await chats.link(1), await chats.link(2)];
    await chats.link(3);
    await chats.link(4, chats.bert);
    await chats.service.update(chats.anna, off, { isActive: false });
    const { publicId } = await paste({ title: 'notes' });
    await store(chats.pastes, 'text', {});
    await send();
    const sentTo = api.sent().map(({ body }) => body.chat_id);
    expect(sentTo.sort()).toEqual(['1', '3']);
    const [message] = api.sent();
    expect(message?.body).toEqual({
      chat_id: expect.any(String),
      text: `New paste\nnotes\n${BASE_URL}/view/${publicId}`,
      entities: [
        { type: 'bold', offset: 0, length: 9 },
        { type: 'code', offset: 10, length: 5 },
      ],
      link_preview_options: { is_disabled: true },
    });
    expect(await states()).toEqual(['delivered 1', 'delivered 1']);
  });

  it('a chat gets the language of who linked it, other chats the host’s', async () => {
    await loadLanguages(['de', 'fr']);
    const languages = { languages: ['de', 'fr'], fallback: 'fr' };
    await chats.link(1, chats.anna, 'de');
    await chats.link(2);
    // The host has ceased to offer it.
    await chats.link(3, chats.anna, 'uk');
    await paste({ title: 'notes' });
    await chats.post(messageUpdate('/start', 4, { languageCode: 'de-AT' }));
    await send({ languages });
    const firstLines = api.sent().map(({ body }) => `${body.chat_id} ${body.text.split('\n')[0]}`);
    expect(firstLines.sort()).toEqual([
      '1 Neuer Eintrag',
      '2 Nouvelle note',
      '3 Nouvelle note',
      expect.stringContaining('4 Willkommen bei Sealpaste.'),
    ]);
  });

  it('a chat hears of creations by default, and of reads and expiry by setting', async () => {
    const all = await chats.link(1);
    const quiet = await chats.link(2);
    await chats.link(3);
    await chats.service.update(chats.anna, all, { events: ['paste.created', 'paste.burned', 'paste.expired'] });
    await chats.service.update(chats.anna, quiet, { events: [] });
    const burned = await paste({ burnAfterRead: true });
    const unread = await paste({ burnAfterRead: true, ttlSeconds: 60 });
    const read = await paste({ ttlSeconds: 60 });
    const deleted = await paste();
    await send();
    expect(api.sent().filter(({ body }) => body.chat_id === '1')).toHaveLength(4);
    expect(api.sent().filter(({ body }) => body.chat_id === '3')).toHaveLength(4);
    api.asked.length = 0;
    await chats.pastes.read(burned.publicId);
    await chats.pastes.read(read.publicId);
    await chats.pastes.flush();
    await chats.pastes.remove(deleted.publicId, { principal: chats.anna, manageToken: null });
    await chats.at(`${chats.db.dialect.now} + 120000`).pastes.removeExpired();
    await passDelays();
    await send();
    const messages = api.sent().map(({ body }) => `${body.chat_id} ${body.text.split('\n')[0]} ${body.text.split('/view/')[1]}`);
    expect(messages.sort()).toEqual([`1 Expired unread ${unread.publicId}`, `1 Paste opened and deleted ${burned.publicId}`]);
  });

  it('of an answer to a request says so', async () => {
    await chats.link(1);
    const sealed = Buffer.alloc(1);
    await chats.pastes.create(
      chats.anna,
      async (sink) => {
        await sink(Buffer.from('an answer'));
        return { ...NEW_PASTE, title: 'the password', burnAfterRead: true, isE2ee: true, ttlSeconds: 60 };
      },
      (_, id) => [
        {
          sql: `INSERT INTO secret_requests (id, lookup, id_sealed, details_sealed, burn_after_read, max_answers, ttl_ms, created_at, expires_at, keep_until)
            VALUES ('request', 'request', ?, ?, TRUE, 1, 1, 0, 0, 0)`,
          params: [sealed, sealed],
        },
        {
          sql: "INSERT INTO secret_answers (id, request_id, request_id_sealed, created_at) VALUES (?, 'request', ?, 0)",
          params: [id, sealed],
        },
      ],
    );
    await send();
    expect(api.sent().map(({ body }) => body.text)).toEqual([`Your request was answered\nthe password\n${BASE_URL}/requests`]);
  });

  it('a disabled owner’s chats get nothing, and others linked to the same chat do', async () => {
    await chats.link(1);
    await chats.link(1, chats.bert);
    const disable = (at: string) => chats.run(`UPDATE users SET disabled_at = ${at} WHERE id = ${chats.anna.userId}`);
    await paste();
    await disable('0');
    try {
      await paste();
      const { publicId } = await store(chats.pastes, 'text', { owner: chats.bert });
      await send();
      expect(api.sent().map(({ body }) => body.text.split('/view/')[1])).toEqual([publicId]);
      expect((await states()).sort()).toEqual(['cancelled 1', 'delivered 1']);
    } finally {
      await disable('NULL');
    }
  });

  it('answers a command where it was given', async () => {
    await chats.post(messageUpdate('/start', 11));
    await send();
    expect(api.sent()[0]?.body).toMatchObject({
      chat_id: '11',
      text: expect.stringMatching(/^Welcome/),
      reply_parameters: { message_id: 5 },
    });
  });

  it('of what was encrypted in the browser has no title and says where the key is', async () => {
    await chats.link(1);
    await paste({ isE2ee: true, title: 'hidden' });
    await send();
    expect(api.sent()[0]?.body.text).toMatch(/ask the sender for the key/);
    expect(api.sent()[0]?.body.text).not.toContain('hidden');
    expect(await chats.rows('SELECT title_sealed FROM notification_queue')).toEqual([{ title_sealed: null }]);
  });

  it.each([answers.blocked, answers.kicked])('refused with 403 switches the chat off and cancels the rest: %j', async (answer) => {
    await chats.link(1);
    await chats.link(1, chats.bert);
    await chats.link(2);
    api.behave(({ body }) => (body.chat_id === '1' ? answer : undefined));
    await paste();
    await send();
    await paste();
    await send();
    expect(api.attempts().filter(({ body }) => body.chat_id === '1')).toHaveLength(1);
    expect(await isActive()).toEqual([false, true]);
    expect(await chats.service.list(chats.bert)).toMatchObject([{ isActive: false }]);
    expect((await states()).sort()).toEqual(['delivered 1', 'delivered 1', 'failed 1']);
    // The owner can switch the chat on again.
    const [link] = await chats.service.list(chats.anna);
    await chats.service.update(chats.anna, Number(link?.id), { isActive: true });
    api.behave(() => undefined);
    await paste();
    await send();
    expect(await isActive()).toEqual([true, true]);
    expect(api.sent().filter(({ body }) => body.chat_id === '1')).toHaveLength(1);
  });

  it('with 403 cancels what waits for the chat', async () => {
    await chats.link(1);
    for (let index = 0; index < 5; index++) await paste();
    api.behave(() => answers.blocked);
    await send();
    const ended = await states();
    expect(ended.filter((state) => state.startsWith('cancelled')).length).toBeGreaterThanOrEqual(3);
    expect(ended.filter((state) => !/^(cancelled|failed)/.test(state))).toEqual([]);
  });

  it('a 403 to a worker that lost its lease changes neither the chat nor its messages', async () => {
    await chats.link(1);
    await paste();
    api.behave(() => (response) => {
      const reply = () => response.writeHead(403, { 'Content-Type': 'application/json' }).end(JSON.stringify(answers.blocked));
      void chats.run("UPDATE notification_queue SET claim_token = 'of another worker'").then(reply);
    });
    await send();
    expect(api.attempts()).toHaveLength(1);
    expect(await isActive()).toEqual([true]);
    expect(await states()).toEqual(['pending 1']);
  });

  it.each([answers.chatNotFound, answers.noRights])('refused with 400 fails, once, and leaves the chat as it is: %j', async (answer) => {
    await chats.link(1);
    api.behave(() => answer);
    await paste();
    await send();
    await passDelays();
    await send();
    expect(api.attempts()).toHaveLength(1);
    expect(await queue()).toMatchObject([{ status: 'failed', attempts: 1, error: `400 ${answer.description}` }]);
    expect(await isActive()).toEqual([true]);
  });

  it('to a group that became a supergroup is sent there, once, and so is the next', async () => {
    await chats.link(-1);
    api.behave(({ body }) => (body.chat_id === '-1' ? movedTo(-100_123) : undefined));
    await paste();
    await send();
    await paste();
    await send();
    expect(api.attempts().map(({ body }) => body.chat_id)).toEqual(['-1', '-100123', '-100123']);
    expect(await states()).toEqual(['delivered 1', 'delivered 1']);
    expect(await chats.service.list(chats.anna)).toMatchObject([{ chatId: '-100123' }]);
  });

  it('messages for a group go to the supergroup it became, also if that is linked', async () => {
    await chats.link(-1);
    await chats.link(-100);
    await chats.link(-1, chats.bert);
    await paste({ title: 'of anna' });
    await store(chats.pastes, 'text', { owner: chats.bert, title: 'of bert' });
    await chats.post(groupMoved(-1, -100));
    await send();
    const messages = api.sent().map(({ body }) => `${body.chat_id} ${body.text.split('\n')[1]}`);
    // Anna has linked both, and is told once.
    expect(messages.sort()).toEqual(['-100 of anna', '-100 of bert']);
  });

  it('a message to a group that keeps moving waits for its next attempt', async () => {
    await chats.link(-1);
    api.behave(({ body }) => movedTo(Number(body.chat_id) - 1));
    await paste();
    await send();
    expect(api.attempts()).toHaveLength(2);
    expect(await states()).toEqual(['retrying 1']);
  });

  it('a 429 makes all messages of the chat wait as long as asked, and is no attempt', async () => {
    await chats.link(1);
    await chats.link(2);
    for (let index = 0; index < 15; index++) await paste();
    api.behave(({ body }) => (body.chat_id === '1' ? tooFast(35_000) : undefined));
    // The second round has the same result as the first.
    for (let round = 0; round < 2; round++) {
      api.asked.length = 0;
      await send();
      // At most one batch was attempted; the other messages were not begun.
      expect(api.attempts().filter(({ body }) => body.chat_id === '1').length).toBeLessThanOrEqual(MAX_CLAIM_JOBS);
      const waiting = (await queue()).filter(({ status }) => status !== 'delivered');
      expect(waiting).toHaveLength(15);
      for (const { attempts, delay } of waiting) {
        expect(attempts).toBe(0);
        // The delay is shorter by the time that the statements took.
        expect(Number(delay)).toBeGreaterThan(34_000_000);
        expect(Number(delay)).toBeLessThanOrEqual(35_000_000);
      }
      await passDelays();
    }
    api.behave(() => undefined);
    await send();
    expect((await states()).filter((state) => state === 'delivered 1')).toHaveLength(30);
  });

  it.each([
    ['revoked token', () => answers.unauthorized, BOT_TOKEN],
    ['what is no token', () => undefined, 'nonsense'],
  ])('%s stops all sending, says so once, and loses nothing', async (_, behaviour, token) => {
    for (const chat of [1, 2, 3, 4, 5]) await chats.link(chat);
    for (let index = 0; index < 4; index++) await paste();
    api.behave(behaviour);
    const sender = createSender({ token });
    await sender.run();
    const asked = api.attempts().length;
    await passDelays();
    await paste();
    await sender.run();
    expect(api.attempts()).toHaveLength(asked);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    expect(inspect(lines, { depth: null })).not.toContain(token);
    expect((await queue()).every(({ attempts }) => attempts === 0)).toBe(true);
    // The next run stands for a restart with the right token.
    api.behave(() => undefined);
    await send();
    expect(api.sent()).toHaveLength(25);
  });

  it.each([
    ['500', () => answers.internal],
    ['502 in HTML', badGateway],
    ['a broken connection', () => (response: { destroy(): void }) => void response.destroy()],
  ])('a response of %s backs off, and fails after as many attempts as there are', async (_, behaviour) => {
    await chats.link(1);
    await paste();
    api.behave(behaviour);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await send();
      const [row] = await queue();
      expect(row?.attempts).toBe(attempt);
      if (attempt < MAX_ATTEMPTS) delays.push(Math.ceil(Number(row?.delay) / 10_000) * 10);
      await passDelays();
    }
    expect(delays).toEqual([20, 40, 80, 160]);
    expect(await queue()).toMatchObject([{ status: 'failed', attempts: MAX_ATTEMPTS }]);
    await send();
    expect(api.attempts()).toHaveLength(MAX_ATTEMPTS);
    expect(inspect([lines, await chats.rows('SELECT * FROM notification_queue')], { depth: null })).not.toContain(BOT_TOKEN);
  });

  it('to a platform that does not respond in time backs off', async () => {
    await chats.link(1);
    await paste();
    api.behave(() => () => undefined);
    await send({ timeoutSeconds: 0.1 });
    expect(await queue()).toMatchObject([{ status: 'retrying', attempts: 1, error: 'no answer from the Bot API' }]);
  });

  it('a platform that is away for ten minutes costs no message of many', async () => {
    await chats.link(1);
    await chats.link(2, chats.bert);
    const count = Number(process.env.PROVE_MESSAGES ?? 40) / 2;
    for (let made = 0; made < count; made++) await Promise.all([paste(), paste({ owner: chats.bert })]);
    api.behave(() => (response: { destroy(): void }) => void response.destroy());
    const { run } = createSender();
    let clock = 0;
    const behind = behindPlatform(chats.queue, () => clock);
    const stepMs = 10_000;
    for (; clock <= 600_000; clock += stepMs) {
      await run(behind);
      await chats.run(`UPDATE notification_queue SET next_retry_at = next_retry_at - ${stepMs} WHERE next_retry_at IS NOT NULL`);
    }
    const statuses = async () => new Set((await queue()).map(({ status }) => status));
    expect(await statuses()).not.toContain('failed');
    const tried = api.asked.length;
    api.behave(() => undefined);
    clock += 2 * stepMs;
    await passDelays();
    await run(behind);
    expect(await statuses()).toEqual(new Set(['delivered']));
    expect(api.asked.length - tried).toBe(2 * count);
  });

  it('a reply is sent as its command made it, also after an outage of the platform', async () => {
    await chats.run('DELETE FROM pastes');
    const { publicId } = await paste({ title: '<b>notes</b>' });
    await chats.link(1);
    await chats.post(messageUpdate('/list', 1));
    for (const behaviour of [badGateway, () => () => undefined]) {
      api.behave(behaviour);
      await send({ timeoutSeconds: 0.1 });
      await passDelays();
    }
    api.behave(() => undefined);
    await send();
    expect(api.sent().map(({ body }) => body)).toMatchObject([
      {
        text: `Your newest pastes:\n<b>notes</b>\n${BASE_URL}/view/${publicId}\nTo delete one, use /delete ID.`,
        reply_parameters: { message_id: 5 },
      },
    ]);
  });

  it('to nobody at all backs off, and names no token', async () => {
    await chats.link(1);
    await paste();
    await send({ url: 'http://127.0.0.1:9' });
    expect(await states()).toEqual(['retrying 1']);
    expect(inspect([lines, await queue()], { depth: null })).not.toContain(BOT_TOKEN);
  });

  it('is not sent for a link that is gone', async () => {
    const id = await chats.link(1);
    await paste();
    await chats.service.remove(chats.anna, id);
    await send();
    expect(api.attempts()).toEqual([]);
    expect(await states()).toEqual(['cancelled 0']);
  });

  it('whose link is switched off or gone after the claim is not sent', async () => {
    for (const end of [
      (id: number) => chats.service.update(chats.anna, id, { isActive: false }),
      (id: number) => chats.service.remove(chats.anna, id),
      () => chats.run('UPDATE messenger_destinations SET is_active = FALSE'),
      () => chats.run('UPDATE messenger_chats SET is_active = FALSE'),
    ]) {
      const id = await chats.link(1);
      await paste();
      const job = await claimOne(chats.queue);
      await end(id);
      expect(await attemptAndRecord(chats.queue, createSender().attempt, job)).toEqual({ responded: true, status: 'cancelled' });
      expect(api.attempts()).toEqual([]);
      expect(await states()).toEqual(['cancelled 1']);
    }
  });

  it('of a damaged row waits and holds up no other', async () => {
    await chats.link(1);
    await paste({ title: 'one' });
    await chats.run('UPDATE notification_queue SET title_sealed = id_sealed');
    await paste({ title: 'two' });
    await send();
    expect(api.sent().map(({ body }) => body.text.split('\n')[1])).toEqual(['two']);
    expect((await states()).sort()).toEqual(['delivered 1', 'retrying 1']);
  });
});
