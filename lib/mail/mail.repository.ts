/**
 * Mailboxes and their mails in the database. Each statement checks itself whether the address is still the one that its
 * caller means, by the nonce; an earlier read doesn't decide that.
 *
 * SQL (decision 0041): addresses are set by makers, which race; targets are hot; cleanup is idle.
 */
import { lockUser, selectMaker } from '../accounts/makers';
import type { Principal } from '../accounts/principal';
import { type Database, readClock, type Statement, tookPlace } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { DAY_MS } from '../encoding/time.rules';
import { flagColumn, flags } from '../outbox/event-recorder';
import { cancelOpen } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/open-each';
import { sealValue } from '../vault/vault';
import { CHOSEN_MAIL_KINDS, type ChosenMailKind, CONFIRM_TTL_MS, KEEP_MAILS_MS, type MailKind } from './mail.rules';
import { askedMail } from './mail-receivers';
import { addressPlace, type MailboxRow, type MailLink, openAddress, toMailbox } from './mail-rows';

export interface MailboxSettings {
  kinds: readonly ChosenMailKind[];
  language: string;
}

export type MailRepository = ReturnType<typeof createMailRepository>;

export type MailTarget = NonNullable<Awaited<ReturnType<MailRepository['findTarget']>>>;

/** A mail as its owner's page shows it; times in ms since 1970. */
export type MailRow = Awaited<ReturnType<MailRepository['listMails']>>[number];

