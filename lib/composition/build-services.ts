/** The composition root of all processes. Importing it does nothing. */
import type { RedisClientType } from '@redis/client';
import { createAccountsRepository } from '../accounts/accounts.repository';
import { createAccountsService } from '../accounts/accounts.service';
import { createSessionsRepository } from '../accounts/sessions.repository';
import { createSessionsService } from '../accounts/sessions.service';
import { type Config, databaseOf, loadConfig, masterKeysOf } from '../config/config';
import { programVersion } from '../config/version';
import type { Database } from '../db/database';
import { openDatabase, sqliteFile } from '../db/open/open-database';
import type { RateLimitStore } from '../http/rate-limit';
import { createLogger, type LoggerOptions } from '../log/logger';
import { refuseUnfinishedLoad } from '../operations/archive/archive.load';
import { createBansRepository } from '../operations/bans/bans.repository';
import { createBansService } from '../operations/bans/bans.service';
import { createMetrics } from '../operations/metrics/metrics';
import { createProcessGauges } from '../operations/metrics/process-gauges';
import { createUpgrade } from '../operations/upgrade/upgrade';
import { readVitals } from '../operations/vitals/vitals';
import { createKeyring } from '../vault/keyring';
import { checkMasterKeys } from '../vault/vault.check';
import { createOpenEach } from '../vault/vault.damage';
import { buildFlashCookies, cookieSecurity } from './build-cookies';
import { buildLimiters } from './build-limiters';
import { buildMessenger } from './build-messenger';
import { buildPastes } from './build-pastes';
import { buildWebhooks } from './build-webhooks';
import type { Services } from './services';

/**
 * Builds a process: configuration, log, database (migrated), master key checked, services.
 * @throws ConfigError, MasterKeyMismatchError, and errors of the database: nothing is served then
 */
export async function buildServices(name: LoggerOptions['name'], config: Config = loadConfig()): Promise<Services> {
  const log = await createLogger({ level: config.LOG_LEVEL, pretty: config.NODE_ENV === 'development', name });
  const db = await openDatabase(databaseOf(config));
  try {
    await refuseUnfinishedLoad(db);
    const keyring = createKeyring(masterKeysOf(config));
    await checkMasterKeys(db, keyring);
    // Only requests are counted.
    const redis =
      name === 'web' && config.REDIS_URL !== undefined
        ? (await import('../http/rate-limit.redis')).connectRedis(config.REDIS_URL, log)
        : null;
    const store = rateLimitStore(db, redis);
    const upgrade = await createUpgrade(db, keyring, log);
    const metrics = createMetrics(config.METRICS_TOKEN !== undefined && name !== 'admin');
    const { pastes, pasteRequests, receipts } = buildPastes({ config, db, keyring, log, store, upgrade, metrics });
    const bans = createBansService(createBansRepository(db), log);
    if (name === 'web') await bans.refresh();
    const version = programVersion(config.rootDir);
    const measure = createProcessGauges({
      isOn: config.METRICS_TOKEN !== undefined && name !== 'admin',
      db,
      file: sqliteFile(config.DATABASE_URL, config.rootDir),
      version,
      isRedisReady: redis && (() => redis.isReady),
      // Only who serves requests keeps a list.
      bans: name === 'web' ? bans : null,
      metrics,
    });
    return {
      config,
      log,
      db,
      keyring,
      upgrade,
      accounts: createAccountsService(createAccountsRepository(db, keyring, createOpenEach(db, log)), log),
      sessions: createSessionsService(createSessionsRepository(db), cookieSecurity(config), log),
      flashCookies: buildFlashCookies(cookieSecurity(config)),
      pastes,
      pasteRequests,
      receipts,
      ...buildWebhooks(config, db, keyring, log),
      ...(await buildMessenger({ name, config, db, keyring, log, metrics })),
      bans,
      metrics,
      measure,
      version,
      vitals: () => readVitals(db),
      ...buildLimiters(config, store),
      stopping: false,
      async close() {
        await pastes.flush();
        await db.close();
        redis?.destroy();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function rateLimitStore(db: Database, redis: RedisClientType | null): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis };
  return db.pool ? { kind: 'postgresql', pool: db.pool } : { kind: 'memory' };
}
