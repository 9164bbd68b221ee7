/**
 * Chats, links to them, linking tokens and updates in the database. Each statement checks itself whether
 * its caller may see or change a link; an earlier read doesn't decide that.
 *
 * SQL (decision 0041): tokens and updates are a race; targets are hot; cleanup is idle.
 */

import { lockUser, selectMaker } from '../accounts/makers';
import type { Principal } from '../accounts/principal';
import { changeRow, type Database, type Prisma, type Row, readClock, type SqlValue, type Statement } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { MINUTE_MS } from '../encoding/time.rules';
import { cancelled } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/open-each';
import {
  KEEP_MESSAGES_MS,
  KEEP_UPDATES_MS,
  KEEP_USED_TOKENS_MS,
  MAX_CHATS_PER_USER,
  MAX_OPEN_TOKENS_PER_USER,
  MAX_WAITING_ANSWERS,
  MAX_WAITING_ANSWERS_IN_ALL,
  TOKEN_TTL_MINUTES,
} from './messenger.rules';
import type { DestinationChanges } from './messenger.schema';
import { newMessageId } from './messenger-recorder';
import { type DestinationRow, EVENT_COLUMNS, type MessageTarget, type ReceivedCommand, toDestination } from './messenger-rows';
import { openChatTitle, sealChatTitle } from './messenger-sealed';

const TOKEN_TTL_MS = TOKEN_TTL_MINUTES * MINUTE_MS;

export type MessengerRepository = ReturnType<typeof createMessengerRepository>;

