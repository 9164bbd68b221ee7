/**
 * Updates and commands of chats in the database: what was applied, who links a chat, and for whom a command acts.
 *
 * SQL (decision 0041): tokens and updates are a race, and a command is one transaction.
 */

import { parseScopes, toKeyRules } from '../accounts/house-rules.rules';
import { directMaker, isActiveKey, parseMakers } from '../accounts/makers';
import type { Principal } from '../accounts/principal';
import { type Database, type SqlValue, type Statement, tookPlace } from '../db/database';
import { openIdAndTitle } from '../outbox/event-paste';
import { newJobId } from '../outbox/event-recorder';
import type { Keyring } from '../vault/keyring';
import { sealValue } from '../vault/vault';
import {
  type AnswerKind,
  MAX_CHAT_TITLE_CHARACTERS,
  MAX_CHATS_PER_USER,
  MAX_WAITING_ANSWERS,
  MAX_WAITING_ANSWERS_IN_ALL,
  type PRESSED,
  REPLY,
  TELEGRAM,
} from './messenger.rules';
import type { NotifiedReader } from './messenger-commands';
import { CHAT_TITLE, type CommandSource, type Identity, replyPlace } from './messenger-rows';

/** The effect of a Telegram command, besides the reply of that kind. */
export type Effect =
  | { kind: Exclude<AnswerKind, 'linked'> }
  | { kind: 'link'; tokenHash: Uint8Array }
  /** A reply that was made already; that to a press in JSON (`Pressed`). */
  | { kind: typeof REPLY | typeof PRESSED; text: string };

