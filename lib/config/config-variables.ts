/** Every variable of the environment with its meaning, default and rule. The list of docs/configuration.md is made from it. */
import * as z from 'zod';
import {
  allowRules,
  backupKey,
  baseUrl,
  databaseUrl,
  denyRules,
  duration,
  flag,
  hostNames,
  integer,
  key,
  portOrPath,
  redisUrl,
  trustedProxies,
} from './config-schemas';
import { MAIL_VARIABLES } from './mail-variables';
import { MESSENGER_VARIABLES } from './messenger-variables';
import { OIDC_VARIABLES } from './oidc-variables';
import { PASTE_VARIABLES } from './paste-variables';
import { SITE_VARIABLES } from './site-variables';
import { backupFolder, keyPart, STORE_VARIABLES } from './store-variables';
import type { Variable } from './variable';

export const VARIABLES = {
  HOST: { schema: z.string().min(1), default: '0.0.0.0', doc: 'Address to listen on.' },
  PORT: { schema: portOrPath, default: '3000', doc: 'Port to listen on, or the path of a [unix socket](install.md#unix-sockets).' },
  BASE_URL: {
    schema: baseUrl.optional(),
    doc: 'Public address, without it `http://localhost:PORT`. A path is [part of the build](install.md#below-a-path).',
  },
  ALLOWED_HOSTS: {
    schema: hostNames.optional(),
    doc: 'More [host names](install.md#host-names) under which the service may be called, with commas.',
  },
  ...SITE_VARIABLES,
  DATABASE_URL: {
    schema: databaseUrl,
    default: 'file:./data/sealpaste.db',
    secret: true,
    doc: '`file:PATH` for SQLite (on a local disk) or `postgresql://USER:PASSWORD@HOST/DATABASE`.',
  },
  DATABASE_SESSION_SETTINGS: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    doc: '`off` behind a [PgBouncer](scaling.md#pgbouncer).',
  },
  MIGRATE: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    doc: '`off`: web and worker wait until `admin migrate` has [migrated the database](install.md#upgrade).',
  },
  ...STORE_VARIABLES,
  REDIS_URL: {
    schema: redisUrl.optional(),
    secret: true,
    doc: 'Redis for rate limits, which are otherwise in PostgreSQL, or in memory on SQLite: `redis://USER:PASSWORD@HOST:PORT/0`, or `rediss` with TLS.',
  },
  MASTER_KEY: {
    schema: key,
    secret: true,
    doc: 'Required. 32 bytes, base64 or hexadecimal; encrypts everything at rest. **Back it up: without it every paste is lost.** `npm start` writes one.',
  },
  MASTER_KEY_PREVIOUS: {
    schema: key.optional(),
    secret: true,
    doc: 'The previous `MASTER_KEY`, until `admin rotate-key` has finished.',
  },
  SESSION_SECRET: {
    schema: z.string().min(32, 'expected at least 32 characters (openssl rand -base64 32)').optional(),
    secret: true,
    doc: 'Seals session cookies; a new one signs everybody out. Default: derived from `MASTER_KEY`.',
  },
  SESSION_MAX_AGE: {
    schema: duration(60, 31_536_000),
    default: '30d',
    doc: 'How long a browser stays signed in, such as `12h`; unused at most 7 days. Also for existing sessions.',
  },
  ...OIDC_VARIABLES,
  REGISTRATION: {
    schema: z.enum(['closed', 'open']),
    default: 'closed',
    doc: '`open`: visitors may create accounts, 5 an hour per address.',
  },
  RATE_LIMIT_ANONYMOUS: {
    schema: integer(0, 1_000_000),
    default: '5',
    doc: 'API requests per minute and address without a key. 0 also ends the limits of pages, reports and account pages.',
  },
  RATE_LIMIT_AUTHENTICATED: {
    schema: integer(0, 1_000_000),
    default: '60',
    doc: 'API requests per minute and user; ten times as many of all users of an address, on each machine.',
  },
  RATE_LIMIT_PAGES: {
    schema: integer(0, 100_000_000),
    default: '1200',
    doc: 'Pages and raw texts per minute and address, on each machine.',
  },
  RATE_LIMIT_BURN: {
    schema: integer(0, 1_000_000),
    default: '30',
    doc: 'Claims and acknowledgements per minute and address, and as many receipts.',
  },
  RATE_LIMIT_READ_TOKEN: {
    schema: integer(0, 10_000),
    default: '10',
    doc: 'Read tokens per minute, address and paste; of all addresses thirty times that.',
  },
  BURN_CLAIM_SECONDS: {
    schema: integer(1, 3_600),
    default: '60',
    doc: 'How long a reader who claimed a burn paste may fetch it.',
  },
  BURN_RECEIPT_DAYS: {
    schema: integer(1, 3_650),
    default: '30',
    doc: 'How long a receipt outlives its paste.',
  },
  TRUST_PROXY: {
    schema: trustedProxies,
    default: '0',
    doc: '[Addresses of your proxies](install.md#trust_proxy), such as `10.0.0.5,10.0.0.6`, whose `X-Forwarded-For` is believed; a number before them if a request passes several.',
  },
  HTTP_IDLE_TIMEOUT_MS: {
    schema: integer(100, 300_000),
    default: '30000',
    doc: 'Silence of a client after which its connection is closed.',
  },
  HTTP_RESPONSE_TIMEOUT_MS: {
    schema: integer(100, 3_600_000),
    default: '120000',
    doc: 'Silence of the server after which the client gets 503.',
  },
  HTTP_MAX_CONNECTIONS: {
    schema: integer(1, 1_000_000),
    default: '4000',
    doc: 'Open connections. A further one takes the place of the one that has been silent longest.',
  },
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: {
    schema: integer(1, 1_000_000),
    default: '256',
    doc: 'The same per address (IPv6: per /64). Not for proxies in `TRUST_PROXY`; no limit if that is only a number.',
  },
  HTTP_MAX_REQUESTS: {
    schema: integer(1, 1_000_000),
    default: '500',
    doc: 'Requests under way, until the last byte of the response is taken; more get 503. Half of them may read contents; [one address](security.md#overload) has at most half, and an eighth when others want places. A large paste takes about 1 MB of memory.',
  },
  STOP_DELAY_MS: {
    schema: integer(0, 20_000),
    default: '1000',
    doc: 'How long a stopping web process still serves while `/readyz` is 503.',
  },
  ...PASTE_VARIABLES,
  WORKER_TTL_CLEANUP_INTERVAL_MS: {
    schema: integer(100, 86_400_000),
    default: '60000',
    doc: 'How often the worker removes expired pastes.',
  },
  WORKER_POLL_INTERVAL_MS: {
    schema: integer(10, 3_600_000),
    default: '5000',
    doc: 'How often it polls for due deliveries and messages.',
  },
  WORKER_WEBHOOK_MAX_RETRIES: {
    schema: integer(1, 10),
    default: '5',
    doc: 'Failed attempts that end a delivery or message. Delays: 20 s, then doubled.',
  },
  WEBHOOK_TIMEOUT_MS: {
    schema: integer(100, 50_000),
    default: '10000',
    doc: "Time for a receiver's whole response.",
  },
  WEBHOOK_ALLOW_INSECURE_TARGETS: {
    schema: flag,
    default: 'false',
    doc: '`true` allows `http:` and private addresses, and so opens your network to every user: for development only.',
  },
  WEBHOOK_ALLOW: {
    schema: allowRules.optional(),
    doc: '[Receivers in your own network](webhooks.md#where-a-webhook-may-lead), with commas: a name or an address, each with or without a port. Also by `http:`.',
  },
  WEBHOOK_DENY: {
    schema: denyRules.optional(),
    doc: '[Refused targets](webhooks.md#where-a-webhook-may-lead) besides private addresses, with commas.',
  },
  ...MESSENGER_VARIABLES,
  ...MAIL_VARIABLES,
  BACKUP_INTERVAL_HOURS: {
    schema: integer(0, 8_760),
    default: '0',
    doc: "Hours between the worker's backups. 0: none.",
  },
  BACKUP_FOLDER: {
    schema: backupFolder,
    default: './data/backups',
    doc: 'Better on another disk, or [a bucket](install.md#back-up-to-a-bucket): `s3://BUCKET?endpoint=https://HOST&region=REGION&path-style=true`.',
  },
  BACKUP_STORE_KEY_ID: {
    schema: keyPart.optional(),
    secret: true,
    doc: 'Access key of that bucket. Default: `CONTENT_STORE_KEY_ID` with its secret.',
  },
  BACKUP_STORE_SECRET: { schema: keyPart.optional(), secret: true, doc: 'Its secret.' },
  BACKUP_KEEP: {
    schema: integer(1, 10_000),
    default: '7',
    doc: 'Backups that the worker keeps.',
  },
  BACKUP_KEY: {
    schema: backupKey.optional(),
    secret: true,
    doc: "[Encrypts backups](install.md#the-key-of-backups): 32 bytes, or a key of [age](https://age-encryption.org); with `age1…` this machine can't read them. Default: derived from `MASTER_KEY`.",
  },
  AUDIT_DAYS: {
    schema: integer(1, 3_650),
    default: '365',
    doc: 'How long rows of the [audit](public-host.md#keep-an-audit) are kept.',
  },
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 characters without spaces (openssl rand -hex 24)')
      .optional(),
    secret: true,
    doc: 'Bearer token for `/metrics`, which otherwise is off.',
  },
  METRICS_PORT: {
    schema: integer(0, 65_535).optional(),
    doc: 'Port of the worker for `/metrics` and `/healthz`.',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    doc: 'Lowest level logged.',
  },
  STRICT_CONFIG: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    doc: '`on`: nothing starts with a variable that looks like one of these and is none. Otherwise the log and `doctor` name it.',
  },
  NODE_ENV: {
    schema: z.enum(['development', 'production', 'test']),
    default: 'production',
    doc: '`production` logs JSON, `development` logs text.',
  },
} satisfies Record<string, Variable<z.ZodType>>;
