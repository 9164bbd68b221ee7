/** Schemas that check and convert the texts of variables. No message repeats a text: it may be a secret. */
import { bech32 } from '@scure/base';
import * as z from 'zod';
import { HOUSE_RULES, parseHouseRules } from '../accounts/house-rules.rules';
import { parseNetwork } from '../http/network';
import { parseTrustedProxies } from '../http/trusted-proxies';
import { type ExpiryOptions, parseExpiry } from '../pastes/expiry.rules';
import { parseStoreAddress, type StoreAddress } from '../store/store-address';
import { parseAllowRules, parseDenyRules } from '../webhooks/receiver-rules';

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `expected at least ${min}`).max(max, `expected at most ${max}`));

/** Parses a text with `parse`. @param message of the problem when `parse` returns null */
export const parsed = <Value>(parse: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Longest path of a unix socket (unix(7): 108 bytes with the final zero). */
const MAX_SOCKET_PATH_BYTES = 107;

/** A port, or the path of a unix socket. */
export const portOrPath = parsed((text): number | string | null => {
  if (text.startsWith('/')) return Buffer.byteLength(text) <= MAX_SOCKET_PATH_BYTES ? text : null;
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}, `expected a number from 0 to 65535, or a path of at most ${MAX_SOCKET_PATH_BYTES} bytes such as /run/sealpaste.sock`);

const SECONDS = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

/** Milliseconds, written as `90s`, `10m`, `12h`, `30d`, `4w` or a number of seconds. */
export const duration = (minSeconds: number, maxSeconds: number) =>
  z
    .string()
    .regex(/^\d{1,9}[smhdw]?$/, 'expected a time such as 30m, 12h or 30d')
    .transform((text) => Number.parseInt(text, 10) * SECONDS[text.replace(/\d+/, '') as keyof typeof SECONDS])
    .pipe(z.number().min(minSeconds, `expected at least ${minSeconds} seconds`).max(maxSeconds, `expected at most ${maxSeconds} seconds`))
    .transform((seconds) => seconds * 1000);

export const commaList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine((parts) => parts.length > 0, 'expected at least one, with commas between them');

export const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'expected an http:// or https:// URL')
  .refine((text) => !URL.canParse(text) || !/[?#]/.test(text), 'expected no query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

/**
 * First segments of our own addresses, which BASE_URL may not end with: below `/view`, `/view/ID` would mean one thing
 * behind a proxy that strips the path and another behind one that doesn't.
 */
const OWN_SEGMENTS =
  /^\/(?:_next|\.well-known|account|api|cli|docs|documents|healthz|manage|metrics|raw|readyz|report|requests?|view|[0-9A-Za-z]{24}|[^/]+\.\w+)(?:\/|$)/;

/** Address of the service: the root of a host, or a path below it. */
export const baseUrl = httpUrl
  .refine((text) => !/^https?:\/\/[^/]*@/i.test(text), 'expected no user name or password')
  .refine(
    (text) => !URL.canParse(text) || /^(?:\/[\w.~-]+)*\/?$/.test(new URL(text).pathname),
    'expected a path of letters, digits, ., _, ~ and -',
  )
  .refine(
    (text) => !URL.canParse(text) || !OWN_SEGMENTS.test(new URL(text).pathname),
    'expected a path that begins unlike the addresses below it: not with /view, /api and so on',
  );

/** Host names as requests have them: in lower case, without the dot of the root. */
export const hostNames = commaList
  .transform((names) => names.map((name) => name.toLowerCase().replace(/\.$/, '')))
  .refine(
    (names) => names.every((name) => /^[\w-]+(?:\.[\w-]+)*$/.test(name)),
    'expected host names without port or *, with commas between them',
  );

/** A path as host, as in `postgresql://USER@/DATABASE?host=/run/postgresql`, is no host of a URL. */
const isServerUrl = (text: string): boolean => {
  const url = text.replace('@/', '@socket/');
  return URL.canParse(url) && !url.includes('#') && !new URL(url).pathname.includes('@');
};

const PASSWORD_RULE = 'expected user and password with # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';

export const databaseUrl = z
  .string()
  .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'expected file:PATH for SQLite or postgresql://USER:PASSWORD@HOST/DATABASE')
  .refine((text) => !/^postgres(ql)?:\/\/./.test(text) || isServerUrl(text), PASSWORD_RULE);

export const flag = z.enum(['true', 'false'], 'expected true or false').transform((text) => text === 'true');

export const redisUrl = z
  .string()
  .regex(/^rediss?:\/\/.+$/, 'expected redis://HOST:PORT or rediss://HOST:PORT')
  .refine((text) => !/^rediss?:\/\/./.test(text) || isServerUrl(text), PASSWORD_RULE);

export const trustedProxies = parsed(
  parseTrustedProxies,
  'expected addresses of proxies such as 10.1.2.3,2001:db8::/120 or loopback, before them a number from 1 to 32 if a request passes several; or a number alone',
);

function parseKey(text: string): Buffer | null {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return bytes.length === 32 && /^[0-9a-zA-Z+/_-]+=*$/.test(text) ? bytes : null;
}

/** 32 bytes in base64, base64url or hexadecimal. The message doesn't repeat the text. */
export const key = parsed(parseKey, 'expected 32 bytes, as 44 characters of base64 or 64 of hexadecimal (openssl rand -base64 32)');

/** Prefixes of age keys: recipient, post-quantum recipient (which is longer), secret key. */
const AGE_PREFIX = /^age(?:1pq|-secret-key-(?:pq-)?)?$/;
/** 32 bytes in bech32. */
const AGE_WORDS = 52;

/** 32 bytes, or a key of age, alone or in a file of `age-keygen`, which has comments. */
export const backupKey = parsed((text) => {
  const bytes = parseKey(text);
  if (bytes) return bytes;
  const lines = text.split(/\s*\n\s*/).filter((line) => line !== '' && !line.startsWith('#'));
  const [line = ''] = lines;
  const decoded = bech32.decodeUnsafe(line, false);
  if (lines.length !== 1 || !decoded || !AGE_PREFIX.test(decoded.prefix)) return null;
  return decoded.words.length === AGE_WORDS || decoded.prefix === 'age1pq' ? line : null;
}, 'expected 32 bytes, as 44 characters of base64 or 64 of hexadecimal (openssl rand -base64 32), or a key of age: age1… or AGE-SECRET-KEY-1…');

export const allowRules = parsed(
  parseAllowRules,
  'expected host names or addresses, each with or without a port, with commas between them; no networks, and no link-local or reserved addresses',
);

export const denyRules = parsed(parseDenyRules, 'expected networks, addresses, host names or ports, with commas between them');

export const houseRules = parsed(parseHouseRules, `expected some of ${HOUSE_RULES.join(', ')}, with commas between them`);

export const networks = commaList.transform((texts, context) => {
  const parsedNetworks = texts.map(parseNetwork);
  if (parsedNetworks.every((network) => network !== null)) return parsedNetworks;
  context.addIssue({
    code: 'custom',
    message: 'expected networks or addresses such as 10.0.0.0/8,2001:db8::/32, with commas between them',
  });
  return z.NEVER;
});

/** Most options that people can choose from in a select. */
const MAX_EXPIRIES = 20;

/** Times separated by commas. A star marks the default. */
export const expiryOptions = parsed((text): ExpiryOptions | null => {
  const parts = text.split(',').map((part) => part.trim());
  const choices = parts.map((part) => parseExpiry(part.replace(/\*$/, '')));
  const isValid = choices.every((choice) => typeof choice !== 'string') && new Set(choices).size === choices.length;
  const [preselected, ...more] = choices.filter((_, index) => parts[index]?.endsWith('*'));
  const isPossible = isValid && choices.length <= MAX_EXPIRIES && preselected !== undefined && more.length === 0;
  return isPossible ? ({ choices, preselected } as ExpiryOptions) : null;
}, `expected times such as 10m,1h,1d*,1w,never: at most ${MAX_EXPIRIES}, each once, from 1s to 1y or never, and a * after the default`);

export const keyPart = z.string().regex(/^[\x21-\x7e]+$/, 'expected letters, digits and signs, without spaces');

const STORE_ADDRESS =
  'expected s3://BUCKET?endpoint=https://HOST&region=REGION&path-style=true, without a key; all but the bucket may be left out';

export const storeAddress = parsed(parseStoreAddress, STORE_ADDRESS);

/** A folder, or the address of a bucket. */
export const backupFolder = parsed(
  (text): string | StoreAddress | null => (/^s3:/i.test(text) ? parseStoreAddress(text) : text || null),
  STORE_ADDRESS,
);

const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/i;

/** The issuer is kept as written, because the provider's tokens must name exactly the same text. */
export const issuer = z
  .string()
  .refine((text) => URL.canParse(text) && !/[?#]/.test(text), 'expected an address without query or fragment')
  .refine(
    (text) => /^https:\/\//i.test(text) || LOOPBACK.test(text),
    'expected an https:// address (http:// only on this machine): passwords and tokens go there',
  );

/** One word of ASCII. */
export const visible = (message: string) => z.string().regex(/^[\x21-\x7e]{1,256}$/, message);
