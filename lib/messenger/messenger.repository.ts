/**
 * Chats, links to them and linking tokens in the database; commands are in messenger-updates.repository.ts. Each statement
 * checks itself whether its caller may see or change a link; an earlier read doesn't decide that.
 *
 * SQL (decision 0041): tokens are a race; targets are hot; cleanup is idle.
 */

import { lockUser, selectMaker } from '../accounts/makers';
import type { Principal } from '../accounts/principal';
import { changeRow, type Database, type Prisma, readClock, type Statement } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { MINUTE_MS } from '../encoding/time.rules';
import { flags } from '../outbox/event-recorder';
import { cancelled } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/open-each';
import {
  KEEP_MESSAGES_MS,
  KEEP_UPDATES_MS,
  KEEP_USED_TOKENS_MS,
  MAX_CHATS_PER_USER,
  MAX_OPEN_TOKENS_PER_USER,
  MESSENGER_EVENTS,
  TELEGRAM,
  TOKEN_TTL_MINUTES,
} from './messenger.rules';
import type { DestinationChanges } from './messenger.schema';
import { type DestinationRow, openChatTitle, toDestination } from './messenger-rows';
import { createUpdatesRepository } from './messenger-updates.repository';

const TOKEN_TTL_MS = TOKEN_TTL_MINUTES * MINUTE_MS;

export type MessengerRepository = ReturnType<typeof createMessengerRepository>;

/** @param openEach for rows that may be damaged */
export function createMessengerRepository(db: Database, keyring: Keyring, openEach: OpenEach = createOpenEach(db)) {
  const { prisma } = db;
  const { now } = db.dialect;

  const linked = (user: string) => `(SELECT count(*) FROM messenger_destinations d WHERE d.owner_id = ${user})`;
  const insertToken = (maker: string) => `INSERT INTO messenger_tokens (token_hash, user_id, expires_at, made_by)
    SELECT ?, u.id, ${now} + ${TOKEN_TTL_MS}, maker.made_by FROM users u, (${maker}) AS maker WHERE u.id = ? AND ${linked('u.id')} < ${MAX_CHATS_PER_USER}
      AND (SELECT count(*) FROM messenger_tokens t WHERE t.user_id = u.id AND t.used_by IS NULL AND t.expires_at > ${now}) < ${MAX_OPEN_TOKENS_PER_USER}
    RETURNING user_id`;
  const selectTarget = `SELECT q.chat_ref, c.chat_id, c.language FROM notification_queue q JOIN messenger_chats c ON c.id = q.chat_ref
    WHERE q.id = ? AND c.is_active AND (q.destination_id IS NULL OR EXISTS (SELECT 1 FROM messenger_destinations d
      JOIN users u ON u.id = d.owner_id WHERE d.id = q.destination_id AND d.is_active AND u.disabled_at IS NULL))`;

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

  const cancelLink = (destinationId: number, nowMs: number) =>
    prisma.notification.updateMany({ where: { destinationId, nextRetryAt: { not: null } }, data: cancelled(nowMs) });

  return {
    ...createUpdatesRepository(db, keyring),

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
    async findToken(userId: number, tokenHash: Uint8Array<ArrayBuffer>) {
      const token = await prisma.messengerToken.findUnique({ where: { tokenHash, userId } });
      if (!token) return null;
      const [chat] = token.chatRef === null ? [] : await list({ ownerId: userId, chatRef: token.chatRef });
      return {
        isUsed: token.usedBy !== null,
        isExpired: Number(token.expiresAt) <= (await readClock(db)),
        /** Title of the chat that the token linked, as long as it is linked; null when that isn't known. */
        chatTitle: chat?.chatTitle ?? null,
      };
    },

    async removeToken(userId: number, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
      await prisma.messengerToken.deleteMany({ where: { tokenHash, userId, usedBy: null } });
    },

    list: (ownerId: number): Promise<DestinationRow[]> => list({ ownerId }),

    /**
     * Changes the given settings; switching off cancels open messages.
     * @returns null when the owner has no such link; `without-messages`: its platform gets no messages
     */
    async update(
      ownerId: number,
      id: number,
      { events, isActive }: DestinationChanges,
    ): Promise<DestinationRow | 'without-messages' | null> {
      const where = { id, ownerId };
      // A link's owner and its platform never change, so they are checked once, before the transaction.
      const link = await prisma.messengerDestination.findFirst({ where, select: { chat: { select: { platform: true } } } });
      if (link === null) return null;
      if (link.chat.platform !== TELEGRAM) return 'without-messages';
      const data = {
        ...(events && flags(MESSENGER_EVENTS, events)),
        ...(isActive === undefined ? {} : { isActive }),
      };
      await prisma.$transaction([
        // Switching on also unblocks the chat; if the bot still may not write there, the platform will say so.
        ...(isActive === true
          ? [prisma.messengerChat.updateMany({ where: { destinations: { some: where } }, data: { isActive: true } })]
          : []),
        prisma.messengerDestination.updateMany({ where, data }),
        ...(isActive === false ? [cancelLink(id, await readClock(db))] : []),
      ]);
      return (await list(where))[0] ?? null;
    },

    /** @returns whether this call removed it */
    async remove(ownerId: number, id: number): Promise<boolean> {
      const remove = prisma.messengerDestination.delete({ where: { id, ownerId }, select: { id: true } });
      return (await changeRow(db, remove, cancelLink(id, await readClock(db)))) !== null;
    },

    /**
     * Finds the chat that gets a queued message. @returns null when the chat can't be written to, or the message's link, if it has
     * one, is not active or its owner disabled
     */
    async findTarget(id: string) {
      const [row] = await db.read(selectTarget, [id]);
      /** `language`: the chat's; null: the host's. */
      return row ? { chatRef: Number(row.chat_ref), chatId: String(row.chat_id), language: row.language as string | null } : null;
    },

    /** Statements that switch a chat off for everybody, because the bot may not write to it any more. */
    switchOff: (chatRef: number): Statement[] => [
      { sql: 'UPDATE messenger_chats SET is_active = FALSE WHERE id = ?', params: [chatRef] },
      { sql: 'UPDATE messenger_destinations SET is_active = FALSE WHERE chat_ref = ?', params: [chatRef] },
    ],

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
