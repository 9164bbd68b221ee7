/** Opens what every process is built on. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createAuditRecorder } from '../audit/audit-recorder';
import { type Config, databaseOf, masterKeysOf } from '../config/config';
import { programVersion } from '../config/version';
import { type Database, SchemaUnusableError } from '../db/database';
import { openDatabase, sqliteFile } from '../db/engines/open-database';
import { copiesBeside } from '../db/engines/sqlite-migrations';
import type { Place } from '../http/listen';
import { startWaitingServer } from '../http/waiting-server';
import { createLogger, type Logger, type LoggerOptions } from '../log/logger';
import { refuseUnfinishedLoad } from '../operations/backup/unfinished-load';
import { addProcessGauges } from '../operations/metrics/gauges';
import { createMetrics, type Metrics } from '../operations/metrics/metrics';
import { noticeDamage } from '../operations/metrics/vitals';
import { checkMasterKeys } from '../vault/check-master-keys';
import { createKeyring } from '../vault/keyring';
import { createOpenEach } from '../vault/open-each';
import { openContentStore } from './open-content-store';
import { placeToWait } from './places';

/** Time between two looks at the database. */
const RETRY_MS = 1_000;

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/**
 * Opens the foundation and builds a process on it. Commands neither migrate the database nor wait for it.
 * @throws OperatorError for a wrong master key, and errors of the database, which is closed then
 */
export async function buildOnFoundation<Built>(
  name: LoggerOptions['name'],
  config: Config,
  build: (foundation: Foundation) => Built | Promise<Built>,
): Promise<Built> {
  const { log, lostLines } = await createLogger({ level: config.LOG_LEVEL, pretty: config.NODE_ENV === 'development', name });
  if (name !== 'admin') for (const sentence of config.misspelt) log.warn(sentence);
  const db = name === 'admin' ? await openDatabase(databaseOf(config)) : await openWhenUsable(config, placeToWait(name, config), log);
  logMigrations(db.migrations, config, log);
  try {
    const metrics = createMetrics(config.METRICS_TOKEN !== undefined && name !== 'admin', lostLines);
    return await build(await openFoundation(name, config, log, db, metrics));
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function openFoundation(name: LoggerOptions['name'], config: Config, logger: Logger, db: Database, metrics: Metrics) {
  await refuseUnfinishedLoad(db);
  const keyring = createKeyring(masterKeysOf(config));
  await checkMasterKeys(db, keyring);
  const log = noticeDamage(logger, db);
  const version = programVersion(config.rootDir);
  addProcessGauges({ db, file: sqliteFile(config.DATABASE_URL, config.rootDir), version, metrics });
  return {
    config,
    log,
    db,
    keyring,
    /** Logs each row that doesn't decrypt once, whichever caller meets it. */
    openEach: createOpenEach(db, log),
    auditRecorder: createAuditRecorder(db, keyring),
    metrics,
    /** Takes large contents; null without CONTENT_STORE. */
    contentStore: await openContentStore(config, db, log, metrics, name !== 'admin'),
    version,
  };
}

/** Logs the migrations of this start, and the path of the copy of SQLite's file from before. */
function logMigrations(migrations: readonly string[], { DATABASE_URL, rootDir }: Config, log: Logger): void {
  if (migrations.length === 0) return;
  const file = sqliteFile(DATABASE_URL, rootDir);
  log.info({ migrations, copies: file === null ? [] : copiesBeside(file) }, 'the database was migrated');
}

/**
 * Opens and migrates the database of a web process or a worker. While its schema is one that this version can't use, the process
 * waits, and responds that it isn't ready: the operator may be about to migrate, or processes of the version before to stop.
 * @param place null: it responds nowhere
 */
async function openWhenUsable(config: Config, place: Place | null, log: Logger): Promise<Database> {
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
