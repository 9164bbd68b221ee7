/** Every variable of the environment with its meaning, default and rule. The table of docs/configuration.md is made from it. */
import * as z from 'zod';
import {
  baseUrl,
  databaseUrl,
  denyRules,
  duration,
  flag,
  httpUrl,
  integer,
  key,
  processes,
  redisUrl,
  trustedProxies,
} from './config.schemas';
import { OIDC_VARIABLES } from './oidc.variables';
import { PASTE_VARIABLES } from './paste.variables';
import { SITE_VARIABLES } from './site.variables';
import { variable } from './variable';

export const VARIABLES = {
  HOST: variable({ schema: z.string().min(1), default: '0.0.0.0', doc: 'Address to listen on.' }),
  PORT: variable({ schema: integer(0, 65_535), default: '3000', doc: 'Port to listen on.' }),
  WEB_PROCESSES: variable({
    schema: processes,
    default: '1',
    doc: 'Web processes that share the port, 1 to 64; `auto`: one for each core. Limits of connections and requests hold for each. See docs/scaling.md.',
  }),
  BASE_URL: variable({
    schema: baseUrl.optional(),
    doc: 'Public address; links start with it. A path (`https://host/paste`) is part of the build: docs/install.md. Default: `http://localhost:PORT`.',
  }),
  ...SITE_VARIABLES,
  DATABASE_URL: variable({
    schema: databaseUrl,
    default: 'file:./data/sealpaste.db',
    secret: true,
    doc: '`file:PATH` for SQLite (on a local disk) or `postgresql://USER:PASSWORD@HOST/DATABASE`.',
  }),
  DATABASE_SESSION_SETTINGS: variable({
    schema: z.enum(['on', 'off']),
    default: 'on',
    doc: '`off` behind a PgBouncer: docs/scaling.md.',
  }),
  REDIS_URL: variable({
    schema: redisUrl.optional(),
    secret: true,
    doc: 'Redis for rate limits. Without it: in PostgreSQL, or in memory on SQLite.',
  }),
  MASTER_KEY: variable({
    schema: key,
    secret: true,
    doc: 'Required. 32 bytes, base64 or hexadecimal; encrypts everything at rest. **Back it up: without it every paste is lost.** The first `npm start` writes one.',
  }),
  MASTER_KEY_PREVIOUS: variable({
    schema: key.optional(),
    secret: true,
    doc: 'The previous `MASTER_KEY`, until `admin rotate-key` has finished.',
  }),
  SESSION_SECRET: variable({
    schema: z.string().min(32, 'expected at least 32 characters (openssl rand -base64 32)').optional(),
    secret: true,
    doc: 'Seals session cookies; a new one signs everybody out. Default: derived from `MASTER_KEY`.',
  }),
  SESSION_MAX_AGE: variable({
    schema: duration(60, 31_536_000),
    default: '30d',
    doc: 'How long a browser stays signed in, such as `12h`; without use at most 7 days. Also holds for sessions that are there.',
  }),
  ...OIDC_VARIABLES,
  REGISTRATION: variable({
    schema: z.enum(['closed', 'open']),
    default: 'closed',
    doc: '`open`: visitors may create accounts, 5 an hour per address. `closed`: only `admin key create` does.',
  }),
  RATE_LIMIT_ANONYMOUS: variable({
    schema: integer(0, 1_000_000),
    default: '5',
    doc: 'API requests per minute and address without a key. 0: no limit, also not for pages, reports and account forms (20 sign-ins, 120 forms).',
  }),
  RATE_LIMIT_AUTHENTICATED: variable({
    schema: integer(0, 1_000_000),
    default: '60',
    doc: 'API requests per minute and user. 0: no limit.',
  }),
  RATE_LIMIT_ADDRESS: variable({
    schema: integer(0, 100_000_000).optional(),
    doc: 'API requests per minute of all users of an address, on each machine. 0: no limit. Default: ten times `RATE_LIMIT_AUTHENTICATED`.',
  }),
  RATE_LIMIT_PAGES: variable({
    schema: integer(0, 100_000_000),
    default: '1200',
    doc: 'Pages and raw texts per minute and address, on each machine. 0: no limit.',
  }),
  RATE_LIMIT_BURN: variable({
    schema: integer(0, 1_000_000),
    default: '30',
    doc: 'Claims and acknowledgements of burn pastes per minute and address, and as many receipts. 0: no limit.',
  }),
  RATE_LIMIT_READ_TOKEN: variable({
    schema: integer(0, 10_000),
    default: '10',
    doc: 'Read tokens that an address may try per minute and paste; all addresses together thirty times that. 0: no limit.',
  }),
  BURN_CLAIM_SECONDS: variable({
    schema: integer(1, 3_600),
    default: '60',
    doc: 'How long a reader who claimed a burn paste may fetch it.',
  }),
  BURN_RECEIPT_DAYS: variable({
    schema: integer(1, 3_650),
    default: '30',
    doc: 'How long a receipt is kept after the end of the paste.',
  }),
  TRUST_PROXY: variable({
    schema: trustedProxies,
    default: '0',
    doc: 'Networks of your proxies (`10.1.2.0/24,2001:db8::7`, `loopback`, `private`), whose `X-Forwarded-For` is believed; or their number. See docs/install.md.',
  }),
  HTTP_HEADERS_TIMEOUT_MS: variable({
    schema: integer(100, 300_000),
    default: '15000',
    doc: "Time for a request's line and headers.",
  }),
  HTTP_IDLE_TIMEOUT_MS: variable({
    schema: integer(100, 300_000),
    default: '30000',
    doc: 'Silence of a client, during a request or response, after which its connection is closed.',
  }),
  HTTP_RESPONSE_TIMEOUT_MS: variable({
    schema: integer(100, 3_600_000),
    default: '120000',
    doc: 'Silence of the server, after which the client gets 503 with `Retry-After`.',
  }),
  HTTP_MAX_CONNECTIONS: variable({
    schema: integer(1, 1_000_000),
    default: '4000',
    doc: 'Open connections. A few more are kept for health checks.',
  }),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: variable({
    schema: integer(1, 1_000_000),
    default: '256',
    doc: 'Open connections per address (IPv6: per /64); more are closed. Not for proxies in `TRUST_PROXY`; no limit if that is a number.',
  }),
  HTTP_MAX_REQUESTS: variable({
    schema: integer(1, 1_000_000),
    default: '500',
    doc: 'Requests under way, until the last byte of the response is taken; more get 503 with `Retry-After`. A large paste takes about 1 MB of memory.',
  }),
  HTTP_MAX_REQUESTS_PER_ADDRESS: variable({
    schema: integer(1, 1_000_000),
    default: '256',
    doc: 'The same per client address (IPv6: per /64).',
  }),
  HTTP_MIN_BYTES_PER_SECOND: variable({
    schema: integer(0, 1_000_000),
    default: '1024',
    doc: 'Slower readers, on average over a minute, are cut off; at twice the rate nobody is. 0: no limit.',
  }),
  STOP_DELAY_MS: variable({
    schema: integer(0, 20_000),
    default: '1000',
    doc: 'How long a stopping web process still serves while `/readyz` is 503.',
  }),
  ...PASTE_VARIABLES,
  WORKER_TTL_CLEANUP_INTERVAL_MS: variable({
    schema: integer(100, 86_400_000),
    default: '60000',
    doc: 'How often the worker removes expired pastes (which are gone for readers at once).',
  }),
  WORKER_POLL_INTERVAL_MS: variable({
    schema: integer(10, 3_600_000),
    default: '5000',
    doc: 'How often the worker polls for due deliveries and messages.',
  }),
  WORKER_WEBHOOK_MAX_RETRIES: variable({
    schema: integer(1, 10),
    default: '5',
    doc: 'Failed attempts after which a delivery or message ends as failed. Delays: 20 s, then doubled.',
  }),
  WEBHOOK_LOG_DAYS: variable({
    schema: integer(1, 3_650),
    default: '7',
    doc: 'How long finished deliveries stay in the log and can be redelivered.',
  }),
  WEBHOOKS_PER_USER: variable({
    schema: integer(0, 1_000),
    default: '20',
    doc: 'Webhooks per user; existing ones stay.',
  }),
  WEBHOOK_TIMEOUT_MS: variable({
    schema: integer(100, 50_000),
    default: '10000',
    doc: 'Time for the whole response of a receiver.',
  }),
  WEBHOOK_ALLOW_INSECURE_TARGETS: variable({
    schema: flag,
    default: 'false',
    doc: '`true` allows `http:` and private addresses. For development only: every user could then reach your network.',
  }),
  WEBHOOK_DENY: variable({
    schema: denyRules.optional(),
    doc: 'Refused webhook targets besides private addresses: networks, addresses, names and ports, with commas. See docs/webhooks.md.',
  }),
  MESSENGER_BOT_TOKEN: variable({
    schema: z
      .string()
      .regex(/^[\w:-]{1,256}$/, 'expected a token as BotFather gives it: digits, a colon, letters and digits')
      .optional(),
    secret: true,
    doc: 'Token of the Telegram bot. Without it no message is sent.',
  }),
  MESSENGER_WEBHOOK_SECRET: variable({
    schema: z
      .string()
      .regex(/^[\w-]{1,256}$/, 'expected 1 to 256 letters, digits, _ or - (openssl rand -hex 32)')
      .optional(),
    secret: true,
    doc: 'Secret that updates of the platform carry (`admin messenger set-webhook` registers it). Default: derived from `MASTER_KEY` if there is a bot.',
  }),
  MESSENGER_API_URL: variable({
    schema: httpUrl,
    default: 'https://api.telegram.org',
    doc: 'Address of the Bot API, for your own server.',
  }),
  BACKUP_INTERVAL_HOURS: variable({
    schema: integer(0, 8_760),
    default: '0',
    doc: 'How often the worker makes a backup. 0: never.',
  }),
  BACKUP_FOLDER: variable({
    schema: z.string().min(1),
    default: './data/backups',
    doc: 'Folder of backups, better on another disk.',
  }),
  BACKUP_KEEP: variable({
    schema: integer(1, 10_000),
    default: '7',
    doc: 'How many backups the worker keeps.',
  }),
  AUDIT_DAYS: variable({
    schema: integer(1, 3_650),
    default: '365',
    doc: 'How long the trail of sign-ins and administration is kept.',
  }),
  METRICS_TOKEN: variable({
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 characters without spaces (openssl rand -hex 24)')
      .optional(),
    secret: true,
    doc: 'Bearer token for `/metrics`, which does not exist without it.',
  }),
  METRICS_PORT: variable({
    schema: integer(0, 65_535).optional(),
    doc: 'Port of the worker for `/metrics` and `/healthz`. Default: none.',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    doc: 'Lowest level that is logged.',
  }),
  NODE_ENV: variable({
    schema: z.enum(['development', 'production', 'test']),
    default: 'production',
    doc: '`production` logs JSON, `development` logs text.',
  }),
} as const;
