import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, databaseOf } from '../config/config';
import { type Database, SchemaUnusableError } from '../db/database';
import { openDatabase } from '../db/engines/open-database';
import type { Place } from '../http/listen';
import { startWaitingServer } from '../http/waiting-server';
import type { Logger } from '../log/logger';

/** Time between two looks at the database. */
const RETRY_MS = 1_000;

/**
 * Opens and migrates the database of a web process or a worker. While its schema is one that this version can't use, the process
 * waits, and responds that it isn't ready: the operator may be about to migrate, or processes of the version before to stop.
 * @param place null: it responds nowhere
 */
export async function openWhenUsable(config: Config, place: Place | null, log: Logger): Promise<Database> {
  let waiting: Awaited<ReturnType<typeof startWaitingServer>> | undefined;
  let reason = '';
  try {
    for (;;) {
      try {
        return await openDatabase({ ...databaseOf(config), migrates: config.MIGRATE === 'on' });
      } catch (error) {
        if (!(error instanceof SchemaUnusableError)) throw error;
        if (error.message !== reason) log.warn({ reason: error.message }, 'waiting for a database that this version can use');
        reason = error.message;
        if (place) waiting ??= await startWaitingServer(place, () => reason);
      }
      await sleep(RETRY_MS);
    }
  } finally {
    await waiting?.stop();
  }
}
