/** Opens what every process is built on. */
import { createAuditRecorder } from '../audit/audit-recorder';
import { type Config, databaseOf, masterKeysOf } from '../config/config';
import { programVersion } from '../config/version';
import { openDatabase, sqliteFile } from '../db/open/open-database';
import { copiesBeside } from '../db/sqlite/sqlite-migrations';
import { createLogger, type Logger, type LoggerOptions } from '../log/logger';
import { refuseUnfinishedLoad } from '../operations/backup/archive-load';
import { noticeDamage } from '../operations/metrics/damage-notes';
import { createMetrics } from '../operations/metrics/metrics';
import { checkMasterKeys } from '../vault/check-master-keys';
import { createKeyring } from '../vault/keyring';
import { createOpenEach } from '../vault/open-each';

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/**
 * Opens the foundation and builds a process on it.
 * @throws MasterKeyMismatchError, and errors of the database, which is closed then
 */
export async function buildOnFoundation<Built>(
  name: LoggerOptions['name'],
  config: Config,
  build: (foundation: Foundation) => Built | Promise<Built>,
): Promise<Built> {
  const log = await createLogger({ level: config.LOG_LEVEL, pretty: config.NODE_ENV === 'development', name });
  if (name !== 'admin') for (const sentence of config.misspelt) log.warn(sentence);
  const db = await openDatabase(databaseOf(config));
  logMigrations(db.migrations, config, log);
  try {
    return await build(await openFoundation(name, config, log, db));
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function openFoundation(name: LoggerOptions['name'], config: Config, logger: Logger, db: Awaited<ReturnType<typeof openDatabase>>) {
  await refuseUnfinishedLoad(db);
  const keyring = createKeyring(masterKeysOf(config));
  await checkMasterKeys(db, keyring);
  const log = noticeDamage(logger, db);
  return {
    config,
    log,
    db,
    keyring,
    /** Logs each row that doesn't decrypt once, whichever caller meets it. */
    openEach: createOpenEach(db, log),
    auditRecorder: createAuditRecorder(db, keyring),
    metrics: createMetrics(config.METRICS_TOKEN !== undefined && name !== 'admin'),
    version: programVersion(config.rootDir),
  };
}

/** Logs the migrations of this start, and the path of the copy of SQLite's file from before. */
function logMigrations(migrations: readonly string[], { DATABASE_URL, rootDir }: Config, log: Logger): void {
  if (migrations.length === 0) return;
  const file = sqliteFile(DATABASE_URL, rootDir);
  log.info({ migrations, copies: file === null ? [] : copiesBeside(file) }, 'the database was migrated');
}
