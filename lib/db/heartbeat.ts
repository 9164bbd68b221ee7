/**
 * Heartbeats: rows that running processes renew, so that any process can tell which others run and which schema they know.
 *
 * They are rows of the table of leases with a time in the past, by the database's clock, so that nobody holds them. The
 * holder is the last migration that the process knows. Backups and archives leave them out.
 * SQL (decision 0041): idle, and read within a migration.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../encoding/time.rules';
import type { Database, Row, Statement } from './database';

/** Milliseconds between two heartbeats. */
export const BEAT_INTERVAL_MS = 15_000;
/** Milliseconds without a heartbeat after which a process counts as gone: four beats. */
export const PROCESS_GONE_MS = 60_000;
/** Milliseconds after which the row of a gone process is removed. */
const FORGET_AFTER_MS = DAY_MS;
const NAME_PREFIX = 'beat:';

export type ProcessKind = 'web' | 'worker';

/** The beginning of the names of a kind's rows. */
export const beatsOf = (kind: ProcessKind) => `${NAME_PREFIX}${kind}:`;

/** Notes that something is so now, in a row of the table of leases. */
export const noteLease = ({ dialect }: Pick<Database, 'dialect'>, name: string, holder: string): Statement => ({
  sql: `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ${dialect.now})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`,
  params: [name, holder],
});

export async function beat(db: Database, kind: ProcessKind, id: string): Promise<void> {
  const { now } = db.dialect;
  await db.write([
    noteLease(db, `${beatsOf(kind)}${id}`, db.knows),
    { sql: `DELETE FROM leases WHERE name LIKE '${NAME_PREFIX}%' AND expires_at < ${now} - ${FORGET_AFTER_MS}`, params: [] },
  ]);
}

export function createHeartbeat(db: Database, kind: ProcessKind) {
  const id = randomUUID();
  return {
    /** Renews the row, and checks the schema. @throws DatabaseUnavailableError, SchemaUnusableError */
    async beat(): Promise<void> {
      await db.checkSchema();
      await beat(db, kind, id);
    },
    /** Removes the row of a process that stops, for which a migration then needn't wait. */
    async end(): Promise<void> {
      // A row that stays counts for a minute.
      await db.write([{ sql: 'DELETE FROM leases WHERE name = ?', params: [`${beatsOf(kind)}${id}`] }]).catch(() => undefined);
    },
  };
}

export const selectRunning = (now: string) =>
  `SELECT name, holder FROM leases WHERE name LIKE '${NAME_PREFIX}%' AND expires_at >= ${now} - ${PROCESS_GONE_MS}`;

/**
 * Names the running processes that don't know a migration, such as "1 web, 2 worker"; null when there is none.
 * @param running rows of `selectRunning`
 */
export function unawareOf(migration: string, running: readonly Row[]): string | null {
  const old = running.filter(({ holder }) => String(holder) < migration).map(({ name }) => String(name));
  const counts = (['web', 'worker'] as const)
    .map((kind) => ({ kind, count: old.filter((name) => name.startsWith(beatsOf(kind))).length }))
    .filter(({ count }) => count > 0);
  return counts.length === 0 ? null : counts.map(({ kind, count }) => `${count} ${kind}`).join(', ');
}
