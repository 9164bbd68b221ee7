import type { RedisClientType } from '@redis/client';
import { z } from 'zod';
import { createAccountsRepository } from '../accounts/accounts.repository';
import { createAccountsService } from '../accounts/accounts.service';
import { createHandOver } from '../accounts/hand-over';
import { type CookieSecurity, deriveCookieSecret } from '../accounts/sealed-cookie';
import { createSessionsRepository } from '../accounts/sessions.repository';
import { createSessionsService } from '../accounts/sessions.service';
import { refuseUnfinishedLoad } from '../archive/archive.load';
import { createBansService } from '../bans/bans.service';
import { type Config, loadConfig } from '../config/config';
import type { Database } from '../db/database';
import { openDatabase } from '../db/open';
import { createRateLimiter, type RateLimitStore } from '../http/rate-limit';
import { createLogger, type LoggerOptions } from '../log/logger';
import { createMessengerBot } from '../messenger/messenger.bot';
import { createNotificationAttempt, NOTIFICATION_QUEUE } from '../messenger/messenger.notifications';
import { createMessengerRecorder } from '../messenger/messenger.recorder';
import { createMessengerRepository } from '../messenger/messenger.repository';
import { createMessengerService } from '../messenger/messenger.service';
import { createMetrics } from '../metrics/metrics';
import { createOutboxQueue } from '../outbox/outbox.queue';
import { createClaimsRepository } from '../pastes/paste.claims.repository';
import type { PastePolicy } from '../pastes/paste.policy';
import { createProofGuard } from '../pastes/paste.proof';
import { createQuota } from '../pastes/paste.quota';
import { createPasteRepository, type PasteRepository } from '../pastes/paste.repository';
import { createPasteService } from '../pastes/paste.service';
import { createReceiptRecorder } from '../receipts/receipt.recorder';
import { createReceiptRepository } from '../receipts/receipt.repository';
import { createReceiptService } from '../receipts/receipt.service';
import { createKeyring, type Keyring } from '../vault/keyring';
import { checkMasterKeys } from '../vault/vault.check';
import { createDeliveryAttempt, DELIVERY_QUEUE } from '../webhooks/webhook.deliveries';
import { createWebhookOutcomes } from '../webhooks/webhook.outcome';
import { createWebhookRecorder } from '../webhooks/webhook.recorder';
import { createWebhookRepository } from '../webhooks/webhook.repository';
import { createDnsResolver, resolveBySystem } from '../webhooks/webhook.resolver';
import { createSender } from '../webhooks/webhook.sender';
import { createWebhookService } from '../webhooks/webhook.service';
import type { HandOvers, Services } from './services';

/** Accounts that one address may make. */
const REGISTRATIONS_PER_HOUR = 5;
const HOUR_SECONDS = 3_600;
/** Requests to receivers that one user may ask for on the webhook pages: more than a person presses buttons. */
const WEBHOOK_SENDS_PER_MINUTE = 20;

/**
 * Builds a process: configuration, log, database (migrated), master key checked, services.
 * @throws ConfigError, MasterKeyMismatchError, and errors of the database: nothing is served then
 */