/** @param openEach for rows that may be damaged */
export function createMessengerRepository(db: Database, keyring: Keyring, openEach: OpenEach = createOpenEach(db)) {
  const { prisma } = db;
  const { now, isIn, forUpdate } = db.dialect;

  const linked = (user: string) => `(SELECT count(*) FROM messenger_destinations d WHERE d.owner_id = ${user})`;
  const insertToken = (maker: string) => `INSERT INTO messenger_tokens (token_hash, user_id, expires_at, made_by)
    SELECT ?, u.id, ${now} + ${TOKEN_TTL_MS}, maker.made_by FROM users u, (${maker}) AS maker WHERE u.id = ? AND ${linked('u.id')} < ${MAX_CHATS_PER_USER}
      AND (SELECT count(*) FROM messenger_tokens t WHERE t.user_id = u.id AND t.used_by IS NULL AND t.expires_at > ${now}) < ${MAX_OPEN_TOKENS_PER_USER}
    RETURNING user_id`;
  // `used_by` is the id of the reply to the command that used the token, and the reply's row names the chat.
  const selectToken = `SELECT t.used_by IS NOT NULL AS is_used, t.expires_at - ${now} AS remaining_ms, c.title_sealed
    FROM messenger_tokens t LEFT JOIN notification_queue q ON q.id = t.used_by
      LEFT JOIN messenger_destinations d ON d.chat_ref = q.chat_ref AND d.owner_id = t.user_id
      LEFT JOIN messenger_chats c ON c.id = d.chat_ref
    WHERE t.token_hash = ? AND t.user_id = ?`;
  const selectTargets = `SELECT q.id, q.chat_ref, c.chat_id, c.language, c.is_active AND (q.destination_id IS NULL
        OR EXISTS (SELECT 1 FROM messenger_destinations d JOIN users u ON u.id = d.owner_id
          WHERE d.id = q.destination_id AND d.is_active AND u.disabled_at IS NULL)) AS is_wanted
    FROM notification_queue q JOIN messenger_chats c ON c.id = q.chat_ref WHERE ${isIn('q.id')}`;
  const isLinked = (chat: string) => `EXISTS (SELECT 1 FROM messenger_destinations d WHERE d.chat_ref = ${chat})`;
  /** Condition: this request, and no other, applies the update. */
  const ours = 'EXISTS (SELECT 1 FROM messenger_updates WHERE update_id = ? AND nonce = ?)';
  // Counting stops at the limit of waiting replies.
  const hasRoom = `(SELECT count(*) FROM (SELECT 1 FROM notification_queue w WHERE w.destination_id IS NULL AND w.next_retry_at >= 0
    LIMIT ${MAX_WAITING_ANSWERS_IN_ALL}) waiting) < ${MAX_WAITING_ANSWERS_IN_ALL}`;
  // In a group whoever links it chooses the language, by `setLanguage`; before that, whoever writes to the bot.
  const upsertChat = (
    condition: string,
    isPrivate: boolean,
  ) => `INSERT INTO messenger_chats (chat_id, title_sealed, is_active, language, created_at)
    SELECT CAST(? AS TEXT), ?, TRUE, CAST(? AS TEXT), ${now} WHERE ${ours} AND ${condition}
    ON CONFLICT (chat_id) DO UPDATE SET title_sealed = excluded.title_sealed, is_active = TRUE,
      language = ${isPrivate ? 'excluded.language' : `CASE WHEN ${isLinked('messenger_chats.id')} THEN messenger_chats.language ELSE excluded.language END`}`;
  const setLanguage = `UPDATE messenger_chats SET language = ?
    WHERE chat_id = ? AND EXISTS (SELECT 1 FROM messenger_tokens WHERE token_hash = ? AND used_by = ?)`;
  const useToken = `UPDATE messenger_tokens SET used_by = ?
    WHERE token_hash = ? AND used_by IS NULL AND expires_at > ${now} AND ${ours}
      AND EXISTS (SELECT 1 FROM users u WHERE u.id = messenger_tokens.user_id AND u.disabled_at IS NULL)
      AND ${linked('messenger_tokens.user_id')} < ${MAX_CHATS_PER_USER}`;
  const link = `INSERT INTO messenger_destinations (owner_id, chat_ref, on_created, on_burned, on_expired, is_active, created_at, made_by)
    SELECT t.user_id, c.id, TRUE, FALSE, FALSE, TRUE, ${now}, t.made_by FROM messenger_tokens t JOIN messenger_chats c ON c.chat_id = ?
    WHERE t.token_hash = ? AND t.used_by = ? ON CONFLICT (owner_id, chat_ref) DO UPDATE SET is_active = TRUE`;
  const insertAnswer = (
    kind: string,
  ) => `INSERT INTO notification_queue (id, chat_ref, kind, reply_to, status, attempts, next_retry_at, created_at)
    SELECT CAST(? AS TEXT), c.id, ${kind}, CAST(? AS BIGINT), 'pending', 0, ${now}, ${now} FROM messenger_chats c
    WHERE c.chat_id = ? AND ${ours} AND ${hasRoom} AND (SELECT count(*) FROM notification_queue w
      WHERE w.chat_ref = c.id AND w.next_retry_at IS NOT NULL AND w.destination_id IS NULL) < ${MAX_WAITING_ANSWERS}`;
  const byOutcome =
    "CASE WHEN EXISTS (SELECT 1 FROM messenger_tokens WHERE token_hash = ? AND used_by = ?) THEN 'linked' ELSE 'not-linked' END";

  async function list(where: Prisma.MessengerDestinationWhereInput): Promise<DestinationRow[]> {
    const links = await prisma.messengerDestination.findMany({ where, include: { chat: true }, orderBy: { id: 'asc' } });
    const titles = await openEach(
      'messenger_chats',
      links.map(({ chat }) => chat),
      (chat) => openChatTitle(keyring, chat.titleSealed),
      () => UNREADABLE,
    );
    return links.map((link, index) => toDestination(link, titles[index] ?? ''));
  }

  const find = async (ownerId: number, id: number): Promise<DestinationRow | null> => (await list({ id, ownerId }))[0] ?? null;

  /** Cancels the open messages of a link. */
  const cancelLink = (destinationId: number, nowMs: number) =>
    prisma.notification.updateMany({ where: { destinationId, nextRetryAt: { not: null } }, data: cancelled(nowMs) });

  return {
    /** @returns `inserted`, or the limit that the user has reached */
    async insertToken(owner: Principal, tokenHash: Uint8Array): Promise<'inserted' | 'too-many-chats' | 'too-many-tokens'> {
      const { userId } = owner;
      const maker = selectMaker(db.dialect, owner);
      const [, rows] = await db.write([
        // Requests for one user take turns: otherwise none would count the tokens of the others.
        lockUser(db.dialect, userId),
        { sql: insertToken(maker.sql), params: [tokenHash, ...maker.params, userId] },
      ]);
      if (rows?.length === 1) return 'inserted';
      const chats = await prisma.messengerDestination.count({ where: { ownerId: userId } });
      return chats < MAX_CHATS_PER_USER ? 'too-many-tokens' : 'too-many-chats';
    },

    /** @returns null when the user has no such token, or it has been removed since it expired */
    async findToken(userId: number, tokenHash: Uint8Array) {
      const rows = await db.read(selectToken, [tokenHash, userId]);
      const toToken = (row: Row, chatTitle: string | null) => ({
        isUsed: Boolean(row.is_used),
        /** Time until the token expires; 0 or less once it has. */
        remainingMs: Number(row.remaining_ms),
        /** Title of the chat that the token linked, as long as it is linked; null when that isn't known. */
        chatTitle,
      });
      const titleOf = ({ title_sealed }: Row) => (title_sealed === null ? null : openChatTitle(keyring, title_sealed as Uint8Array));
      const open = (row: Row) => toToken(row, titleOf(row));
      return (await openEach('messenger_chats', rows, open, (row) => toToken(row, UNREADABLE)))[0] ?? null;
    },

    async removeToken(userId: number, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
      await prisma.messengerToken.deleteMany({ where: { tokenHash, userId, usedBy: null } });
    },

    list: (ownerId: number): Promise<DestinationRow[]> => list({ ownerId }),

    find,

    /** Changes the given settings; switching off cancels open messages. @returns null when the owner has no such link */
    async update(ownerId: number, id: number, { events, isActive }: DestinationChanges): Promise<DestinationRow | null> {
      const where = { id, ownerId };
      // A link's owner never changes, so it is checked once, before the transaction.
      if ((await prisma.messengerDestination.count({ where })) === 0) return null;
      const flags = {
        ...(events && Object.fromEntries(EVENT_COLUMNS.map(([event, column]) => [column, events.includes(event)]))),
        ...(isActive === undefined ? {} : { isActive }),
      };
      await prisma.$transaction([
        // Switching on also unblocks the chat; if the bot still may not write there, the platform will say so.
        ...(isActive === true
          ? [prisma.messengerChat.updateMany({ where: { destinations: { some: where } }, data: { isActive: true } })]
          : []),
        prisma.messengerDestination.updateMany({ where, data: flags }),
        ...(isActive === false ? [cancelLink(id, await readClock(db))] : []),
      ]);
      return find(ownerId, id);
    },

    /** @returns whether this call removed it */
    async remove(ownerId: number, id: number): Promise<boolean> {
      const remove = prisma.messengerDestination.delete({ where: { id, ownerId }, select: { id: true } });
      return (await changeRow(db, remove, cancelLink(id, await readClock(db)))) !== null;
    },

    /** Applies a command and queues its reply, in one transaction, unless another request has applied this update before. */
    async apply(received: ReceivedCommand): Promise<void> {
      const { updateId, chatId, chatTitle, language, isPrivate, messageId, command, tokenHash } = received;
      // The nonce identifies this request, and the reply that it queues.
      const nonce = newMessageId();
      const mark: Statement = {
        sql: `INSERT INTO messenger_updates (update_id, nonce, received_at) VALUES (?, ?, ${now}) ON CONFLICT (update_id) DO NOTHING`,
        params: [updateId, nonce],
      };
      // A chat that only gets a reply isn't stored when there is no room for the reply.
      const chat: Statement = {
        sql: upsertChat(tokenHash === null ? hasRoom : 'TRUE', isPrivate),
        params: [chatId, sealChatTitle(keyring, chatTitle), language, updateId, nonce],
      };
      const answer = (kind: string, params: SqlValue[] = []): Statement => ({
        sql: insertAnswer(kind),
        params: [nonce, ...params, messageId, chatId, updateId, nonce],
      });
      const applied =
        tokenHash === null
          ? [answer(`'${command === 'link' ? 'not-linked' : command}'`)]
          : [
              // The lock makes this take turns with endings of the token's maker: the token is gone, or the ending finds the new link.
              {
                sql: `SELECT id FROM users WHERE id = (SELECT user_id FROM messenger_tokens WHERE token_hash = ?) ${forUpdate}`,
                params: [tokenHash],
              },
              { sql: useToken, params: [nonce, tokenHash, updateId, nonce] },
              { sql: link, params: [chatId, tokenHash, nonce] },
              { sql: setLanguage, params: [language, chatId, tokenHash, nonce] },
              answer(byOutcome, [tokenHash, nonce]),
            ];
      await db.write([mark, chat, ...applied]);
    },

    /** Records a chat's new id on the platform. If that id has a row already, the two rows become one. */
    async moveChat(fromChatId: string, toChatId: string): Promise<void> {
      if (fromChatId === toChatId) return;
      const from = '(SELECT id FROM messenger_chats WHERE chat_id = ?)';
      const to = from;
      const known = 'EXISTS (SELECT 1 FROM messenger_chats WHERE chat_id = ?)';
      const there = `SELECT o.id FROM messenger_destinations o WHERE o.chat_ref = ${to} AND o.owner_id =`;
      await db.write([
        { sql: `UPDATE messenger_chats SET chat_id = ? WHERE chat_id = ? AND NOT ${known}`, params: [toChatId, fromChatId, toChatId] },
        // The other statements find nothing unless the new id was known: otherwise no row has the old id any more.
        {
          sql: `UPDATE messenger_chats SET language = (SELECT f.language FROM messenger_chats f WHERE f.chat_id = ?)
            WHERE chat_id = ? AND NOT ${isLinked('messenger_chats.id')} AND ${isLinked(from)}`,
          params: [fromChatId, toChatId, fromChatId],
        },
        {
          sql: `UPDATE messenger_destinations SET chat_ref = ${to} WHERE chat_ref = ${from}
            AND NOT EXISTS (${there} messenger_destinations.owner_id)`,
          params: [toChatId, fromChatId, toChatId],
        },
        // The links that are left belong to owners who have linked both chats.
        {
          sql: `UPDATE notification_queue SET destination_id =
              (${there} (SELECT d.owner_id FROM messenger_destinations d WHERE d.id = notification_queue.destination_id))
            WHERE destination_id IN (SELECT d.id FROM messenger_destinations d WHERE d.chat_ref = ${from})`,
          params: [toChatId, fromChatId],
        },
        { sql: `UPDATE notification_queue SET chat_ref = ${to} WHERE chat_ref = ${from}`, params: [toChatId, fromChatId] },
        { sql: 'DELETE FROM messenger_chats WHERE chat_id = ?', params: [fromChatId] },
      ]);
    },

    /** Finds the chats of queued messages, by the messages' ids. */
    async findTargets(ids: readonly string[]): Promise<Map<string, MessageTarget>> {
      const rows = await db.read(selectTargets, [JSON.stringify(ids)]);
      return new Map(
        rows.map((row) => [
          String(row.id),
          {
            chatRef: Number(row.chat_ref),
            chatId: String(row.chat_id),
            language: row.language as string | null,
            isWanted: Boolean(row.is_wanted),
          },
        ]),
      );
    },

    /** Statements that switch a chat off for everybody, because the bot may not write to it any more. */
    switchOff: (chatRef: number): Statement[] => [
      { sql: 'UPDATE messenger_chats SET is_active = FALSE WHERE id = ?', params: [chatRef] },
      { sql: 'UPDATE messenger_destinations SET is_active = FALSE WHERE chat_ref = ?', params: [chatRef] },
    ],

    /** The statement that delays the chat's waiting messages. */
    postpone: (chatRef: number, delayMs: number): Statement => ({
      sql: `UPDATE notification_queue SET next_retry_at = ${now} + CAST(? AS BIGINT)
        WHERE chat_ref = ? AND claim_token IS NULL AND next_retry_at IS NOT NULL AND next_retry_at < ${now} + CAST(? AS BIGINT)`,
      params: [delayMs, chatRef, delayMs],
    }),

    prune: createPrune(
      db,
      pruneStatement('messenger_tokens', `expires_at <= ${now} AND (used_by IS NULL OR expires_at <= ${now} - ${KEEP_USED_TOKENS_MS})`, {
        id: 'token_hash',
      }),
      pruneStatement('messenger_updates', `received_at <= ${now} - ${KEEP_UPDATES_MS}`, { id: 'update_id' }),
      pruneStatement('notification_queue', `created_at <= ${now} - ${KEEP_MESSAGES_MS}`),
      pruneStatement(
        'messenger_chats',
        `created_at <= ${now} - ${KEEP_MESSAGES_MS}
          AND NOT EXISTS (SELECT 1 FROM messenger_destinations d WHERE d.chat_ref = messenger_chats.id)
          AND NOT EXISTS (SELECT 1 FROM notification_queue q WHERE q.chat_ref = messenger_chats.id)`,
      ),
    ),
  };
}
