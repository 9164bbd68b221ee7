import { type Database, numberOrNull, readClock } from '../../db/database';

/** Times in ms since 1970. */
export interface Ban {
  network: string;
  reason: string | null;
  createdAt: number;
  expiresAt: number | null;
}

export type BansRepository = ReturnType<typeof createBansRepository>;

export function createBansRepository(db: Database) {
  const { prisma } = db;
  const isInForceAt = (nowMs: number) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: nowMs } }] });

  return {
    /** Those in force. Every web process asks for them every few seconds: in SQL, so that none loads the query compiler for that. */
    async listNetworks(): Promise<string[]> {
      const rows = await db.read(`SELECT network FROM bans WHERE expires_at IS NULL OR expires_at > ${db.dialect.now}`);
      return rows.map((row) => String(row.network));
    },

    /** Those in force, the first one first. */
    async list(): Promise<Ban[]> {
      const bans = await prisma.ban.findMany({
        where: isInForceAt(await readClock(db)),
        orderBy: [{ createdAt: 'asc' }, { network: 'asc' }],
      });
      return bans.map((ban) => ({ ...ban, createdAt: Number(ban.createdAt), expiresAt: numberOrNull(ban.expiresAt) }));
    },

    /** In the place of what was known of this network. @param forMs null: for ever */
    async put(network: string, reason: string | null, forMs: number | null): Promise<void> {
      const createdAt = await readClock(db);
      const ban = { reason, createdAt, expiresAt: forMs === null ? null : createdAt + forMs };
      await prisma.ban.upsert({ where: { network }, create: { network, ...ban }, update: ban });
    },

    /** @returns whether it was there */
    async remove(network: string): Promise<boolean> {
      return (await prisma.ban.deleteMany({ where: { network } })).count === 1;
    },
  };
}
