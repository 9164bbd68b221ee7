/** Banned networks in the database. SQL (decision 0041): idle; changes are in the audit. */
import type { AuditRecorder } from '../../audit/audit.recorder';
import type { Actor } from '../../audit/audit.rules';
import { type Database, numberOrNull, type Prisma, readClock, tookPlace } from '../../db/database';

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
  const { now } = db.dialect;
  const put = `INSERT INTO bans (network, reason, created_at, expires_at) VALUES (?, ?, ${now}, ${now} + CAST(? AS BIGINT))
    ON CONFLICT (network) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at, expires_at = excluded.expires_at
    RETURNING network`;

  /** Finds bans in force. */
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
      await db.write([
        { sql: put, params: [network, reason, forMs] },
        audit.record({ by, action: 'ban.added', object: network, details }, 0),
      ]);
    },

    /** @returns whether there was a ban */
    remove: (network: string, by: Actor): Promise<boolean> =>
      tookPlace(db, 0, [
        { sql: 'DELETE FROM bans WHERE network = ? RETURNING network', params: [network] },
        audit.record({ by, action: 'ban.lifted', object: network }, 0),
      ]),
  };
}