export async function composeServices(name: LoggerOptions['name'], config: Config = loadConfig()): Promise<Services> {
  const log = createLogger({ level: config.LOG_LEVEL, pretty: config.NODE_ENV === 'development', name });
  const db = await openDatabase({ url: config.DATABASE_URL, rootDir: config.rootDir });
  try {
    await refuseUnfinishedLoad(db);
    const keyring = configuredKeys(config);
    await checkMasterKeys(db, keyring);
    // Only requests are counted.
    const redis = name === 'web' && config.REDIS_URL !== undefined ? await connectRedis(config.REDIS_URL, log) : null;
    const store = rateLimitStore(db, redis);
    const { pastes, receipts } = composePastes({ config, db, keyring, log, store });
    const bans = createBansService(db, log);
    if (name === 'web') await bans.refresh();
    return {
      config,
      log,
      db,
      accounts: createAccountsService(createAccountsRepository(db), log),
      sessions: createSessionsService(createSessionsRepository(db), cookieSecurity(config), log),
      handOvers: composeHandOvers(cookieSecurity(config)),
      pastes,
      receipts,
      ...composeWebhooks(config, db, keyring, log),
      ...composeMessenger(name, config, db, keyring, log),
      bans,
      metrics: createMetrics(config.METRICS_TOKEN !== undefined && name !== 'admin'),
      anonymousLimiter: createRateLimiter('anonymous', config.RATE_LIMIT_ANONYMOUS, store),
      authenticatedLimiter: createRateLimiter('user', config.RATE_LIMIT_AUTHENTICATED, store),
      registrationLimiter: createRateLimiter('registration', config.RATE_LIMIT_ANONYMOUS && REGISTRATIONS_PER_HOUR, store, HOUR_SECONDS),
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

function cookieSecurity({ SESSION_SECRET, MASTER_KEY, BASE_URL }: Config): CookieSecurity {
  return { secret: SESSION_SECRET ?? deriveCookieSecret(MASTER_KEY), isHttps: BASE_URL.startsWith('https:') };
}

/** How long a new key can be looked at by a browser without JavaScript. */
const NEW_KEY_SECONDS = 300;
/** A linking token is good for 15 minutes; its page says for a while longer what became of it. */
const LINKING_SECONDS = 3_600;

function composeHandOvers(security: CookieSecurity): HandOvers {
  return {
    newKey: createHandOver('sealpaste-new-key', NEW_KEY_SECONDS, security, z.string()),
    linkingToken: createHandOver('sealpaste-linking', LINKING_SECONDS, security, z.string()),
    webhookOutcome: createWebhookOutcomes(security),
  };
}

/** Tries of all addresses together for one paste, for each that one address has. */
const READ_TOKEN_CROWD = 30;

function composePastes({ config, db, keyring, log, store }: PasteParts) {
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
  const repository = createPasteRepository(db, recorders);
  const burning = { claims: createClaimsRepository(db, recorders), proofs, leaseMs: config.BURN_CLAIM_SECONDS * 1000 };
  return {
    pastes: createPasteService(repository, keyring, log, burning, policyOf(config, repository)),
    receipts: createReceiptService(createReceiptRepository(db), proofs),
  };
}

interface PasteParts {
  config: Config;
  db: Database;
  keyring: Keyring;
  log: Services['log'];
  store: RateLimitStore;
}

const DAY_MS = 86_400_000;

function composeWebhooks(config: Config, db: Database, keyring: Keyring, log: Services['log']) {
  const allowInsecure = config.WEBHOOK_ALLOW_INSECURE_TARGETS;
  const maxAttempts = config.WORKER_WEBHOOK_MAX_RETRIES;
  const queue = createOutboxQueue(db, DELIVERY_QUEUE, maxAttempts);
  const repository = createWebhookRepository(db, queue, config.WEBHOOK_LOG_DAYS * DAY_MS);
  const resolve = allowInsecure ? resolveBySystem : createDnsResolver();
  const send = createSender({ allowInsecure, ownPort: config.PORT, resolve, timeoutMs: config.WEBHOOK_TIMEOUT_MS });
  return {
    webhooks: createWebhookService({ repository, keyring, send, resolve, allowInsecure }),
    webhookDeliveries: {
      queue,
      attempt: createDeliveryAttempt({ queue, repository, keyring, send, baseUrl: config.BASE_URL, maxAttempts, log }),
    },
  };
}

function composeMessenger(name: LoggerOptions['name'], config: Config, db: Database, keyring: Keyring, log: Services['log']) {
  const { MESSENGER_BOT_TOKEN: token, MESSENGER_WEBHOOK_SECRET: secret, WORKER_WEBHOOK_MAX_RETRIES: maxAttempts } = config;
  const bot = token === undefined ? null : createMessengerBot(token, config.MESSENGER_API_URL);
  const queue = createOutboxQueue(db, NOTIFICATION_QUEUE, maxAttempts);
  const repository = createMessengerRepository(db, queue);
  if (name === 'web') {
    if (secret === undefined) log.warn('MESSENGER_WEBHOOK_SECRET is not set: everybody can send chat updates');
    // Asked for before it is needed, so that no command has to wait for it.
    void bot?.name();
  }
  return {
    messengerBot: bot,
    messenger: createMessengerService({ repository, secret, botName: async () => bot?.name(), log }),
    notifications: bot && {
      queue,
      ...createNotificationAttempt({ queue, repository, keyring, bot, baseUrl: config.BASE_URL, maxAttempts, log }),
    },
  };
}

function policyOf(config: Config, repository: PasteRepository): PastePolicy {
  return {
    anonymousCreate: config.ANONYMOUS_CREATE === 'on',
    maxTtlSeconds: config.MAX_TTL_SECONDS ?? null,
    anonymousTtlSeconds: config.ANONYMOUS_TTL_SECONDS ?? null,
    quota: config.MAX_STORED_BYTES === undefined ? null : createQuota(config.MAX_STORED_BYTES, () => repository.storedBytes()),
  };
}

/** The configured master keys, the current one first. */
export function configuredKeys({ MASTER_KEY, MASTER_KEY_PREVIOUS }: Config): Keyring {
  return createKeyring(MASTER_KEY_PREVIOUS ? [MASTER_KEY, MASTER_KEY_PREVIOUS] : [MASTER_KEY]);
}

function rateLimitStore(db: Database, redis: RedisClientType | null): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis };
  return db.pool ? { kind: 'postgresql', pool: db.pool } : { kind: 'memory' };
}

/** A connection on which not even a ping is answered is replaced. */
const REDIS_PING_MS = 2_000;
const REDIS_SILENCE_MS = 5_000;
const REDIS_RECONNECT_MAX_MS = 2_000;

/** Connects in the background and for ever: without Redis the limits are counted by each process. */
async function connectRedis(url: string, log: Services['log']): Promise<RedisClientType> {
  const { createClient } = await import('@redis/client');
  const client: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: REDIS_PING_MS,
    // By default a connection that timed out isn't tried again.
    socket: { socketTimeout: REDIS_SILENCE_MS, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, REDIS_RECONNECT_MAX_MS) },
  });
  let reported = false;
  client.on('error', (err: unknown) => {
    if (!reported) log.warn({ err }, 'Redis is not reachable: rate limits are counted by each process');
    reported = true;
  });
  client.on('ready', () => {
    reported = false;
  });
  void client.connect().catch(() => undefined);
  return client;
}
