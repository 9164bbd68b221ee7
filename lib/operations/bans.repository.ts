/** Banned networks in the database. SQL (decision 0041): idle. */

import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, numberOrNull, type Prisma, readClock } from '../db/database';

/** Times in ms since 1970. */
export interface Ban {
  network: string;
  reason: string | null;
  createdAt: number;
  expiresAt: number | null;
}

export type BansRepository = ReturnType<typeof createBansRepository>;

export function createBansRepository(db: Database, audit: AuditRecorder) {
  const { prisma } = db;

  async function find(more: Omit<Prisma.BanFindManyArgs, 'select' | 'omit'>): Promise<Ban[]> {
    const isInForce = { OR: [{ expiresAt: null }, { expiresAt: { gt: await readClock(db) } }] };
    const bans = await prisma.ban.findMany({ ...more, where: { ...isInForce, ...more.where } });
    return bans.map((ban) => ({ ...ban, createdAt: Number(ban.createdAt), expiresAt: numberOrNull(ban.expiresAt) }));
  }

  return {
    /** The bans in force. Every web process asks every few seconds, in SQL, so that none loads the query compiler for that. */
    async listNetworks(): Promise<string[]> {
      const rows = await db.read(`SELECT network FROM bans WHERE expires_at IS NULL OR expires_at > ${db.dialect.now}`);
      return rows.map((row) => String(row.network));
    },

    /** The bans in force, the oldest first. */
    list: (): Promise<Ban[]> => find({ orderBy: [{ createdAt: 'asc' }, { network: 'asc' }] }),

    /** The bans in force, by network. @param after the last network of the previous page */
    listPage: (limit: number, after: string): Promise<Ban[]> =>
      find({ where: { network: { gt: after } }, orderBy: { network: 'asc' }, take: limit }),

    /** Bans a network, in place of an earlier ban of it. @param forMs null: for ever */
    async put(network: string, reason: string | null, forMs: number | null, by: Actor): Promise<void> {
      const details = { ...(reason === null ? {} : { reason }), ...(forMs === null ? {} : { forMs }) };
      const nowMs = await readClock(db);
      const ban = { reason, createdAt: nowMs, expiresAt: forMs === null ? null : nowMs + forMs };
      await prisma.$transaction([
        prisma.ban.upsert({ where: { network }, create: { network, ...ban }, update: ban }),
        audit.entry({ by, action: 'ban.added', object: network, details }, nowMs),
      ]);
    },

    /** @returns whether it was there */
    async remove(network: string, by: Actor): Promise<boolean> {
      const entry = audit.entry({ by, action: 'ban.lifted', object: network }, await readClock(db));
      return (await changeRow(db, prisma.ban.delete({ where: { network } }), entry)) !== null;
    },
  };
}
