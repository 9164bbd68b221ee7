import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RedisClientType } from '@redis/client';
import * as z from 'zod';
import { createAccountsRepository } from '../accounts/accounts.repository';
import { createAccountsService } from '../accounts/accounts.service';
import { createHandOver } from '../accounts/hand-over';
import { type CookieSecurity, deriveCookieSecret } from '../accounts/sealed-cookie';
import { createSessionsRepository } from '../accounts/sessions.repository';
import { createSessionsService } from '../accounts/sessions.service';
import { type Config, loadConfig } from '../config/config';
import { programVersion } from '../config/version';
import type { Database } from '../db/database';
import { openDatabase, sqliteFile } from '../db/open';
import { createRateLimiter, type RateLimitStore } from '../http/rate-limit';
import { createLogger, type LoggerOptions } from '../log/logger';
import { createNotificationAttempt, NOTIFICATION_QUEUE } from '../messenger/messenger.notifications';
import { createMessengerRecorder } from '../messenger/messenger.recorder';
import { createMessengerRepository } from '../messenger/messenger.repository';
import { MAX_COMMANDS_IN_ALL, MAX_COMMANDS_PER_CHAT, MAX_REFUSED_IN_ALL, MAX_REFUSED_PER_ADDRESS } from '../messenger/messenger.rules';
import { updateSecrets } from '../messenger/messenger.secrets';
import { createMessengerService } from '../messenger/messenger.service';
import { refuseUnfinishedLoad } from '../operations/archive/archive.load';
import { createBansService } from '../operations/bans/bans.service';
import { createMetrics } from '../operations/metrics/metrics';
import { createProcessGauges } from '../operations/metrics/process-gauges';
import { createUpgrade, type Upgrade } from '../operations/upgrade/upgrade';
import { readVitals } from '../operations/vitals/vitals';
import { createOutboxQueue } from '../outbox/outbox.queue';
import { createClaimsRepository } from '../pastes/paste.claims.repository';
import { createDiskFloor, type DiskFloor } from '../pastes/paste.disk';
import { StorageFullError, TooManyBytesError, TooManyPastesError } from '../pastes/paste.errors';
import { createPasteLookup } from '../pastes/paste.lookup';
import type { PastePolicy } from '../pastes/paste.policy';
import { createProofGuard } from '../pastes/paste.proof';
import { createOwnerQuotas, createQuota } from '../pastes/paste.quota';
import { createPasteRepository, type PasteRepository } from '../pastes/paste.repository';
import { createPasteRequests } from '../pastes/paste.requests';
import { createRequestsRepository } from '../pastes/paste.requests.repository';
import type { StorageLimits } from '../pastes/paste.room';
import { createPasteService } from '../pastes/paste.service';
import { createReceiptRecorder } from '../receipts/receipt.recorder';
import { createReceiptRepository } from '../receipts/receipt.repository';
import { createReceiptService } from '../receipts/receipt.service';
import { createKeyring, type Keyring } from '../vault/keyring';
import { checkMasterKeys } from '../vault/vault.check';
import { createOpenEach } from '../vault/vault.damage';
import { createDeliveryAttempt, DELIVERY_QUEUE } from '../webhooks/webhook.deliveries';
import { createWebhookOutcomes } from '../webhooks/webhook.outcome';
import { createWebhookRecorder } from '../webhooks/webhook.recorder';
import { createWebhookRepository } from '../webhooks/webhook.repository';
import { createDnsResolver, resolveBySystem } from '../webhooks/webhook.resolver';
import type { Send, SenderOptions } from '../webhooks/webhook.sender';
import { createWebhookService } from '../webhooks/webhook.service';
import type { HandOvers, Services } from './services';

/** Accounts that one address may make. */
const REGISTRATIONS_PER_HOUR = 5;
const HOUR_SECONDS = 3_600;
/** Forms of the account pages that one address may send: many people behind one address, none of whom is in a hurry. */
const FORMS_PER_MINUTE = 120;
/** Tries to sign in of one address; each may cost a query. */
const SIGN_INS_PER_MINUTE = 20;
/** Tries with one key, of all addresses: more, since who knows its id could keep its owner out for a minute. */
const SIGN_INS_PER_KEY = 60;
/** Lines about refused forms of one address: as many as fail2ban needs to see. */
const ABUSE_LINES_PER_MINUTE = 20;
/** Users at their limit that one address may have, unless RATE_LIMIT_ADDRESS says otherwise. */
const USERS_PER_ADDRESS = 10;
/** Requests to receivers that one user may ask for on the webhook pages: more than a person presses buttons. */
const WEBHOOK_SENDS_PER_MINUTE = 20;

