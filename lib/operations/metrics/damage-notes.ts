/**
 * Keeps in the database that damage was met, so that the metrics, the alerts and the doctor of any process know what a log
 * line said.
 */
import { type Database, DatabaseDamagedError } from '../../db/database';
import type { Logger } from '../../log/logger';
import { SealBrokenError } from '../../vault/vault';
import { noteDamage } from './vitals';

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
    noteDamage(db, what).catch(() => {
      notedAt = Number.NEGATIVE_INFINITY;
    });
  }

  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    fatal: log.fatal.bind(log),
    error: (...given: Parameters<Logger['error']>) => {
      if (typeof given[0] === 'object' && given[0] !== null) notice(given[0]);
      log.error(...given);
    },
  } as Logger;
}

/** The damage that an error tells of, in words; null for an error of another kind. */
function damageIn(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return null;
  if (error instanceof SealBrokenError) return error.message;
  if (error instanceof DatabaseDamagedError) return error.cause instanceof Error ? error.cause.message : 'part of it cannot be read';
  return damageIn(error.cause, depth + 1);
}
