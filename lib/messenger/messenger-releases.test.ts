/** Buttons that release and refuse waiting readers, from the message to the claim, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dispatch } from '../outbox/outbox-dispatcher';
import { isWaiting } from '../pastes/reading/paste-waiting';
import { newToken, shows } from '../testing/credentials';
import { BOT_TOKEN, type FakeBotApi, startFakeBotApi } from '../testing/fake-bot-api';
import { silentLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { MAX_ATTEMPTS, openTestMessenger, type TestMessenger } from '../testing/test-messenger';
import { store } from '../testing/test-pastes';
import { messageUpdate, pressUpdate } from '../testing/updates';
import { createMessengerBot } from './messenger-bot';
import { createNotificationAttempt } from './messenger-notifications';

const BASE_URL = 'https://paste.example';
const ANNA = 77;
const GROUP = -5;

describe.each(engines)('buttons for waiting readers on %s', (engine) => {
  let chats: TestMessenger;
  let api: FakeBotApi;

  beforeAll(async () => {
    [chats, api] = await Promise.all([openTestMessenger(engine), startFakeBotApi()]);
  });
  beforeEach(async () => {
    await chats.run('DELETE FROM messenger_chats');
    await chats.run('DELETE FROM messenger_updates');
    api.asked.length = 0;
  });
  afterAll(async () => {
    await api?.stop();
    await chats?.close();
  });

  async function send(): Promise<FakeBotApi['asked']> {
    api.asked.length = 0;
    const { attempt, tokenRefused } = createNotificationAttempt({
      ...chats,
      bot: createMessengerBot(BOT_TOKEN, api.url),
      baseUrl: BASE_URL,
      siteName: 'Sealpaste',
      languages: { languages: ['en'], fallback: 'en' },
      maxAttempts: MAX_ATTEMPTS,
      log: silentLogger,
    });
    await dispatch({ queue: chats.queue, attempt, count: () => undefined, log: silentLogger }, tokenRefused);
    return api.asked;
  }

  /** A paste of anna's for which a reader waits; no other message is queued. */
  async function waiting(approvals = 1) {
    const { publicId } = await store(chats.pastes, 'text', { owner: chats.anna, burnAfterRead: true, approvals });
    await chats.run('DELETE FROM notification_queue');
    const claim = newToken();
    const ask = () => chats.pastes.claim(publicId, claim, shows(), 'Firefox, Windows');
    const asked = await ask();
    if (!isWaiting(asked)) throw new Error('expected a claim that waits');
    return { publicId, code: asked.code, ask };
  }

  async function buttonsOf(chatId: number): Promise<Record<string, string>> {
    const rows = await chats.rows(
      `SELECT q.id FROM notification_queue q JOIN messenger_chats c ON c.id = q.chat_ref WHERE c.chat_id = '${chatId}' AND q.kind = 'paste.waiting'`,
    );
    return { release: `release:${rows[0]?.id}`, refuse: `refuse:${rows[0]?.id}` };
  }

  it('the sender’s chat is told the code, and its button releases the reader once', async () => {
    await chats.link(ANNA);
    const { publicId, code, ask } = await waiting();
    const [message] = await send();
    expect(message?.body.text).toBe(
      `A reader waits for your release\nCode: ${code}\nFirefox, Windows\nAsk your reader for the code, by phone for example. Release the reader only if both codes are the same.\n${BASE_URL}/manage/${publicId}`,
    );
    const [[release, refuse] = []] = message?.body.reply_markup?.inline_keyboard ?? [];
    expect([release?.text, refuse?.text]).toEqual([`Release ${code}`, `Refuse ${code}`]);
    expect(String(release?.callback_data).length).toBeLessThanOrEqual(64);
    const press = pressUpdate(String(release?.callback_data));
    await chats.post(press);
    await chats.post(press);
    expect((await send()).map(({ method, body }) => [method, body.message_id, body.text])).toEqual([
      ['answerCallbackQuery', undefined, undefined],
      ['editMessageText', 9, `${code}: Released. The reader can open the paste now.`],
    ]);
    await chats.post(pressUpdate(String(refuse?.callback_data)));
    const [late, ...others] = await send();
    expect([late?.method, late?.body.show_alert, late?.body.text, others]).toEqual([
      'answerCallbackQuery',
      true,
      expect.stringContaining('already released'),
      [],
    ]);
    expect(await ask()).toMatchObject({ publicId });
  });

  it('the other button refuses, and says so in place of the message', async () => {
    await chats.link(ANNA);
    const { code, ask } = await waiting();
    await chats.post(pressUpdate(String((await buttonsOf(ANNA)).refuse)));
    await expect(ask()).rejects.toThrow('Refused');
    expect((await send()).map(({ body }) => body.text)).toContain(`${code}: Reader refused.`);
  });

  it('of two approvals the owner’s button gives one', async () => {
    await chats.link(ANNA);
    const { code, ask } = await waiting(2);
    const { release } = await buttonsOf(ANNA);
    for (const _ of [1, 2]) await chats.post(pressUpdate(String(release)));
    expect(await ask()).toMatchObject({ state: 'waiting', code });
    expect((await send()).map(({ body }) => body.text)).toContain(`${code}: You have agreed. The other person must agree, too.`);
  });

  it('a press of somebody else, elsewhere, or of an invented button does nothing', async () => {
    await chats.link(ANNA);
    await chats.link(88, chats.bert);
    const { token } = await chats.service.createToken(chats.anna);
    const link = messageUpdate(`/link ${token}`, GROUP, { type: 'group', title: 'Team' });
    await chats.post({ ...link, message: { ...link.message, from: { id: ANNA, is_bot: false, first_name: 'Anna' } } });
    const { code, ask } = await waiting();
    const [own, ofGroup] = [String((await buttonsOf(ANNA)).release), String((await buttonsOf(GROUP)).release)];
    await chats.run("DELETE FROM notification_queue WHERE kind <> 'paste.waiting'");
    for (const invented of [own.slice(0, -3), `${own}0`, 'release:', `release:${'a'.repeat(40)}`, `release:${code}`, `grant:${own}`])
      await chats.post(pressUpdate(invented));
    await chats.post(pressUpdate(own, 88));
    await chats.post(pressUpdate(own, GROUP, ANNA));
    await chats.post(pressUpdate(own, ANNA), undefined, ['wrong']);
    expect(await chats.rows("SELECT id FROM notification_queue WHERE kind = 'pressed'")).toEqual([]);
    // Bert has an account of his own, a stranger has none.
    for (const sender of [88, 99]) await chats.post(pressUpdate(ofGroup, GROUP, sender));
    expect(await ask()).toMatchObject({ state: 'waiting', code });
    const replies = (await send()).filter(({ method }) => method === 'answerCallbackQuery');
    expect(replies.map(({ body }) => [body.show_alert, body.text.startsWith('Only the sender')])).toEqual([
      [true, true],
      [true, true],
    ]);
    await chats.post(pressUpdate(ofGroup, GROUP, ANNA));
    expect(await ask()).not.toHaveProperty('state');
  });

  it('a button doesn’t release a later reader who has the same code', async () => {
    await chats.link(ANNA);
    const { code, ask } = await waiting();
    const { release } = await buttonsOf(ANNA);
    await chats.run('UPDATE notification_queue SET created_at = created_at - 60000');
    await chats.post(pressUpdate(String(release)));
    expect(await ask()).toMatchObject({ state: 'waiting', code });
    expect((await send()).map(({ body }) => body.text)).toContain(`${code}: This reader no longer waits.`);
  });

  it('a chat without the event, and a key without the right, release nobody', async () => {
    const id = await chats.link(ANNA);
    await chats.service.update(chats.anna, id, { events: ['paste.created'] });
    await waiting();
    expect(await buttonsOf(ANNA)).toEqual({ release: 'release:undefined', refuse: 'refuse:undefined' });
    await chats.service.update(chats.anna, id, { events: ['paste.waiting'] });
    const { ask } = await waiting();
    const { release } = await buttonsOf(ANNA);
    const reading = chats.serviceWith({
      repository: {
        ...chats.repository,
        findCaller: async () => ({ principal: { ...chats.anna, scopes: ['pastes:read'] }, language: null, isNotified: true }),
      },
    } as never);
    await chats.post(pressUpdate(String(release)), reading);
    expect(await ask()).toMatchObject({ state: 'waiting' });
  });
});