/** @param openEach for rows that may be damaged */
export function createMailRepository(db: Database, keyring: Keyring, openEach: OpenEach = createOpenEach(db)) {
  const { prisma } = db;
  const { now, bytes } = db.dialect;

  const columns = CHOSEN_MAIL_KINDS.map(flagColumn);
  const replaced = ['address_sealed', 'nonce', 'language', ...columns, 'confirmed_at', 'is_active', 'is_refused', 'changed_at', 'made_by'];
  const upsert = (
    maker: string,
    kinds: readonly ChosenMailKind[],
    isConfirmed: boolean,
  ) => `INSERT INTO mailboxes (owner_id, ${replaced.join(', ')})
    SELECT u.id, CAST(? AS ${bytes}), CAST(? AS TEXT), CAST(? AS TEXT), ${CHOSEN_MAIL_KINDS.map((kind) => (kinds.includes(kind) ? 'TRUE' : 'FALSE')).join(', ')},
      ${isConfirmed ? now : 'CAST(NULL AS BIGINT)'}, TRUE, FALSE, ${now}, maker.made_by
    FROM users u, (${maker}) AS maker WHERE u.id = ?
    ON CONFLICT (owner_id) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')} RETURNING id`;
  const cancel = `${cancelOpen('mails', now)} AND mailbox_id IN`;
  const end = (isRefused: boolean) =>
    `UPDATE mailboxes SET confirmed_at = NULL, is_active = FALSE, is_refused = ${isRefused}, changed_at = ${now} WHERE id = ? AND nonce = ?`;
  const selectTarget = `SELECT m.id, m.owner_id, m.address_sealed, m.nonce, m.language, u.name
    FROM mails q JOIN mailboxes m ON m.id = q.mailbox_id JOIN users u ON u.id = m.owner_id AND u.disabled_at IS NULL
    WHERE q.id = ? AND CASE WHEN q.kind = 'confirm' THEN m.confirmed_at IS NULL AND q.created_at > ${now} - ${CONFIRM_TTL_MS}
      ELSE m.confirmed_at IS NOT NULL END`;

  return {
    async find(ownerId: number): Promise<MailboxRow | null> {
      const rows = await prisma.mailbox.findMany({ where: { ownerId } });
      const open = (row: (typeof rows)[number]) => toMailbox(row, openAddress(keyring, ownerId, row.addressSealed));
      return (await openEach('mailboxes', rows, open, (row) => toMailbox(row, UNREADABLE)))[0] ?? null;
    },

    /** Changes the settings of an address. @returns false when the owner has another address by now */
    async change(ownerId: number, nonce: string, { kinds, language }: MailboxSettings): Promise<boolean> {
      return (
        (await prisma.mailbox.updateMany({ where: { ownerId, nonce }, data: { ...flags(CHOSEN_MAIL_KINDS, kinds), language } })).count === 1
      );
    },

    /** Sets an address in place of any other, whose open mails are cancelled. @returns false when the owner's key or session has ended */
    setAddress(owner: Principal, address: string, nonce: string, settings: MailboxSettings, isConfirmed: boolean): Promise<boolean> {
      const { userId } = owner;
      const maker = selectMaker(db.dialect, owner);
      const sealed = sealValue(keyring, addressPlace(userId), address);
      return tookPlace(db, 1, [
        lockUser(db.dialect, userId),
        {
          sql: upsert(maker.sql, settings.kinds, isConfirmed),
          params: [sealed, nonce, settings.language, ...maker.params, userId],
        },
        { sql: `${cancel} (SELECT id FROM mailboxes WHERE owner_id = ?)`, params: [userId], onlyAfter: 1 },
      ]);
    },

    /** Queues the mail that asks for the confirmation of an address, unless one is waiting. */
    async askToConfirm(ownerId: number, nonce: string): Promise<void> {
      await db.write([
        {
          sql: `UPDATE mailboxes SET is_active = TRUE, changed_at = ${now} WHERE owner_id = ? AND nonce = ? AND confirmed_at IS NULL RETURNING id`,
          params: [ownerId, nonce],
        },
        { ...askedMail(db.dialect, 'confirm', ownerId, 'r.confirmed_at IS NULL'), onlyAfter: 0 },
      ]);
    },

    /** Confirms an address without a mail: the identity provider vouches for it. */
    async confirmKnown(ownerId: number, nonce: string): Promise<void> {
      await prisma.mailbox.updateMany({ where: { ownerId, nonce }, data: { confirmedAt: await readClock(db), isActive: true } });
    },

    /** Queues a test, unless one is waiting. @returns false when the address is not confirmed */
    async addTest(ownerId: number): Promise<boolean> {
      await db.write([askedMail(db.dialect, 'test', ownerId, 'r.confirmed_at IS NOT NULL')]);
      return (await prisma.mailbox.count({ where: { ownerId, confirmedAt: { not: null } } })) === 1;
    },

    async remove(ownerId: number): Promise<boolean> {
      return (await prisma.mailbox.deleteMany({ where: { ownerId } })).count === 1;
    },

    /** The address and the owner's name for a link; null when the address is another one by now. */
    async findLinked({ mailboxId, nonce }: MailLink): Promise<{ address: string; userName: string } | null> {
      const found = await prisma.mailbox.findUnique({ where: { id: mailboxId, nonce }, include: { owner: { select: { name: true } } } });
      return found && { address: openAddress(keyring, found.ownerId, found.addressSealed), userName: found.owner.name };
    },

    /** @returns false when the link is too old, the address another one by now, or its mails were ended, or another link asked for, since the link was made */
    confirm({ mailboxId, nonce, at }: MailLink): Promise<boolean> {
      const sql = `UPDATE mailboxes SET confirmed_at = ${now}, is_active = TRUE, changed_at = ${now}
        WHERE id = ? AND nonce = ? AND CAST(? AS BIGINT) > ${now} - ${CONFIRM_TTL_MS}
          AND (CAST(? AS BIGINT) > changed_at OR (is_active AND (confirmed_at IS NOT NULL OR CAST(? AS BIGINT) = changed_at)))
        RETURNING id`;
      return tookPlace(db, 0, [{ sql, params: [mailboxId, nonce, at, at, at] }]);
    },

    /** Ends all mails to an address, also those that wait. @returns false when the address is another one by now */
    unsubscribe({ mailboxId, nonce }: MailLink): Promise<boolean> {
      return tookPlace(db, 0, [
        { sql: `${end(false)} RETURNING id`, params: [mailboxId, nonce] },
        { sql: `${cancel} (?)`, params: [mailboxId], onlyAfter: 0 },
      ]);
    },

    /** The statement that ends mails to an address that the mail server does not know. */
    refuse: (mailboxId: number, nonce: string): Statement => ({ sql: end(true), params: [mailboxId, nonce] }),

    async listMails(ownerId: number, limit: number) {
      const mails = await prisma.mail.findMany({
        where: { mailbox: { ownerId } },
        select: { id: true, kind: true, status: true, error: true, createdAt: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return mails.map((mail) => ({ ...mail, kind: mail.kind as MailKind, createdAt: Number(mail.createdAt) }));
    },

    /**
     * Finds the mailbox that gets a queued mail. @returns null when its owner has changed or removed the address since or is disabled,
     * or a link to confirm it has become too old
     */
    async findTarget(id: string) {
      const [row] = await db.read(selectTarget, [id]);
      if (!row) return null;
      return {
        mailboxId: Number(row.id),
        ownerId: Number(row.owner_id),
        addressSealed: row.address_sealed as Uint8Array,
        nonce: String(row.nonce),
        language: String(row.language),
        userName: String(row.name),
      };
    },

    prune: createPrune(
      db,
      pruneStatement('mails', `created_at <= ${now} - ${KEEP_MAILS_MS}`),
      pruneStatement('code_mails', `created_at <= ${now} - ${DAY_MS}`),
      pruneStatement('mailboxes', `confirmed_at IS NULL AND changed_at <= ${now} - ${KEEP_MAILS_MS}`),
    ),
  };
}