/**
 * Builds a process: configuration, log, database (migrated), master key checked, services.
 * @throws ConfigError, MasterKeyMismatchError, and errors of the database: nothing is served then
 */
export async function composeServices(name: LoggerOptions['name'], config: Config = loadConfig()): Promise<Services> {
  const log = await createLogger({ level: config.LOG_LEVEL, pretty: config.NODE_ENV === 'development', name });
  const db = await openDatabase(databaseOf(config));
  try {
    await refuseUnfinishedLoad(db);
    const keyring = configuredKeys(config);
    await checkMasterKeys(db, keyring);
    // Only requests are counted.
    const redis = name === 'web' && config.REDIS_URL !== undefined ? (await import('./redis')).connectRedis(config.REDIS_URL, log) : null;
    const store = rateLimitStore(db, redis);
    const upgrade = await createUpgrade(db, keyring, log);
    const metrics = createMetrics(config.METRICS_TOKEN !== undefined && name !== 'admin');
    const { pastes, pasteRequests, receipts } = composePastes({ config, db, keyring, log, store, upgrade, metrics });
    const bans = createBansService(db, log);
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
      handOvers: composeHandOvers(cookieSecurity(config)),
      pastes,
      pasteRequests,
      receipts,
      ...composeWebhooks(config, db, keyring, log),
      ...(await composeMessenger({ name, config, db, keyring, log, metrics })),
      bans,
      metrics,
      measure,
      version,
      vitals: () => readVitals(db),
      anonymousLimiter: createRateLimiter('anonymous', config.RATE_LIMIT_ANONYMOUS, store),
      authenticatedLimiter: createRateLimiter('user', config.RATE_LIMIT_AUTHENTICATED, store),
      ...composeFormLimiters(config, store),
      // Each process counts for itself, at no query: a bound on what one address can ask for, not a promise of how much.
      addressLimiter: createRateLimiter(
        'address',
        config.RATE_LIMIT_ADDRESS ?? config.RATE_LIMIT_AUTHENTICATED * USERS_PER_ADDRESS,
        IN_MEMORY,
      ),
      webhookSendLimiter: createRateLimiter('webhook-send', config.RATE_LIMIT_AUTHENTICATED && WEBHOOK_SENDS_PER_MINUTE, store),
      claimLimiter: createRateLimiter('claim', config.RATE_LIMIT_BURN, store),
      receiptLimiter: createRateLimiter('receipt', config.RATE_LIMIT_BURN, store),
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

const IN_MEMORY: RateLimitStore = { kind: 'memory' };

/** Off where strangers aren't limited at all. */
function composeFormLimiters({ RATE_LIMIT_ANONYMOUS: isOn }: Config, store: RateLimitStore) {
  return {
    formLimiter: createRateLimiter('form', isOn && FORMS_PER_MINUTE, store),
    signInLimiter: createRateLimiter('sign-in', isOn && SIGN_INS_PER_MINUTE, store),
    signInKeyLimiter: createRateLimiter('sign-in-key', isOn && SIGN_INS_PER_KEY, store),
    registrationLimiter: createRateLimiter('registration', isOn && REGISTRATIONS_PER_HOUR, store, HOUR_SECONDS),
    abuseLogLimiter: createRateLimiter('abuse-log', ABUSE_LINES_PER_MINUTE, IN_MEMORY),
  };
}

function cookieSecurity({ SESSION_SECRET, MASTER_KEY, BASE_URL }: Config): CookieSecurity {
  return { secret: SESSION_SECRET ?? deriveCookieSecret(MASTER_KEY), isHttps: BASE_URL.startsWith('https:') };
}

/** How long a new key can be looked at: that of an account until its maker says that it is saved, others until they were seen. */
const NEW_KEY_SECONDS = 3_600;
/** A linking token is good for 15 minutes; its page says for a while longer what became of it. */
const LINKING_SECONDS = 3_600;

/** What was changed is said on the next page, and not much longer. */
const CHANGED_SECONDS = 60;

function composeHandOvers(security: CookieSecurity): HandOvers {
  return {
    newKey: createHandOver('sealpaste-new-key', NEW_KEY_SECONDS, security, z.string()),
    changedPastes: createHandOver('sealpaste-changed', CHANGED_SECONDS, security, z.array(z.string())),
    linkingToken: createHandOver('sealpaste-linking', LINKING_SECONDS, security, z.string()),
    webhookOutcome: createWebhookOutcomes(security),
  };
}

/** Tries of all addresses together for one paste, for each that one address has. */
const READ_TOKEN_CROWD = 30;

function composePastes({ config, db, keyring, log, store, upgrade, metrics }: PasteParts) {
  const recorders = [
    createWebhookRecorder(db.dialect),
    createMessengerRecorder(db.dialect),
    createReceiptRecorder(db.dialect, config.BURN_RECEIPT_DAYS),
  ];
  const tries = config.RATE_LIMIT_READ_TOKEN;
  const proofs = createProofGuard({
    perReader: createRateLimiter('read-token', tries, store),
    perPaste: createRateLimiter('read-token-paste', tries * READ_TOKEN_CROWD, store),
    log,
  });
  const lookup = createPasteLookup(keyring, upgrade.upgradeRows, createOpenEach(db, log));
  const repository = createPasteRepository(db, lookup, recorders);
  const burning = { claims: createClaimsRepository(db, lookup, recorders), proofs, leaseMs: config.BURN_CLAIM_SECONDS * 1000 };
  const pastes = createPasteService(repository, keyring, log, burning, policyOf(config, repository, metrics));
  return {
    pastes,
    pasteRequests: createPasteRequests(createRequestsRepository(db), pastes, keyring),
    receipts: createReceiptService(createReceiptRepository(db, lookup), proofs),
  };
}

interface PasteParts {
  config: Config;
  db: Database;
  keyring: Keyring;
  log: Services['log'];
  store: RateLimitStore;
  upgrade: Upgrade;
  metrics: Services['metrics'];
}

const DAY_MS = 86_400_000;

function composeWebhooks(config: Config, db: Database, keyring: Keyring, log: Services['log']) {
  const { WEBHOOK_ALLOW_INSECURE_TARGETS: allowInsecure, WEBHOOK_DENY: deny = [] } = config;
  const maxAttempts = config.WORKER_WEBHOOK_MAX_RETRIES;
  const queue = createOutboxQueue(db, DELIVERY_QUEUE, maxAttempts);
  const repository = createWebhookRepository(db, keyring, queue, config.WEBHOOK_LOG_DAYS * DAY_MS, createOpenEach(db, log));
  const resolve = allowInsecure ? resolveBySystem : createDnsResolver();
  const send = createLazySender({ allowInsecure, deny, ownPort: config.PORT, resolve, timeoutMs: config.WEBHOOK_TIMEOUT_MS });
  return {
    webhooks: createWebhookService({ repository, keyring, send, resolve, allowInsecure, deny, maxPerUser: config.WEBHOOKS_PER_USER }),
    webhookDeliveries: {
      queue,
      attempt: createDeliveryAttempt({ queue, repository, keyring, send, baseUrl: config.BASE_URL, maxAttempts, log }),
    },
  };
}

interface MessengerParts extends Pick<Services, 'config' | 'db' | 'log' | 'metrics'> {
  name: LoggerOptions['name'];
  keyring: Keyring;
}

/** undici is loaded by the first request: it is much, and most processes send none. */
function createLazySender(options: SenderOptions): Send {
  let loading: Promise<Send> | undefined;
  return async (...request) => {
    loading ??= import('../webhooks/webhook.sender').then(({ createSender }) => createSender(options));
    return (await loading)(...request);
  };
}

async function composeMessenger({ name, config, db, keyring, log, metrics }: MessengerParts) {
  const { MESSENGER_BOT_TOKEN: token, WORKER_WEBHOOK_MAX_RETRIES: maxAttempts } = config;
  const bot = token === undefined ? null : (await import('../messenger/messenger.bot')).createMessengerBot(token, config.MESSENGER_API_URL);
  const queue = createOutboxQueue(db, NOTIFICATION_QUEUE, maxAttempts);
  const repository = createMessengerRepository(db, keyring, queue, createOpenEach(db, log));
  if (name === 'web') {
    if (bot && config.MESSENGER_WEBHOOK_SECRET === undefined)
      log.info('MESSENGER_WEBHOOK_SECRET is not set: one is derived from MASTER_KEY; admin messenger set-webhook tells it to the platform');
    // Asked for before it is needed, so that no command has to wait for it.
    void bot?.name();
  }
  return {
    messengerBot: bot,
    messenger: createMessengerService({
      repository,
      secrets: updateSecrets(config),
      limits: {
        refusedPerAddress: perMinute('refused-update', MAX_REFUSED_PER_ADDRESS),
        refusedInAll: perMinute('refused-updates', MAX_REFUSED_IN_ALL),
        commandsPerChat: perMinute('chat-command', MAX_COMMANDS_PER_CHAT),
        commandsInAll: perMinute('chat-commands', MAX_COMMANDS_IN_ALL),
      },
      count: metrics.chatUpdate,
      botName: async () => bot?.name(),
      log,
    }),
    notifications: bot && {
      queue,
      ...createNotificationAttempt({ queue, repository, keyring, bot, baseUrl: config.BASE_URL, maxAttempts, log }),
    },
  };
}

/** In memory: an update that is refused writes nothing. */
const perMinute = (name: string, limit: number) => createRateLimiter(name, limit, { kind: 'memory' });

function policyOf(config: Config, repository: PasteRepository, metrics: Services['metrics']): PastePolicy {
  return {
    anonymousCreate: config.ANONYMOUS_CREATE === 'on',
    maxTtlSeconds: config.MAX_TTL_SECONDS ?? null,
    anonymousTtlSeconds: config.ANONYMOUS_TTL_SECONDS ?? null,
    storage: storageLimits(config, repository, metrics),
  };
}

function storageLimits(config: Config, repository: PasteRepository, metrics: Services['metrics']): StorageLimits {
  const { MAX_STORED_BYTES: maxBytes, MAX_STORED_BYTES_PER_USER: maxOwnBytes, MAX_PASTES_PER_USER: maxPastes } = config;
  return {
    bytes:
      maxBytes === undefined
        ? null
        : createQuota({
            max: maxBytes,
            measure: () => repository.storedBytes(),
            refusal: () => new StorageFullError(maxBytes),
            onMeasured: storedBytesGauge(metrics),
          }),
    pastesOf: createOwnerQuotas((ownerId) =>
      createQuota({
        max: maxPastes,
        measure: () => repository.countOwned(ownerId, maxPastes),
        refusal: () => new TooManyPastesError(maxPastes),
      }),
    ),
    bytesOf:
      maxOwnBytes === undefined
        ? null
        : createOwnerQuotas((ownerId) =>
            createQuota({
              max: maxOwnBytes,
              measure: () => repository.storedBytesOf(ownerId),
              refusal: () => new TooManyBytesError(maxOwnBytes),
            }),
          ),
    disk: diskFloor(config),
  };
}

function storedBytesGauge(metrics: Services['metrics']): (isKnown: boolean) => void {
  const set = metrics.gauge('sealpaste_stored_bytes_unknown', 'Whether MAX_STORED_BYTES bounds nothing yet, for want of a sum: 1, or 0');
  return (isKnown) => set(new Map([['', isKnown ? 0 : 1]]));
}

/** PostgreSQL's disk is for who runs that to watch: it is another machine's, mostly. */
function diskFloor({ DATABASE_URL, MIN_FREE_DISK_BYTES, rootDir }: Config): DiskFloor | null {
  const file = sqliteFile(DATABASE_URL, rootDir);
  if (file === null || MIN_FREE_DISK_BYTES === 0) return null;
  return createDiskFloor(MIN_FREE_DISK_BYTES, async () => {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  });
}

/** What the configured database is opened with. */
export function databaseOf({ DATABASE_URL, DATABASE_SESSION_SETTINGS, rootDir }: Config) {
  return { url: DATABASE_URL, rootDir, hasSessionSettings: DATABASE_SESSION_SETTINGS === 'on' };
}

/** The configured master keys, the current one first. */
export function configuredKeys({ MASTER_KEY, MASTER_KEY_PREVIOUS }: Config): Keyring {
  return createKeyring(MASTER_KEY_PREVIOUS ? [MASTER_KEY, MASTER_KEY_PREVIOUS] : [MASTER_KEY]);
}

function rateLimitStore(db: Database, redis: RedisClientType | null): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis };
  return db.pool ? { kind: 'postgresql', pool: db.pool } : { kind: 'memory' };
}