export function createUpdatesRepository(db: Database, keyring: Keyring) {
  const { now, forUpdate, bytes } = db.dialect;
  const linked = (user: string) => `(SELECT count(*) FROM messenger_destinations d WHERE d.owner_id = ${user})`;
  const isLinked = (chat: string) => `EXISTS (SELECT 1 FROM messenger_destinations d WHERE d.chat_ref = ${chat})`;
  const chatIs = 'platform = ? AND chat_id = ?';
  const insertMark = `INSERT INTO messenger_updates (update_id, nonce, received_at) VALUES (?, ?, ${now}) ON CONFLICT (update_id) DO NOTHING RETURNING update_id`;
  // Counting stops at the limit of waiting replies.
  const hasRoom = `(SELECT count(*) FROM (SELECT 1 FROM notification_queue w WHERE w.destination_id IS NULL AND w.next_retry_at >= 0
    LIMIT ${MAX_WAITING_ANSWERS_IN_ALL}) waiting) < ${MAX_WAITING_ANSWERS_IN_ALL}`;
  const isGoodToken = `EXISTS (SELECT 1 FROM messenger_tokens t WHERE t.token_hash = ? AND t.used_by IS NULL AND t.expires_at > ${now})`;
  // A linked group has the language of whoever linked it, by `setLanguage` and by their commands there; any other chat, that of
  // whoever writes to the bot.
  const isOthers = `(${isLinked('messenger_chats.id')}
      AND NOT EXISTS (SELECT 1 FROM messenger_destinations d WHERE d.chat_ref = messenger_chats.id AND d.linked_by = CAST(? AS TEXT)))`;
  const upsertChat = (condition: string) => `INSERT INTO messenger_chats (platform, chat_id, title_sealed, is_active, language, created_at)
    SELECT CAST(? AS TEXT), CAST(? AS TEXT), ?, TRUE, CAST(? AS TEXT), ${now} WHERE ${condition}
    ON CONFLICT (platform, chat_id) DO UPDATE SET title_sealed = excluded.title_sealed, is_active = TRUE,
      language = CASE WHEN CAST(? AS BOOLEAN) AND ${isOthers} THEN messenger_chats.language ELSE excluded.language END`;
  const setLanguage = `UPDATE messenger_chats SET language = ? WHERE ${chatIs}`;
  const useToken = `UPDATE messenger_tokens SET used_by = ?, chat_ref = (SELECT id FROM messenger_chats WHERE ${chatIs})
    WHERE token_hash = ? AND used_by IS NULL AND expires_at > ${now}
      AND EXISTS (SELECT 1 FROM users u WHERE u.id = messenger_tokens.user_id AND u.disabled_at IS NULL)
      AND ${linked('messenger_tokens.user_id')} < ${MAX_CHATS_PER_USER} RETURNING user_id`;
  const insertAnswer = (
    kind: string,
  ) => `INSERT INTO notification_queue (id, chat_ref, kind, reply_to, text_sealed, status, attempts, next_retry_at, created_at)
    SELECT CAST(? AS TEXT), c.id, ${kind}, CAST(? AS BIGINT), CAST(? AS ${bytes}), 'pending', 0, ${now}, ${now} FROM messenger_chats c
    WHERE c.platform = '${TELEGRAM}' AND c.chat_id = ? AND ${hasRoom} AND (SELECT count(*) FROM notification_queue w
      WHERE w.chat_ref = c.id AND w.next_retry_at IS NOT NULL AND w.destination_id IS NULL) < ${MAX_WAITING_ANSWERS}`;
  const byOutcome =
    "CASE WHEN EXISTS (SELECT 1 FROM messenger_tokens WHERE token_hash = ? AND used_by = ?) THEN 'linked' ELSE 'not-linked' END";
  const selectCaller = `SELECT d.owner_id, d.made_by, c.chat_id = ? AS is_here, d.is_active AND d.on_created AS is_notified, (SELECT language FROM messenger_chats WHERE ${chatIs}) AS language
    FROM messenger_destinations d JOIN messenger_chats c ON c.id = d.chat_ref JOIN users u ON u.id = d.owner_id AND u.disabled_at IS NULL
    WHERE c.platform = ? AND (c.chat_id = ? OR (c.chat_id = ? AND d.linked_by = ?))
    ORDER BY CASE WHEN c.chat_id = ? THEN 0 ELSE 1 END, d.id DESC LIMIT 1`;

  /** A link to Telegram gets messages; somebody on another platform only gives commands. */
  const link = (isNotified: boolean) => {
    const isOn = isNotified ? 'TRUE' : 'FALSE';
    return `INSERT INTO messenger_destinations (owner_id, chat_ref, on_created, on_burned, on_expired, on_waiting, is_active, created_at, made_by, linked_by)
    SELECT t.user_id, c.id, ${isOn}, FALSE, FALSE, ${isOn}, ${isOn}, ${now}, t.made_by, CAST(? AS TEXT)
    FROM messenger_tokens t JOIN messenger_chats c ON c.platform = ? AND c.chat_id = ?
    WHERE t.token_hash = ?
    ON CONFLICT (owner_id, chat_ref) DO UPDATE SET is_active = excluded.is_active, linked_by = excluded.linked_by`;
  };

  /**
   * Statements that link the identity by a token.
   * @param at index of the first one @param nonce of the request, which tells whether it has used the token
   */
  function linking(
    at: number,
    chatRow: Statement,
    { platform, id, language }: Identity,
    linkedBy: string | null,
    tokenHash: Uint8Array,
    nonce: string,
  ): Statement[] {
    const onlyAfter = at + 2;
    return [
      // The lock makes this take turns with endings of the token's maker: the token is gone, or the ending finds the new link.
      {
        sql: `SELECT id FROM users WHERE id = (SELECT user_id FROM messenger_tokens WHERE token_hash = ?) ${forUpdate}`,
        params: [tokenHash],
      },
      chatRow,
      { sql: useToken, params: [nonce, platform, id, tokenHash] },
      { sql: link(platform === TELEGRAM), params: [linkedBy, platform, id, tokenHash], onlyAfter },
      { sql: setLanguage, params: [language, platform, id], onlyAfter },
    ];
  }

  function chat(
    { platform, id, title, language }: Identity,
    { isPrivate, senderId }: Pick<CommandSource, 'isPrivate' | 'senderId'>,
    condition = 'TRUE',
    ...params: SqlValue[]
  ): Statement {
    const shown = [...title.replaceAll('\0', '')].slice(0, MAX_CHAT_TITLE_CHARACTERS).join('');
    const titleSealed = sealValue(keyring, CHAT_TITLE, shown);
    return { sql: upsertChat(condition), params: [platform, id, titleSealed, language, ...params, !isPrivate, senderId] };
  }

  /** Statements of a command, whose first one returns a row if it marks the update as applied: then the others are to run. */
  function statementsOf(source: CommandSource, effect: Effect): [mark: Statement, ...others: Statement[]] {
    const { updateId, isPrivate, messageId, senderId, ...identity } = source;
    // The nonce identifies this request, and the reply that it queues.
    const nonce = newJobId();
    const answer = (kind: string, text: Uint8Array | null, params: SqlValue[] = []): Statement => ({
      sql: insertAnswer(kind),
      params: [nonce, ...params, messageId, text, identity.id],
    });
    const mark: Statement = { sql: insertMark, params: [updateId, nonce] };
    if (effect.kind === 'link') {
      const { tokenHash } = effect;
      const linkedBy = isPrivate ? null : senderId;
      return [
        mark,
        ...linking(1, chat(identity, source), identity, linkedBy, tokenHash, nonce),
        answer(byOutcome, null, [tokenHash, nonce]),
      ];
    }
    // A chat that only gets a reply isn't stored when there is no room for the reply.
    const text = 'text' in effect ? sealValue(keyring, replyPlace(nonce), effect.text) : null;
    return [mark, chat(identity, source, hasRoom), answer(`'${effect.kind}'`, text)];
  }

  return {
    /** Applies a command and queues its reply, in one transaction, unless another request has applied this update before. */
    async apply(source: CommandSource, effect: Effect): Promise<void> {
      await db.write(statementsOf(source, effect).map((statement, index) => (index === 0 ? statement : { onlyAfter: 0, ...statement })));
    },

    /** Statements for the transaction of what a command does: it fails when the update was applied before. */
    applying(source: CommandSource, text: string): Statement[] {
      const [mark, ...others] = statementsOf(source, { kind: REPLY, text });
      return [{ ...mark, mustReturn: true }, ...others];
    },

    async isApplied(updateId: string): Promise<boolean> {
      return (await db.read('SELECT update_id FROM messenger_updates WHERE update_id = ?', [updateId])).length > 0;
    },

    /** Marks a request as applied. @returns the mark's nonce; null when the request came before */
    async mark(updateId: string): Promise<string | null> {
      const nonce = newJobId();
      return (await tookPlace(db, 0, [{ sql: insertMark, params: [updateId, nonce] }])) ? nonce : null;
    },

    /** Links somebody on a platform. @param nonce of the request's mark @returns whether the token was good */
    async linkIdentity(identity: Identity, tokenHash: Uint8Array, nonce: string): Promise<boolean> {
      const chatRow = chat(identity, { isPrivate: true, senderId: null }, isGoodToken, tokenHash);
      return await tookPlace(db, 2, linking(0, chatRow, identity, null, tokenHash, nonce));
    },

    /**
     * Finds the account for which somebody's command acts: the one that they have linked themselves, in this chat or with
     * their private chat, whatever others have linked.
     * @param senderId null: nobody knows who wrote it @returns null: none, or the key that linked it has expired
     */
    async findCaller({ platform, id }: Pick<Identity, 'platform' | 'id'>, senderId: string | null) {
      const [row] = await db.read(selectCaller, [id, platform, id, platform, senderId, id, senderId, id]);
      if (!row) return null;
      const maker = directMaker(parseMakers(row.made_by as string | null));
      const [key] =
        maker === null
          ? []
          : await db.read(
              `SELECT k.scopes, k.rule_names, k.max_ttl_seconds, ${isActiveKey(now)} AS is_active FROM api_keys k WHERE k.id = ?`,
              [maker],
            );
      if (key && !key.is_active) return null;
      const scopes = key ? parseScopes(key.scopes as string | null) : null;
      const rules = key ? toKeyRules(key.rule_names as string | null, key.max_ttl_seconds as number | null) : null;
      const principal: Principal = {
        userId: Number(row.owner_id),
        ...(scopes === null ? {} : { scopes }),
        ...(rules === null ? {} : { rules }),
      };
      return {
        /** The account for which the command acts, with the rights and the rules of the key that linked it. */
        principal,
        /** The chat's language; null: the host's. */
        language: row.language as string | null,
        /** Whether they have linked it in this chat, whose language is then theirs. */
        isHere: Boolean(row.is_here),
        /** Whether the chat gets a message for each answer to the account's requests. */
        isNotified: Boolean(row.is_here && row.is_notified),
      };
    },

    /** Finds the reader of a message that was queued for the chat. @param id of the message */
    async findNotifiedReader(chatId: string, id: string): Promise<NotifiedReader | null> {
      const sql = `SELECT q.paste_id, q.id_sealed, q.waiting_code, q.created_at FROM notification_queue q JOIN messenger_chats c ON c.id = q.chat_ref
        WHERE q.id = ? AND q.waiting_code IS NOT NULL AND c.platform = '${TELEGRAM}' AND c.chat_id = ?`;
      const [row] = await db.read(sql, [id, chatId]);
      if (!row) return null;
      const { publicId } = openIdAndTitle(keyring, { ...row, title_sealed: null });
      return { publicId, code: String(row.waiting_code), notifiedAt: Number(row.created_at) };
    },

    /** Withdraws the message about a new paste from the chat whose reply tells of the paste already. */
    async withdrawNotice({ platform, id }: Pick<Identity, 'platform' | 'id'>, pasteId: string): Promise<void> {
      const sql = `DELETE FROM notification_queue WHERE paste_id = ? AND kind = 'paste.created' AND claim_token IS NULL
        AND chat_ref = (SELECT id FROM messenger_chats WHERE ${chatIs})`;
      await db.write([{ sql, params: [pasteId, platform, id] }]);
    },

    /** Records a chat's new id on Telegram. If that id has a row already, it gets the links of owners who have linked the old id alone. */
    async moveChat(fromChatId: string, toChatId: string): Promise<void> {
      if (fromChatId === toChatId) return;
      const isChat = `platform = '${TELEGRAM}' AND chat_id = ?`;
      const chatRef = `(SELECT id FROM messenger_chats WHERE ${isChat})`;
      const isKnown = `EXISTS (SELECT 1 FROM messenger_chats WHERE ${isChat})`;
      await db.write([
        { sql: `UPDATE messenger_chats SET chat_id = ? WHERE ${isChat} AND NOT ${isKnown}`, params: [toChatId, fromChatId, toChatId] },
        // The other statements find nothing unless the new id was known: otherwise no row has the old id any more.
        {
          sql: `UPDATE messenger_destinations SET chat_ref = ${chatRef} WHERE chat_ref = ${chatRef}
            AND NOT EXISTS (SELECT 1 FROM messenger_destinations o WHERE o.chat_ref = ${chatRef} AND o.owner_id = messenger_destinations.owner_id)`,
          params: [toChatId, fromChatId, toChatId],
        },
        // Messages for the links that are left are cancelled: their owners get the same for the link to the new id.
        { sql: `UPDATE notification_queue SET chat_ref = ${chatRef} WHERE chat_ref = ${chatRef}`, params: [toChatId, fromChatId] },
        { sql: `DELETE FROM messenger_chats WHERE ${isChat}`, params: [fromChatId] },
      ]);
    },
  };
}
