/** Every variable of the environment with its meaning, default and rule. The table of docs/configuration.md is made from it. */
import * as z from 'zod';
import { MAX_TTL_SECONDS } from '../pastes/paste.rules';
import { databaseUrl, denyRules, flag, httpUrl, integer, key, redisUrl, trustedProxies } from './config.schemas';

export interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** Text in the table of docs/configuration.md. */
  doc: string;
  /** As it would stand in the environment; no default means optional, or required where the doc says so. */
  default?: string;
  /** Also read from the file that `NAME_FILE` names (Docker and Kubernetes secrets). */
  secret?: true;
}

const variable = <Schema extends z.ZodType>(definition: Variable<Schema>) => definition;

export const VARIABLES = {
  HOST: variable({ schema: z.string().min(1), default: '0.0.0.0', doc: 'Address to listen on.' }),
  PORT: variable({ schema: integer(0, 65_535), default: '3000', doc: 'Port to listen on.' }),
  BASE_URL: variable({
    schema: httpUrl.refine((text) => !/^https?:\/\/[^/]*@/i.test(text), 'expected no user name or password').optional(),
    doc: 'Address under which people reach the service; links start with it. Default: `http://localhost:PORT`.',
  }),
  DATABASE_URL: variable({
    schema: databaseUrl,
    default: 'file:./data/sealpaste.db',
    secret: true,
    doc: '`file:PATH` for SQLite (a local disk, never a network one) or `postgresql://USER:PASSWORD@HOST/DATABASE`.',
  }),
  DATABASE_SESSION_SETTINGS: variable({
    schema: z.enum(['on', 'off']),
    default: 'on',
    doc: '`off` for a PgBouncer in front of PostgreSQL: connections are made without settings of their own (time-outs, no JIT) and statements without names. See docs/scaling.md.',
  }),
  REDIS_URL: variable({
    schema: redisUrl.optional(),
    secret: true,
    doc: 'Redis for rate limits that several web processes share. Without it they are kept in PostgreSQL, or in memory on SQLite.',
  }),
  MASTER_KEY: variable({
    schema: key,
    secret: true,
    doc: 'Required. 32 bytes, base64 or hexadecimal: encrypts everything at rest. **Back it up: without it every paste is lost.** The first `npm start` writes one into `.env`.',
  }),
  MASTER_KEY_PREVIOUS: variable({
    schema: key.optional(),
    secret: true,
    doc: 'The key before `MASTER_KEY`, while `admin rotate-key` has not finished.',
  }),
  SESSION_SECRET: variable({
    schema: z.string().min(32, 'expected at least 32 characters (openssl rand -base64 32)').optional(),
    secret: true,
    doc: 'Seals the cookies of signed-in browsers; another one signs everybody out. Default: derived from `MASTER_KEY`. The first `npm start` writes one into `.env`.',
  }),
  REGISTRATION: variable({
    schema: z.enum(['closed', 'open']),
    default: 'closed',
    doc: '`open`: visitors may create an account on the account page (5 an hour from one address, unless `RATE_LIMIT_ANONYMOUS` is 0); `closed`: `admin key create` does.',
  }),
  RATE_LIMIT_ANONYMOUS: variable({
    schema: integer(0, 1_000_000),
    default: '5',
    doc: 'API requests per minute of one client address without a key; 0 is no limit, also not for the forms of the account pages (20 tries to sign in per minute of one address, 120 forms).',
  }),
  RATE_LIMIT_AUTHENTICATED: variable({
    schema: integer(0, 1_000_000),
    default: '60',
    doc: 'API requests per minute of one user; 0 is no limit.',
  }),
  RATE_LIMIT_ADDRESS: variable({
    schema: integer(0, 100_000_000).optional(),
    doc: 'API requests per minute of all users of one client address together, counted by each web process; 0 is no limit. Default: ten times `RATE_LIMIT_AUTHENTICATED`.',
  }),
  RATE_LIMIT_BURN: variable({
    schema: integer(0, 1_000_000),
    default: '30',
    doc: 'Claims and acknowledgements of burn pastes per minute of one client address, and as many receipts; 0 is no limit.',
  }),
  RATE_LIMIT_READ_TOKEN: variable({
    schema: integer(0, 10_000),
    default: '10',
    doc: 'Read tokens that one client address may try on one burn paste per minute, and all addresses together thirty times that; 0 is no limit.',
  }),
  BURN_CLAIM_SECONDS: variable({
    schema: integer(1, 3_600),
    default: '60',
    doc: 'How long the one reader who has claimed a burn paste can fetch it, again and again, until it has arrived.',
  }),
  BURN_RECEIPT_DAYS: variable({
    schema: integer(1, 3_650),
    default: '30',
    doc: 'How long the receipt of a burn paste is kept after it was opened, expired or deleted. It holds nothing of the content.',
  }),
  TRUST_PROXY: variable({
    schema: trustedProxies,
    default: '0',
    doc: 'Whose `X-Forwarded-For` is believed: networks (`10.1.2.0/24,2001:db8::7`, `loopback`, `private`), from which the client address is the first entry from the right that is in none of them. Or a number of proxies, which counts entries from the right and believes whoever reaches the port. 0 ignores the header.',
  }),
  HTTP_HEADERS_TIMEOUT_MS: variable({
    schema: integer(100, 300_000),
    default: '15000',
    doc: "Time for a request's line and headers; then the connection is closed.",
  }),
  HTTP_IDLE_TIMEOUT_MS: variable({
    schema: integer(100, 300_000),
    default: '30000',
    doc: 'Silence on a connection with a request or a response under way; then it is closed.',
  }),
  HTTP_MAX_CONNECTIONS: variable({
    schema: integer(1, 1_000_000),
    default: '4000',
    doc: 'Connections open at a time. Some more are accepted for health checks; every other request on those is answered 503.',
  }),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: variable({
    schema: integer(1, 1_000_000),
    default: '256',
    doc: 'Connections open at a time of one address (IPv6: of one /64); more are closed. Those of proxies that `TRUST_PROXY` names, and all if it is a number, count only among all.',
  }),
  HTTP_MAX_REQUESTS: variable({
    schema: integer(1, 1_000_000),
    default: '500',
    doc: 'Requests under way at a time, until the last byte of their responses is taken; more are answered 503 with `Retry-After`. One for a large paste takes about 1 MB of memory.',
  }),
  HTTP_MAX_REQUESTS_PER_ADDRESS: variable({
    schema: integer(1, 1_000_000),
    default: '256',
    doc: 'The same, of one client address (IPv6: of one /64).',
  }),
  HTTP_MIN_BYTES_PER_SECOND: variable({
    schema: integer(0, 1_000_000),
    default: '1024',
    doc: 'A response that its reader takes more slowly, on average over a minute, is cut off; whoever takes twice as much never is. 0 is no limit.',
  }),
  STOP_DELAY_MS: variable({
    schema: integer(0, 20_000),
    default: '1000',
    doc: 'How long a web process that is told to stop still takes requests while `/readyz` says 503, so that a load balancer notices.',
  }),
  ANONYMOUS_CREATE: variable({
    schema: z.enum(['on', 'off']),
    default: 'on',
    doc: '`off`: only holders of a key create pastes; everybody reads.',
  }),
  MAX_TTL_SECONDS: variable({
    schema: integer(1, MAX_TTL_SECONDS).optional(),
    doc: 'Nothing is kept longer, also not what names no expiry. Without it a paste may live for ever.',
  }),
  ANONYMOUS_TTL_SECONDS: variable({
    schema: integer(1, MAX_TTL_SECONDS).optional(),
    doc: 'Expiry of a paste that is created without a key and names none.',
  }),
  MAX_STORED_BYTES: variable({
    schema: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    doc: 'All contents together, before compression, those that are arriving among them; beyond it creating answers 507.',
  }),
  MAX_STORED_BYTES_PER_USER: variable({
    schema: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    doc: 'All contents of one user, before compression, those that are arriving among them; beyond it creating answers 409.',
  }),
  MIN_FREE_DISK_BYTES: variable({
    schema: integer(0, Number.MAX_SAFE_INTEGER),
    default: '268435456',
    doc: "With less free on the disk of the SQLite file creating answers 507, so that there is room to delete and to back up. 0 is no limit. PostgreSQL's disk isn't looked at.",
  }),
  MAX_PASTES_PER_USER: variable({
    schema: integer(1, 1_000_000_000),
    default: '1000000',
    doc: 'Pastes that one user may have at a time, with the receipts of burn pastes that have gone; beyond it creating answers 409.',
  }),
  WORKER_TTL_CLEANUP_INTERVAL_MS: variable({
    schema: integer(100, 86_400_000),
    default: '60000',
    doc: 'How often the worker removes expired pastes. (They are gone for readers at once.)',
  }),
  WORKER_POLL_INTERVAL_MS: variable({
    schema: integer(10, 3_600_000),
    default: '5000',
    doc: 'How often the worker looks for webhook deliveries and chat messages that are due.',
  }),
  WORKER_WEBHOOK_MAX_RETRIES: variable({
    schema: integer(1, 10),
    default: '5',
    doc: 'Failed attempts after which a webhook delivery or a chat message is given up. The delays between them: 20 s, 40 s, 80 s, 160 s and so on.',
  }),
  WEBHOOK_LOG_DAYS: variable({
    schema: integer(1, 3_650),
    default: '7',
    doc: 'How long webhook deliveries that are done stay in the log, and can be sent again.',
  }),
  WEBHOOKS_PER_USER: variable({
    schema: integer(0, 1_000),
    default: '20',
    doc: 'Webhooks that one user may register; those registered before stay.',
  }),
  WEBHOOK_TIMEOUT_MS: variable({
    schema: integer(100, 50_000),
    default: '10000',
    doc: 'Time that a receiver has for its whole response to a webhook delivery.',
  }),
  WEBHOOK_ALLOW_INSECURE_TARGETS: variable({
    schema: flag,
    default: 'false',
    doc: '`true` lets webhooks lead to `http:` and to private addresses. For development and tests: every user could then reach your network.',
  }),
  WEBHOOK_DENY: variable({
    schema: denyRules.optional(),
    doc: "Where no webhook may lead, besides private addresses: networks, addresses, names (`*.corp.example`) and ports (`:8443`, `198.51.100.7:8443`), with commas between them. For this machine's own public addresses and your network's NAT64 prefix.",
  }),
  MESSENGER_BOT_TOKEN: variable({
    schema: z
      .string()
      .regex(/^[\w:-]{1,256}$/, 'expected a token as BotFather gives it: digits, a colon, letters and digits')
      .optional(),
    secret: true,
    doc: 'Token of the Telegram bot that sends chat messages. Without it nothing is sent; chats can be linked where `MESSENGER_WEBHOOK_SECRET` is set.',
  }),
  MESSENGER_WEBHOOK_SECRET: variable({
    schema: z
      .string()
      .regex(/^[\w-]{1,256}$/, 'expected 1 to 256 letters, digits, _ or - (openssl rand -hex 32)')
      .optional(),
    secret: true,
    doc: 'What the platform shows with each update (`admin messenger set-webhook` tells it). Default: derived from `MASTER_KEY` when there is a bot; without a bot no update is applied.',
  }),
  MESSENGER_API_URL: variable({
    schema: httpUrl,
    default: 'https://api.telegram.org',
    doc: 'Address of the Bot API, for a server of your own.',
  }),
  BACKUP_INTERVAL_HOURS: variable({
    schema: integer(0, 8_760),
    default: '0',
    doc: 'How often the worker makes a backup; 0 is never.',
  }),
  BACKUP_FOLDER: variable({
    schema: z.string().min(1),
    default: './data/backups',
    doc: 'Folder of the backups that the worker makes; better on another disk.',
  }),
  BACKUP_KEEP: variable({
    schema: integer(1, 10_000),
    default: '7',
    doc: 'How many of them are kept; older ones are removed.',
  }),
  METRICS_TOKEN: variable({
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 characters without spaces (openssl rand -hex 24)')
      .optional(),
    secret: true,
    doc: 'Whoever shows it (`Authorization: Bearer …`) may read `/metrics`. Without it there is none.',
  }),
  METRICS_PORT: variable({
    schema: integer(0, 65_535).optional(),
    doc: 'Port on which the worker answers `/metrics` and `/healthz`. Without it, it answers nothing.',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    doc: 'Least serious level that is logged.',
  }),
  NODE_ENV: variable({
    schema: z.enum(['development', 'production', 'test']),
    default: 'production',
    doc: '`production` logs JSON; `development` logs for people.',
  }),
} as const;
