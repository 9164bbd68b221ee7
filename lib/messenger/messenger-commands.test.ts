/** Commands of linked Telegram chats, from the update to the database and the queued reply, on both engines. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../http/rate-limit';
import { loadLanguages } from '../locales/messages';
import { TooManyPastesError } from '../pastes/service/limits.errors';
import { collectingLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { openTestMessenger, type TestMessenger } from '../testing/test-messenger';
import { store } from '../testing/test-pastes';
import { messageUpdate, nextUpdateId } from '../testing/updates';
import { BASE_URL } from '../testing/users';
import { COMMANDS, LISTED_PASTES } from './messenger.rules';
import { type ChatCommandsOptions, createChatCommands } from './messenger-commands';
import { openReply } from './messenger-rows';

const GROUP = -42;

describe.each(engines)('commands on %s', (engine) => {
  let chats: TestMessenger;

  beforeAll(async () => {
    await loadLanguages(['de']);
    chats = await openTestMessenger(engine);
  });
  beforeEach(async () => {
    for (const table of ['notification_queue', 'messenger_chats', 'messenger_tokens', 'messenger_updates', 'pastes', 'api_keys'])
      await chats.run(`DELETE FROM ${table}`);
    await chats.run('UPDATE users SET disabled_at = NULL');
  });
  afterAll(() => chats?.close());

  const pastes = (owner = chats.anna) => chats.pastes.list(owner, 100, 0);
  /** Kinds and texts of the queued messages, which are then forgotten. */
  const replies = async () => {
    const rows = await chats.rows('SELECT id, kind, text_sealed FROM notification_queue ORDER BY created_at, id');
    await chats.run('DELETE FROM notification_queue');
    return rows.map(({ id, kind, text_sealed: sealed }) => (sealed === null ? `(${kind})` : openReply(chats.keyring, String(id), sealed)));
  };
  const say = async (text: string, chatId = 7, options: Record<string, unknown> = {}) => {
    await chats.run('DELETE FROM notification_queue');
    await chats.post(messageUpdate(text, chatId, options));
    return (await replies()).join('|');
  };
  /** A message to a group. */
  const inGroup = (text: string, senderId: number, more: object = {}) => {
    const update = messageUpdate(text, GROUP, { type: 'supergroup', title: 'Team' });
    return { ...update, message: { ...update.message, from: { ...update.message.from, id: senderId }, ...more } };
  };
  const sayInGroup = async (text: string, senderId: number, more?: object) => {
    await chats.post(inGroup(text, senderId, more));
    return (await replies()).join('|');
  };
  const commandsWith = (options: Partial<ChatCommandsOptions>) =>
    createChatCommands({
      pastes: chats.pastes,
      ofUser: createRateLimiter('off', 0, { kind: 'memory' }),
      baseUrl: BASE_URL,
      defaultTtlOf: () => null,
      isOnlyInNetworks: false,
      ...options,
    });

  it('/paste makes a paste of the linked account and says that the server sees it', async () => {
    await chats.link(7);
    const reply = await say('/paste two\nlines');
    const [paste] = await pastes();
    expect(reply).toMatch(/^Paste created\. This server can read it, .* use \/secret\.\nplaintext, 9 bytes, expires \d{4}-.*\n/);
    expect(reply.split('\n').at(-1)).toBe(`${BASE_URL}/view/${paste?.publicId}`);
    expect(paste).toMatchObject({ isE2ee: false, burnAfterRead: false, title: '' });
    // The tests' host has the default of seven days.
    expect(Number(paste?.expiresAt) - Number(paste?.createdAt)).toBe(604_800_000);
    expect(await chats.pastes.copyOwned(chats.anna, paste?.publicId ?? '')).toMatchObject({ content: Buffer.from('two\nlines') });
  });

  it.each([
    ['/paste\n    def f():\n        return 1', '    def f():\n        return 1'],
    ['/paste\r\n\tgcc -o x\n', '\tgcc -o x\n'],
    ['/paste   two blanks', '  two blanks'],
  ])('%j keeps the indent of its first line', async (text, content) => {
    await chats.link(7);
    await say(text);
    const [paste] = await pastes();
    expect(String((await chats.pastes.copyOwned(chats.anna, paste?.publicId ?? ''))?.content)).toBe(content);
  });

  it('/paste says when Telegram may have cut the text', async () => {
    await chats.link(7);
    expect(await say(`/paste ${'x'.repeat(4_089)}`)).toMatch(
      /paste has only the first\. If the end is missing, .* on https:\/\/paste\.example\/$/s,
    );
    expect(await say(`/paste ${'x'.repeat(2_000)}`)).not.toContain('only the first');
  });

  it('/paste takes the message that it replies to, unless it has a text of its own', async () => {
    await chats.link(7);
    const replying = (text: string, replied: object) => {
      const update = messageUpdate(text, 7);
      return {
        ...update,
        message: { ...update.message, reply_to_message: { message_id: 1, date: 0, chat: update.message.chat, ...replied } },
      };
    };
    for (const [text, replied, content] of [
      ['/paste', { text: 'a message' }, 'a message'],
      ['/paste', { caption: 'of a picture', photo: [] }, 'of a picture'],
      ['/paste own', { text: 'a message' }, 'own'],
      ['/paste', { forum_topic_created: { name: 'topic' } }, null],
      ['/paste', { text: ' ' }, null],
    ] as const) {
      await chats.run('DELETE FROM pastes');
      await chats.post(replying(text, replied));
      const [paste] = await pastes();
      if (content === null)
        expect(await replies()).toEqual([expect.stringMatching(/^Write the text after the command, or reply to a message/)]);
      else expect(await chats.pastes.copyOwned(chats.anna, paste?.publicId ?? '')).toMatchObject({ content: Buffer.from(content) });
      await replies();
    }
  });

  it('a new paste is told to the other chats, and once to the one that asked for it', async () => {
    await chats.link(7);
    await chats.link(8);
    await chats.post(messageUpdate('/paste hello', 7));
    const rows = await chats.rows(
      'SELECT c.chat_id, q.kind FROM notification_queue q JOIN messenger_chats c ON c.id = q.chat_ref ORDER BY c.chat_id',
    );
    expect(rows).toEqual([
      { chat_id: '7', kind: 'reply' },
      { chat_id: '8', kind: 'paste.created' },
    ]);
  });

  it('a repeated update makes one paste and one reply, also at the same moment', async () => {
    await chats.link(7);
    for (const text of ['/paste hello', '/list']) {
      const update = messageUpdate(text, 7);
      await Promise.all([update, update, update].map((each) => chats.post(each)));
      await chats.post(update);
      expect(await replies()).toHaveLength(1);
    }
    expect(await pastes()).toHaveLength(1);
  });

  it('/list names the newest pastes, and of encrypted ones no title', async () => {
    await chats.link(7);
    expect(await say('/list')).toBe('You have no pastes.');
    await store(chats.pastes, 'text', { owner: chats.bert, title: 'of Bert' });
    for (let index = 0; index < LISTED_PASTES; index++) {
      await store(chats.pastes, 'text', { owner: chats.anna, title: `title ${index}` });
      // Pastes of the same millisecond have no order.
      await chats.run('UPDATE pastes SET created_at = created_at - 1');
    }
    const { publicId } = await store(chats.pastes, 'ciphertext', { owner: chats.anna, isE2ee: true });
    const lines = (await say('/list')).split('\n');
    expect(lines[0]).toBe('Your newest pastes:');
    expect(lines.slice(1, 5)).toEqual([
      'Encrypted in the browser',
      `${BASE_URL}/view/${publicId}`,
      `title ${LISTED_PASTES - 1}`,
      expect.any(String),
    ]);
    expect(lines.at(-1)).toBe('To delete one, use /delete ID.');
    expect(lines).toHaveLength(2 * LISTED_PASTES + 2);
  });

  it('/delete deletes an own paste by its id or link, and nobody else’s', async () => {
    await chats.link(7);
    const make = async (owner = chats.anna) => (await store(chats.pastes, 'text', { owner })).publicId;
    const [byId, byLink, bertsOwn] = [await make(), await make(), await make(chats.bert)];
    expect(await say(`/delete ${byId}`)).toBe(`The paste ${byId} is deleted.`);
    expect(await say(`/delete ${BASE_URL}/view/${byLink}#key`)).toBe(`The paste ${byLink} is deleted.`);
    for (const id of [byId, bertsOwn, 'x'.repeat(24)]) expect(await say(`/delete ${id}`)).toBe(`You have no paste ${id}.`);
    for (const text of ['/delete', '/delete everything']) expect(await say(text)).toMatch(/^Write the end of the paste’s link/);
    expect([await pastes(), await pastes(chats.bert)].map((list) => list.length)).toEqual([0, 1]);
  });

  it('/request and /secret lead to pages that make keys, with the label behind #', async () => {
    const id = await chats.link(7);
    expect(await say('/secret')).toMatch(/^Write the secret on this page\. .*\nhttps:\/\/paste\.example\/$/s);
    expect(await say('/request')).toMatch(/\nhttps:\/\/paste\.example\/requests$/);
    const reply = await say('/request Key for (db_1),\nplease! 😀');
    expect(reply).toContain('this chat gets a message for each answer');
    expect(reply.split('\n').at(-1)).toBe(`${BASE_URL}/requests#label=Key%20for%20%28db%5F1%29%2C%20please%21%20%F0%9F%98%80`);
    await chats.service.update(chats.anna, id, { events: [] });
    expect(await say('/request')).not.toContain('this chat gets a message');
  });

  it('an unlinked chat gets the way in, whatever it sends, and nothing else happens', async () => {
    const { publicId } = await store(chats.pastes, 'text', { owner: chats.anna });
    for (const name of COMMANDS) expect(await say(`/${name} ${publicId}`)).toBe('(unlinked)');
    expect(await pastes()).toHaveLength(1);
    const id = await chats.link(7);
    await chats.run(`UPDATE users SET disabled_at = 0 WHERE id = ${chats.anna.userId}`);
    expect(await say('/list')).toBe('(unlinked)');
    await chats.run('UPDATE users SET disabled_at = NULL');
    expect(await say('/list')).toContain(publicId);
    await chats.service.remove(chats.anna, id);
    expect(await say('/list')).toBe('(unlinked)');
  });

  it('in a group commands name the bot, and act for the account of who sends them', async () => {
    const { token } = await chats.service.createToken(chats.anna);
    await sayInGroup(`/link@OurBot ${token}`, 100);
    for (const name of COMMANDS) {
      expect(await sayInGroup(`/${name} text`, 100)).toBe('');
      expect(await sayInGroup(`/${name}@OtherBot text`, 100)).toBe('');
    }
    expect(await sayInGroup('/paste@OurBot text', 100)).toContain('Paste created.');
    const [paste] = await pastes();
    expect(await sayInGroup(`/delete@OurBot ${paste?.publicId}`, 200)).toBe('(unlinked)');
    // An anonymous administrator writes as the group.
    expect(await sayInGroup('/paste@OurBot text', 100, { sender_chat: { id: GROUP, type: 'supergroup', title: 'Team' } })).toBe(
      '(unlinked)',
    );
    expect(await sayInGroup('/list@OurBot', 100)).toMatch(
      /^Everybody here would see your pastes\. Send \/list to the bot in a private chat\.$/,
    );
    // Somebody else's own link makes the paste theirs.
    await chats.link(200, chats.bert);
    expect(await sayInGroup('/paste@OurBot text', 200)).toContain('Paste created.');
    expect([await pastes(), await pastes(chats.bert)].map((list) => list.length)).toEqual([1, 1]);
  });

  it('a channel, whose posts have no author, gets nothing', async () => {
    const { message } = messageUpdate('/paste@OurBot text', -100_9, { type: 'channel', title: 'News' });
    const { from: _, ...post } = message;
    await chats.post({ update_id: nextUpdateId(), channel_post: { ...post, sender_chat: post.chat } });
    expect(await replies()).toEqual([]);
  });

  it('a reply is in the sender’s language, and in a group in that of its linker', async () => {
    await chats.link(7, chats.anna, 'de');
    expect(await say('/list', 7, { languageCode: 'de' })).toBe('Sie haben keine Einträge.');
    expect(await say('/list', 7, { languageCode: 'sw' })).toBe('You have no pastes.');
    const { token } = await chats.service.createToken(chats.anna);
    await chats.post(messageUpdate(`/link ${token}`, GROUP, { type: 'group', languageCode: 'de' }));
    await replies();
    await chats.link(200, chats.bert);
    expect(await sayInGroup('/list@OurBot', 200)).toMatch(/^Alle hier würden/);
    expect(await say('/list@OurBot', GROUP, { type: 'group', languageCode: 'en' })).toMatch(/^Everybody here would/);
    expect(await sayInGroup('/list@OurBot', 200)).toMatch(/^Everybody here would/);
  });

  it('a chat linked with a limited key may do what the key may, until it expires', async () => {
    await chats.run(`INSERT INTO api_keys (id, user_id, key_hash, created_at, scopes)
      VALUES ('limited1', ${chats.anna.userId}, CAST('' AS ${chats.db.dialect.bytes}), 0, 'chats pastes:read')`);
    const key = { userId: chats.anna.userId, keyId: 'limited1' };
    const { token } = await chats.service.createToken(key);
    await say(`/link ${token}`);
    const { publicId } = await store(chats.pastes, 'text', { owner: chats.anna });
    for (const text of ['/paste text', `/delete ${publicId}`])
      expect(await say(text)).toBe('The key that linked this chat does not allow that.');
    expect(await say('/list')).toContain(publicId);
    expect(await say('/secret')).toContain(BASE_URL);
    await chats.run("UPDATE api_keys SET scopes = NULL, rule_names = 'e2ee', max_ttl_seconds = 60");
    expect(await say('/paste text')).toMatch(/^The server rejected the command: /);
    await chats.run('UPDATE api_keys SET rule_names = NULL');
    expect(await say('/paste text')).toContain('Paste created.');
    const [{ createdAt = 0, expiresAt = 0 } = {}] = await pastes();
    expect(Number(expiresAt) - createdAt).toBe(60_000);
    await chats.run('UPDATE api_keys SET expires_at = 1');
    expect(await say('/list')).toBe('(unlinked)');
  });

  it('commands count against the account’s limit, and a refusal is told', async () => {
    await chats.link(7);
    const limited = chats.serviceWith({ commands: commandsWith({ ofUser: createRateLimiter('one', 1, { kind: 'memory' }) }) });
    for (const said of ['You have no pastes.', 'Too many commands. Wait a minute, then send the command again.']) {
      await chats.post(messageUpdate('/list', 7), limited);
      expect(await replies()).toEqual([said]);
    }
    const refusing = { ...chats.pastes, create: () => Promise.reject(new TooManyPastesError(5)) };
    await chats.post(messageUpdate('/paste text', 7), chats.serviceWith({ commands: commandsWith({ pastes: refusing }) }));
    expect(await replies()).toEqual([expect.stringMatching(/^The server rejected the command: .*5/)]);
  });

  it('a failed command gets one reply, and the log has nothing of its text', async () => {
    await chats.link(7);
    const { log, lines } = collectingLogger();
    const failing = { ...chats.pastes, create: () => Promise.reject(new Error('out of order')) };
    const service = chats.serviceWith({ log, commands: commandsWith({ pastes: failing }) });
    const update = messageUpdate('/paste my words', 7);
    for (const said of [['The server had an error. Send the command again.'], []]) {
      await chats.post(update, service);
      expect(await replies()).toEqual(said);
    }
    expect(lines[0]).toMatchObject({ level: 'error', message: 'chat update not applied' });
    expect(inspect(lines)).not.toContain('my words');
  });

  it('/paste makes nothing where the host names networks for creating', async () => {
    await chats.link(7);
    await chats.post(messageUpdate('/paste text', 7), chats.serviceWith({ commands: commandsWith({ isOnlyInNetworks: true }) }));
    expect(await replies()).toEqual([expect.stringMatching(/^The server rejected the command: .*networks/)]);
    expect(await pastes()).toEqual([]);
  });

  it('a reply that waits is stored encrypted', async () => {
    await chats.link(7);
    await store(chats.pastes, 'text', { owner: chats.anna, title: 'private words' });
    await chats.run('DELETE FROM notification_queue');
    await chats.post(messageUpdate('/list', 7));
    const [row] = await chats.rows('SELECT text_sealed FROM notification_queue');
    expect(Buffer.from(row?.text_sealed as Uint8Array).toString('latin1')).not.toMatch(/private words|paste\.example/);
  });
});
