/**
 * Workers, backups and damage, for monitors, from any process. The times of the last backup, of its last check that
 * passed and of the last damage are rows like heartbeats.
 * SQL (decision 0041): idle.
 */
import { type Database, DatabaseDamagedError } from '../../db/database';
import { beatsOf, noteLease, PROCESS_GONE_MS } from '../../db/heartbeat';
import type { Logger } from '../../log/logger';
import { SealBrokenError } from '../../vault/vault';

const BEAT = beatsOf('worker');

/** Names of the rows of what happened last: a good backup, a check of a backup that passed, and damage. */
const ROWS = { backup: 'backup-last', backupCheck: 'backup-checked', damage: 'damage-last' } as const;
const IS_VITAL = `(name IN ('${Object.values(ROWS).join("', '")}') OR name LIKE '${BEAT}%')`;

/** Notes that something happened now. @param text of a backup: its size in bytes; of damage: what it is, in words for the operator */
export async function noteVital(db: Database, what: keyof typeof ROWS, text = ''): Promise<void> {
  await db.write([noteLease(db, ROWS[what], text)]);
}

/** Forgets the damage, after everything was found whole. */
export async function forgetDamage(db: Database): Promise<void> {
  await db.write([{ sql: 'DELETE FROM leases WHERE name = ?', params: [ROWS.damage] }]);
}

export async function readVitals(db: Database) {
  const rows = await db.read(`SELECT name, holder, ${db.dialect.now} - expires_at AS age_ms FROM leases WHERE ${IS_VITAL}`);
  const found = rows.map(({ name, holder, age_ms }) => ({ name: String(name), what: String(holder), ageMs: Number(age_ms) }));
  const last = (what: keyof typeof ROWS) => found.find(({ name }) => name === ROWS[what]) ?? null;
  const workers = found.filter(({ name }) => name.startsWith(BEAT)).map(({ ageMs }) => ageMs);
  return {
    workers: workers.filter((age) => age <= PROCESS_GONE_MS).length,
    /** Milliseconds since the last heartbeat of any worker; null: none within a day. */
    workerSilentMs: workers.length === 0 ? null : Math.min(...workers),
    /** Milliseconds since the last good backup; null: none is known. */
    backupAgeMs: last('backup')?.ageMs ?? null,
    /** The damage that a process met last; null: none is known. */
    damage: last('damage'),
    /** Milliseconds since a backup passed its check; null: none has. */
    backupCheckAgeMs: last('backupCheck')?.ageMs ?? null,
  };
}

/** Milliseconds between two looks of a web process for a worker. */
export const WATCH_INTERVAL_MS = 15_000;
/** Milliseconds that a worker may take to start together with the web process. */
const GRACE_MS = 120_000;

/**
 * @param clock milliseconds since any time
 * @returns one look, which logs when the last worker is gone, and when one is there again. Others report a database that is away
 */
export function createWorkerWatch(db: Database, log: Logger, clock: () => number = () => performance.now()): () => Promise<void> {
  const startedAt = clock();
  let isReported = false;
  return async () => {
    const vitals = await readVitals(db).catch(() => null);
    if (vitals === null) return;
    const { workers, workerSilentMs } = vitals;
    if (workers > 0) {
      if (isReported) log.info({ workers }, 'a worker is running again');
      isReported = false;
    } else if (!isReported && clock() - startedAt >= GRACE_MS) {
      log.warn({ silentMs: workerSilentMs }, 'no worker is running: nothing is removed, sent or backed up');
      isReported = true;
    }
  };
}

/**
 * Keeps in the database that damage was met, so that the metrics, the alerts and the doctor of any process know what a log
 * line said.
 */

/** Milliseconds between two notes of a process: a damaged page may be met with every request. */
const NOTE_INTERVAL_MS = 60_000;
const MAX_CAUSES = 3;

/**
 * @param now milliseconds of any clock
 * @returns the logger, which also keeps each damage that is logged as an error. A note that can't be written is given up: the
 *   next damage writes one
 */
export function noticeDamage(log: Logger, db: Database, now: () => number = () => performance.now()): Logger {
  let notedAt = Number.NEGATIVE_INFINITY;

  function notice(fields: unknown): void {
    const { err, table, row } = fields as { err?: unknown; table?: unknown; row?: unknown };
    const what = typeof table === 'string' ? `row ${row} of ${table}` : damageIn(err);
    if (what === null || now() - notedAt < NOTE_INTERVAL_MS) return;
    notedAt = now();
    noteVital(db, 'damage', what).catch(() => {
      notedAt = Number.NEGATIVE_INFINITY;
    });
  }

  const error = (...given: Parameters<Logger['error']>) => {
    if (typeof given[0] === 'object' && given[0] !== null) notice(given[0]);
    log.error(...given);
  };
  return Object.assign(Object.create(log) as Logger, { error });
}

/** The damage that an error tells of, in words; null for an error of another kind. */
function damageIn(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return null;
  if (error instanceof SealBrokenError) return error.message;
  if (error instanceof DatabaseDamagedError) return error.cause instanceof Error ? error.cause.message : 'part of it cannot be read';
  return damageIn(error.cause, depth + 1);
}
