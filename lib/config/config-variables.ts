/** Every variable of the environment with its meaning, default and rule. The list of docs/configuration.md is made from it. */
import * as z from 'zod';
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { parseMailFrom, parseSmtpUrl } from '../mail/mail-address';
import { MAX_TTL_SECONDS } from '../pastes/paste.rules';
import { PROGRAM_NAME } from '../site/site.rules';
import {
  allowRules,
  backupFolder,
  backupKey,
  baseUrl,
  commaList,
  databaseUrl,
  denyRules,
  duration,
  expiryOptions,
  flag,
  hostNames,
  houseRules,
  httpUrl,
  integer,
  issuer,
  key,
  keyPart,
  networks,
  parsed,
  portOrPath,
  redisUrl,
  storeAddress,
  trustedProxies,
  visible,
} from './config-schemas';
import {
  abuseContact,
  language,
  languageList,
  MAX_NAME_LENGTH,
  MAX_NOTICE_LENGTH,
  oneLine,
  receiverUrl,
  siteColours,
  siteLink,
  siteLinks,
} from './site-schemas';
import { onOff, optional, secret, setting, type Variable } from './variable';

export const VARIABLES = {
  HOST: setting('0.0.0.0', z.string().min(1), 'Address to listen on.'),
  PORT: setting('3000', portOrPath, 'Port to listen on, or the path of a [unix socket](install.md#unix-sockets).'),
  BASE_URL: optional(
    baseUrl,
    'Public address, without it `http://localhost:PORT`. A path is [part of the build](install.md#below-a-path).',
  ),
  ALLOWED_HOSTS: optional(hostNames, 'More [host names](install.md#host-names) under which the service may be called, with commas.'),
  SITE_NAME: setting(PROGRAM_NAME, oneLine(MAX_NAME_LENGTH), 'Name in pages, previews, the manual, the bot.'),
  LANGUAGES: setting(Object.keys(LANGUAGE_NAMES).join(), languageList, 'Languages of the pages that visitors may choose, with commas.'),
  DEFAULT_LANGUAGE: optional(
    language,
    'Language of visitors and chats that ask for none of these, and of previews. Default: `en`, or the first of `LANGUAGES`.',
  ),
  SITE_LOGO: optional(z.string().min(1), 'Path of an SVG or PNG file of at most 100 KiB.'),
  SITE_COLOR: optional(
    siteColours,
    'Colour of links and buttons: `#rrggbb`, or two with a comma, for the light and the dark theme; contrast from 4.5:1.',
  ),
  SITE_NOTICE: optional(oneLine(MAX_NOTICE_LENGTH), 'One line over every page; visitors can close it.'),
  LINK_IMPRINT: optional(siteLink, 'Footer: address of the imprint.'),
  LINK_PRIVACY: optional(siteLink, 'Footer: address of the privacy policy.'),
  LINK_TERMS: optional(siteLink, 'Footer: address of the terms of use.'),
  LINKS: optional(siteLinks, 'Footer: `Help=https://…,Status=https://…`, at most eight.'),
  ABUSE_CONTACT: optional(abuseContact, 'E-mail address or page for abuse and security, in the footer and `/.well-known/security.txt`.'),
  REPORT_WEBHOOK: secret(receiverUrl, 'Address that is told of [reports](public-host.md#answer-reports); may be private.'),
  DATABASE_URL: {
    ...setting(
      'file:./data/sealpaste.db',
      databaseUrl,
      '`file:PATH` for SQLite (on a local disk) or `postgresql://USER:PASSWORD@HOST/DATABASE`.',
    ),
    secret: true,
  },
  DATABASE_SESSION_SETTINGS: onOff('on', '`off` behind a [PgBouncer](scaling.md#pgbouncer).'),
  MIGRATE: onOff('on', '`off`: web and worker wait until `admin migrate` has [migrated the database](install.md#upgrade).'),
  CONTENT_STORE: optional(
    storeAddress,
    'Bucket for [large contents](storage.md): `s3://BUCKET?endpoint=https://HOST&region=REGION&path-style=true`.',
  ),
  CONTENT_STORE_KEY_ID: secret(keyPart, 'Required with `CONTENT_STORE`: the access key.'),
  CONTENT_STORE_SECRET: secret(keyPart, 'Required with `CONTENT_STORE`: its secret.'),
  CONTENT_STORE_MIN_BYTES: setting(
    '65536',
    integer(4_096, 1_000_000_000),
    'Smaller contents, compressed, stay in the database. With 1000000 all new ones do.',
  ),
  REDIS_URL: secret(
    redisUrl,
    'Redis for rate limits, which are otherwise in PostgreSQL, or in memory on SQLite: `redis://USER:PASSWORD@HOST:PORT/0`, or `rediss` with TLS.',
  ),
  MASTER_KEY: {
    schema: key,
    secret: true,
    doc: 'Required. 32 bytes, base64 or hexadecimal; encrypts everything at rest. **Back it up: without it every paste is lost.** `npm start` writes one.',
  },
  MASTER_KEY_PREVIOUS: secret(key, 'The previous `MASTER_KEY`, until `admin rotate-key` has finished.'),
  SESSION_SECRET: secret(
    z.string().min(32, 'expected at least 32 characters (openssl rand -base64 32)'),
    'Seals session cookies; a new one signs everybody out. Default: derived from `MASTER_KEY`.',
  ),
  SESSION_MAX_AGE: setting(
    '30d',
    duration(60, 31_536_000),
    'How long a browser stays signed in, such as `12h`; unused at most 7 days. Also for existing sessions.',
  ),
  OIDC_ISSUER: optional(issuer, 'Issuer of the OpenID Connect provider where people can [sign in](sign-in.md).'),
  OIDC_CLIENT_ID: optional(z.string().min(1), 'Required with `OIDC_ISSUER`.'),
  OIDC_CLIENT_SECRET: secret(z.string().min(1), 'Without it this service is a public client: PKCE alone protects the code.'),
  OIDC_NAME: setting('OpenID Connect', oneLine(MAX_NAME_LENGTH), 'Name on the button: “Sign in with NAME”.'),
  OIDC_SCOPES: setting(
    'openid profile email',
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((scope) => scope !== ''))
      .refine((scopes) => scopes.includes('openid'), 'expected openid among them')
      .transform((scopes) => scopes.join(' ')),
    'Some providers give groups only with `groups`.',
  ),
  OIDC_ALLOWED_DOMAINS: optional(
    commaList.transform((domains) => domains.map((domain) => domain.toLowerCase().replace(/^@/, ''))),
    'Domains, with commas: only people with a verified e-mail address there may sign in.',
  ),
  OIDC_GROUPS_CLAIM: setting('groups', z.string().min(1), 'Claim with the groups of a person; also a path such as `realm_access.roles`.'),
  OIDC_ALLOWED_GROUPS: optional(commaList, 'Groups, with commas: only their members may sign in.'),
  OIDC_ADMIN_GROUPS: optional(
    commaList,
    "Groups of administrators. Each sign-in sets or ends that, for the sessions signed in there; keys don't have it, and `admin user promote` is another right.",
  ),
  REGISTRATION: setting('closed', z.enum(['closed', 'open']), '`open`: visitors may create accounts, 5 an hour per address.'),
  RATE_LIMIT_ANONYMOUS: setting(
    '5',
    integer(0, 1_000_000),
    'API requests per minute and address without a key. 0 also ends the limits of pages, reports and account pages.',
  ),
  RATE_LIMIT_AUTHENTICATED: setting(
    '60',
    integer(0, 1_000_000),
    'API requests per minute and user; ten times as many of all users of an address, on each machine.',
  ),
  RATE_LIMIT_PAGES: setting('1200', integer(0, 100_000_000), 'Pages and raw texts per minute and address, on each machine.'),
  RATE_LIMIT_BURN: setting('30', integer(0, 1_000_000), 'Claims and acknowledgements per minute and address, and as many receipts.'),
  RATE_LIMIT_READ_TOKEN: setting(
    '10',
    integer(0, 10_000),
    'Read tokens per minute, address and paste; of all addresses thirty times that.',
  ),
  BURN_CLAIM_SECONDS: setting('60', integer(1, 3_600), 'How long a reader who claimed a burn paste may fetch it.'),
  BURN_RECEIPT_DAYS: setting('30', integer(1, 3_650), 'How long a receipt outlives its paste.'),
  TRUST_PROXY: setting(
    '0',
    trustedProxies,
    '[Addresses of your proxies](install.md#trust_proxy), such as `10.0.0.5,10.0.0.6`, whose `X-Forwarded-For` is believed; a number before them if a request passes several.',
  ),
  HTTP_IDLE_TIMEOUT_MS: setting('30000', integer(100, 300_000), 'Silence of a client after which its connection is closed.'),
  HTTP_RESPONSE_TIMEOUT_MS: setting('120000', integer(100, 3_600_000), 'Silence of the server after which the client gets 503.'),
  HTTP_MAX_CONNECTIONS: setting(
    '4000',
    integer(1, 1_000_000),
    'Open connections. A further one takes the place of the one that has been silent longest.',
  ),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: setting(
    '256',
    integer(1, 1_000_000),
    'The same per address (IPv6: per /64). Not for proxies in `TRUST_PROXY`; no limit if that is only a number.',
  ),
  HTTP_MAX_REQUESTS: setting(
    '500',
    integer(1, 1_000_000),
    'Requests under way, until the last byte of the response is taken; more get 503. Half of them may read contents; [one address](security.md#overload) has at most half, and an eighth when others want places. A large paste takes about 1 MB of memory.',
  ),
  STOP_DELAY_MS: setting('1000', integer(0, 20_000), 'How long a stopping web process still serves while `/readyz` is 503.'),
  ANONYMOUS_CREATE: onOff('on', '`off`: only whoever has a key or is signed in creates pastes.'),
  ANONYMOUS_READ: onOff('on', '`off`: the same for reading.'),
  READ_NETWORKS: optional(
    networks,
    'Networks such as `10.0.0.0/8,2001:db8::/32`, from which pastes are read; for others they are not there. As true as `TRUST_PROXY`.',
  ),
  CREATE_NETWORKS: optional(networks, 'The same for creating; others get 403.'),
  REQUIRE: optional(
    houseRules,
    'What each new paste must be: some of `e2ee`, `password`, `burn`, `account`, with commas between them. Others get 422.',
  ),
  MAX_TTL_SECONDS: optional(integer(1, MAX_TTL_SECONDS), 'The longest expiry, also of pastes that name none.'),
  EXPIRY_OPTIONS: setting(
    '10m,1h,1d,1w*,30d,1y,never',
    expiryOptions,
    'Expiries that the pages offer, beside any other time. `*` marks the default, also of uploads and `sealpaste`. Units: `s`, `m`, `h`, `d`, `w`, `y`.',
  ),
  ANONYMOUS_TTL_SECONDS: optional(integer(1, MAX_TTL_SECONDS), 'Expiry of pastes made without a key that name none.'),
  MAX_STORED_BYTES: optional(
    integer(1, Number.MAX_SAFE_INTEGER),
    'All contents, uncompressed, with those arriving. Beyond it creates get 507.',
  ),
  MAX_STORED_BYTES_PER_USER: optional(integer(1, Number.MAX_SAFE_INTEGER), 'The same per user; 409.'),
  MIN_FREE_DISK_BYTES: setting(
    '268435456',
    integer(0, Number.MAX_SAFE_INTEGER),
    "With less free on SQLite's disk creates get 507. 0: no limit.",
  ),
  MAX_PASTES_PER_USER: setting('1000000', integer(1, 1_000_000_000), 'Pastes and receipts per user. Beyond it creates get 409.'),
  WORKER_TTL_CLEANUP_INTERVAL_MS: setting('60000', integer(100, 86_400_000), 'How often the worker removes expired pastes.'),
  WORKER_POLL_INTERVAL_MS: setting('5000', integer(10, 3_600_000), 'How often it polls for due deliveries and messages.'),
  WORKER_WEBHOOK_MAX_RETRIES: setting('5', integer(1, 10), 'Failed attempts that end a delivery or message. Delays: 20 s, then doubled.'),
  WEBHOOK_TIMEOUT_MS: setting('10000', integer(100, 50_000), "Time for a receiver's whole response."),
  WEBHOOK_ALLOW_INSECURE_TARGETS: setting(
    'false',
    flag,
    '`true` allows `http:` and private addresses, and so opens your network to every user: for development only.',
  ),
  WEBHOOK_ALLOW: optional(
    allowRules,
    '[Receivers in your own network](webhooks.md#where-a-webhook-may-lead), with commas: a name or an address, each with or without a port. Also by `http:`.',
  ),
  WEBHOOK_DENY: optional(denyRules, '[Refused targets](webhooks.md#where-a-webhook-may-lead) besides private addresses, with commas.'),
  MESSENGER_BOT_TOKEN: secret(
    z.string().regex(/^[\w:-]{1,256}$/, 'expected a token as BotFather gives it: digits, a colon, letters and digits'),
    'Token of the Telegram bot, without which no message is sent.',
  ),
  MESSENGER_WEBHOOK_SECRET: secret(
    z.string().regex(/^[\w-]{1,256}$/, 'expected 1 to 256 letters, digits, _ or - (openssl rand -hex 32)'),
    "Secret of the platform's updates; `admin messenger set-webhook` registers it. Default: derived from `MASTER_KEY`.",
  ),
  MESSENGER_API_URL: setting('https://api.telegram.org', httpUrl, 'Your own Bot API server.'),
  SLACK_SIGNING_SECRET: secret(
    visible('expected the signing secret of the app, under "Basic Information"'),
    'Signing secret of your [Slack app](messenger.md#slack), for its slash command.',
  ),
  DISCORD_PUBLIC_KEY: optional(
    z.string().regex(/^[0-9a-f]{64}$/i, 'expected the public key of the application, 64 hexadecimal digits'),
    'Public key of your [Discord application](messenger.md#discord), for its slash command.',
  ),
  MATTERMOST_TOKEN: secret(
    z
      .string()
      .transform((text) => text.split(',').map((token) => token.trim()))
      .pipe(z.array(visible('expected tokens of slash commands, with commas'))),
    'Token of your [slash command of Mattermost](messenger.md#mattermost); of several teams with commas.',
  ),
  SMTP_URL: secret(
    parsed(
      parseSmtpUrl,
      'expected smtps://USER:PASSWORD@HOST:465 or smtp://USER:PASSWORD@HOST:587, and ?tls=off for a server without TLS; percent-encode special characters',
    ),
    'Mail server, without which [no mail](mail.md) is sent: `smtps://USER:PASSWORD@HOST:465`, or `smtp://…:587`, which wants STARTTLS unless it ends with `?tls=off`.',
  ),
  MAIL_FROM: optional(
    parsed(parseMailFrom, 'expected an address such as paste@example.org, or Name <paste@example.org>'),
    'Required with `SMTP_URL`: the sender, `paste@example.org` or `Name <paste@example.org>`. Default of the name: `SITE_NAME`.',
  ),
  BACKUP_INTERVAL_HOURS: setting('0', integer(0, 8_760), "Hours between the worker's backups. 0: none."),
  BACKUP_FOLDER: setting(
    './data/backups',
    backupFolder,
    'Better on another disk, or [a bucket](install.md#back-up-to-a-bucket): `s3://BUCKET?endpoint=https://HOST&region=REGION&path-style=true`.',
  ),
  BACKUP_STORE_KEY_ID: secret(keyPart, 'Access key of that bucket. Default: `CONTENT_STORE_KEY_ID` with its secret.'),
  BACKUP_STORE_SECRET: secret(keyPart, 'Its secret.'),
  BACKUP_KEEP: setting('7', integer(1, 10_000), 'Backups that the worker keeps.'),
  BACKUP_KEY: secret(
    backupKey,
    "[Encrypts backups](install.md#the-key-of-backups): 32 bytes, or a key of [age](https://age-encryption.org); with `age1…` this machine can't read them. Default: derived from `MASTER_KEY`.",
  ),
  AUDIT_DAYS: setting('365', integer(1, 3_650), 'How long rows of the [audit](public-host.md#keep-an-audit) are kept.'),
  METRICS_TOKEN: secret(
    z.string().regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 characters without spaces (openssl rand -hex 24)'),
    'Bearer token for `/metrics`, which otherwise is off.',
  ),
  METRICS_PORT: optional(integer(0, 65_535), 'Port of the worker for `/metrics` and `/healthz`.'),
  LOG_LEVEL: setting('info', z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'Lowest level logged.'),
  STRICT_CONFIG: onOff(
    'off',
    '`on`: nothing starts with a variable that looks like one of these and is none. Otherwise the log and `doctor` name it.',
  ),
  NODE_ENV: setting('production', z.enum(['development', 'production', 'test']), '`production` logs JSON, `development` logs text.'),
} satisfies Record<string, Variable<z.ZodType>>;
