/** The composition root of all processes. Importing it does nothing. */
import type { RedisClientType } from '@redis/client';
import { createAccountsRepository } from '../accounts/accounts.repository';
import { createAccountsService } from '../accounts/accounts.service';
import { createClientLogin } from '../accounts/client-login';
import { createSessionsRepository } from '../accounts/sessions.repository';
import { createSessionsService } from '../accounts/sessions.service';
import { createAuditRecorder } from '../audit/audit.recorder';
import { createAuditRepository } from '../audit/audit.repository';
import { createAuditService } from '../audit/audit.service';
import { type Config, databaseOf, loadConfig, masterKeysOf } from '../config/config';
import { programVersion } from '../config/version';
import type { Database } from '../db/database';
import { openDatabase, sqliteFile } from '../db/open/open-database';
import type { NameCounter, RateLimitStore } from '../http/rate-limit';
import { createLogger, type LoggerOptions } from '../log/logger';
import { createAccountMessageRecorder } from '../messenger/messenger.recorder';
import { refuseUnfinishedLoad } from '../operations/backup/archive.load';
import { createBansRepository } from '../operations/bans/bans.repository';
import { createBansService } from '../operations/bans/bans.service';
import { readHealth } from '../operations/doctor/health';
import { createMetrics } from '../operations/metrics/metrics';
import { createProcessGauges } from '../operations/metrics/process-gauges';
import { readVitals } from '../operations/metrics/vitals';
import { createKeyring, type Keyring } from '../vault/keyring';
import { counterName } from '../vault/vault';
import { checkMasterKeys } from '../vault/vault.check';
import { createOpenEach } from '../vault/vault.damage';
import { buildFlashCookies, cookieSecurity } from './build-cookies';
import { buildLimiters } from './build-limiters';
import { buildMessenger } from './build-messenger';
import { buildPastes } from './build-pastes';
import { buildReports } from './build-reports';
import { buildSignIn } from './build-sign-in';
import { buildSite } from './build-site';
import { buildWebhooks } from './build-webhooks';
import { logMigrations } from './log-migrations';
import type { Services } from './services';

/**
 * Builds a process: configuration, log, database (migrated), master key checked, services.
 * @throws ConfigError, MasterKeyMismatchError, and errors of the database
 */
export async function buildServices(name: LoggerOptions['name'], config: Config = loadConfig()): Promise<Services> {
  const log = await createLogger({ level: config.LOG_LEVEL, pretty: config.NODE_ENV === 'development', name });
  const site = await buildSite(config);
  const db = await openDatabase(databaseOf(config));
  logMigrations(db.migrations, config, log);
  try {
    await refuseUnfinishedLoad(db);
    const keyring = createKeyring(masterKeysOf(config));
    await checkMasterKeys(db, keyring);
    // Rate limits count requests, which a worker has not.
    const redis =
      name === 'web' && config.REDIS_URL !== undefined
        ? (await import('../http/rate-limit.redis')).connectRedis(config.REDIS_URL, log)
        : null;
    const store = rateLimitStore(db, redis, keyring);
    const metrics = createMetrics(config.METRICS_TOKEN !== undefined && name !== 'admin');
    const recorder = createAuditRecorder(db, keyring);
    const openEach = createOpenEach(db, log);
    const foundation = { config, db, keyring, log, openEach };
    const ofPastes = buildPastes({ ...foundation, store, metrics, audit: recorder });
    const bans = createBansService(createBansRepository(db, recorder), log);
    if (name === 'web') await bans.refresh();
    const version = programVersion(config.rootDir);
    const measure = createProcessGauges({
      isOn: config.METRICS_TOKEN !== undefined && name !== 'admin',
      db,
      file: sqliteFile(config.DATABASE_URL, config.rootDir),
      version,
      isRedisReady: redis && (() => redis.isReady),
      // A worker serves no requests and keeps no list of bans.
      bans: name === 'web' ? bans : null,
      metrics,
    });
    const accounts = createAccountsService(createAccountsRepository(db, keyring, openEach, createAccountMessageRecorder(db.dialect)), log);
    return {
      ...foundation,
      site,
      accounts,
      clientLogin: createClientLogin(accounts, cookieSecurity(config)),
      sessions: createSessionsService(createSessionsRepository(db, recorder, config.SESSION_MAX_AGE), cookieSecurity(config), log),
      signInProvider: buildSignIn(foundation),
      flashCookies: buildFlashCookies(cookieSecurity(config)),
      ...ofPastes,
      ...buildReports(foundation),
      ...buildWebhooks(foundation),
      ...(await buildMessenger({ name, ...foundation, metrics })),
      bans,
      metrics,
      measure,
      version,
      audit: createAuditService(createAuditRepository(db, keyring, config.AUDIT_DAYS, openEach)),
      vitals: () => readVitals(db),
      health: () => readHealth(db, config),
      ...buildLimiters(config, store),
      stopping: false,
      async close() {
        await ofPastes.pastes.flush();
        await db.close();
        redis?.destroy();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function rateLimitStore(db: Database, redis: RedisClientType | null, keyring: Keyring): RateLimitStore {
  const nameOf: NameCounter = (limiter, identity) => counterName(keyring, limiter, identity);
  if (redis) return { kind: 'redis', client: redis, nameOf };
  return db.pool ? { kind: 'postgresql', pool: db.pool, nameOf } : { kind: 'memory' };
}
