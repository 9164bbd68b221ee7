/** The doctor's checks of the other servers that the service uses. */

import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Config, contentStoreOf, masterKeysOf } from '../../config/config';
import { DAY_MS } from '../../encoding/time.rules';
import { SEEN_HEADER } from '../../http/headers';
import { within } from '../../http/within';
import { createKeyring } from '../../vault/keyring';
import { doctorToken } from '../../vault/vault';

export const NETWORK_TIMEOUT_MS = 5_000;

/** Looks at a server. @param times gets the server's time @returns null when it isn't used @throws Error when it can't be used */
type LookAtServer = (config: Config, times: ServerTime[]) => Promise<string | null>;

/** The time of a server's clock, compared with this machine's. */
export interface ServerTime {
  server: string;
  /** Milliseconds by which its clock is ahead of this machine's. */
  aheadMs: number;
}

/** Apart from the network and the whole seconds of a Date header, more than this breaks sign-ins and signatures. */
const TIME_WARN_MS = 10_000;

/** Servers that belong to this installation, so that a page may ask them each time. */
export const NEAR_SERVERS: Readonly<Record<string, LookAtServer>> = { redis: lookAtRedis, store: lookAtStore };
export const FAR_SERVERS: Readonly<Record<string, LookAtServer>> = { 'sign-in': lookAtProvider, bot: lookAtBot, mail: lookAtMail };

export const serverLooks = (servers: typeof NEAR_SERVERS, config: Config, times: ServerTime[] = []): Look[] =>
  Object.entries(servers).map(([name, look]) => [name, () => look(config, times)]);

async function lookAtRedis({ REDIS_URL: url }: Config): Promise<string | null> {
  if (url === undefined) return null;
  const { pingRedis } = await import('../../http/rate-limit-redis');
  // A server may accept the connection and then be silent.
  await within(NETWORK_TIMEOUT_MS, pingRedis(url, NETWORK_TIMEOUT_MS));
  return 'responds';
}

async function lookAtStore(config: Config): Promise<string | null> {
  const settings = contentStoreOf(config);
  if (settings === null) return null;
  const { createObjectStore, probeStore } = await import('../../store/object-store');
  await within(NETWORK_TIMEOUT_MS, probeStore(createObjectStore(settings))).catch((error: Error) => {
    throw new Error(`CONTENT_STORE: ${describeError(error.cause ?? error)}`);
  });
  return `the bucket ${settings.address.bucket} takes, returns and removes objects`;
}

async function lookAtProvider({ OIDC_ISSUER: issuer }: Config, times: ServerTime[]): Promise<string | null> {
  if (issuer === undefined) return null;
  const response = await ask('OIDC_ISSUER', `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, times);
  const document = (await response.json().catch(() => null)) as { issuer?: unknown } | null;
  if (response.status !== 200 || typeof document?.issuer !== 'string')
    throw new Error(`OIDC_ISSUER: responds with ${response.status}, and not as an OpenID Connect provider does`);
  if (document.issuer !== issuer) throw new Error(`OIDC_ISSUER: the provider calls itself ${JSON.stringify(document.issuer)}`);
  return 'the identity provider responds';
}

async function lookAtBot({ MESSENGER_API_URL: url, MESSENGER_BOT_TOKEN: token }: Config, times: ServerTime[]): Promise<string | null> {
  if (token === undefined) return null;
  const response = await ask('MESSENGER_API_URL', `${url}/bot${token}/getMe`, times);
  const document = (await response.json().catch(() => null)) as { result?: { username?: unknown } } | null;
  if (response.status === 401 || response.status === 404) throw new Error('MESSENGER_BOT_TOKEN: the platform knows no such bot');
  const name = document?.result?.username;
  if (response.status !== 200 || typeof name !== 'string')
    throw new Error(`MESSENGER_API_URL: responds with ${response.status}, and not as a Bot API does`);
  return `the bot ${JSON.stringify(name)} responds`;
}

/** Signs in as for a mail, and sends none. */
async function lookAtMail({ SMTP_URL: server, MAIL_FROM: from }: Config): Promise<string | null> {
  if (server === undefined || from === undefined) return null;
  const { createMailSender } = await import('../../mail/mail-sender');
  await createMailSender(server, from)
    .check(NETWORK_TIMEOUT_MS)
    .catch((error: Error) => {
      throw new Error(`SMTP_URL: ${error.message}`);
    });
  return `the mail server ${server.auth === null ? 'responds' : 'takes the password'}${server.tls === 'off' ? ', without TLS' : ''}`;
}

/** Requests an address, which no message repeats: it may hold the bot's token. */
async function ask(variable: string, url: string, times: ServerTime[], headers: Record<string, string> = {}): Promise<Response> {
  const before = Date.now();
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) }).catch(
    (error: Error) => {
      throw new Error(`${variable}: can't be reached from here (${describeError(error.cause ?? error).replaceAll(url, '…')})`);
    },
  );
  // In whole seconds, and from some moment between request and response.
  const date = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(date)) times.push({ server: variable, aheadMs: date - Math.min(Math.max(date, before - 1_000), Date.now()) });
  return response;
}

export function checkTime(times: readonly ServerTime[]): Finding {
  const farthest = times.reduce((one, other) => (Math.abs(other.aheadMs) > Math.abs(one.aheadMs) ? other : one), {
    server: '',
    aheadMs: 0,
  });
  if (Math.abs(farthest.aheadMs) <= TIME_WARN_MS) return `this machine's clock agrees with ${times.map(({ server }) => server).join(', ')}`;
  const seconds = Math.round(Math.abs(farthest.aheadMs) / 1_000);
  return {
    warning: `this machine's clock is ${seconds} s ${farthest.aheadMs > 0 ? 'behind' : 'ahead of'} that of ${farthest.server}: signatures and sign-ins fail, and pastes expire at the wrong time. Does it run NTP?`,
  };
}

/** The result of a check of the doctor that has not failed. */
export type Finding = string | { warning: string };

/** A check by its name. It throws what has failed, and finds null when there is nothing to look at. */
export type Look = [name: string, look: () => Finding | null | Promise<Finding | null>];

/** Message and code of an error, never its stack. Errors of connections may have no message. */
export function describeError(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const text = message || code || 'failed';
  return cause === undefined ? text : `${text}: ${describeError(cause)}`;
}

/** The doctor's checks of the way from the public address to this service: the address, its certificate, the proxies. */

/** Certificates are renewed a month or ten days before their end; then something has failed. */
const CERTIFICATE_WARN_DAYS = 7;
/** An address of documentation (RFC 5737), which no client has. */
const INVENTED = '203.0.113.213';

/** Asks this service and the others that it uses, over the network. */
export function networkLooks(config: Config): Look[] {
  const { BASE_URL: baseUrl } = config;
  let seen: Seen | null = null;
  const times: ServerTime[] = [];
  return [
    ...serverLooks(FAR_SERVERS, config, times),
    [
      'address',
      async () => {
        seen = await askAddress(baseUrl, doctorToken(createKeyring(masterKeysOf(config))), times);
        return checkAddress(baseUrl);
      },
    ],
    ['forwarded', () => seen && checkForwarded(config, seen)],
    ['certificate', () => (baseUrl.startsWith('https:') ? checkCertificate(baseUrl) : null)],
    ['time', () => (times.length > 0 ? checkTime(times) : null)],
  ];
}

/** The service's view of the doctor's request. */
export interface Seen {
  clientAddress: string | null;
  /** `X-Forwarded-For` as it arrived; null: there was none. */
  forwardedFor: string | null;
}

/**
 * Requests /healthz at BASE_URL as a client that invents an address for itself.
 * @returns what the service saw of it; null when the service doesn't say so, for want of the same key
 * @throws Error when BASE_URL doesn't lead to this service
 */
export async function askAddress(baseUrl: string, token: string, times: ServerTime[]): Promise<Seen | null> {
  const response = await ask('BASE_URL', `${baseUrl}/healthz`, times, { Authorization: `Bearer ${token}`, 'X-Forwarded-For': INVENTED });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 200 || (body as { status?: unknown } | undefined)?.status !== 'ok')
    throw new Error(`BASE_URL: ${baseUrl}/healthz responds with ${response.status}, and not as this service does`);
  return parseSeen(response.headers.get(SEEN_HEADER));
}

function parseSeen(text: string | null): Seen | null {
  try {
    const { clientAddress, forwardedFor } = JSON.parse(decodeURIComponent(text ?? '')) as Record<string, unknown>;
    const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
    return { clientAddress: textOrNull(clientAddress), forwardedFor: textOrNull(forwardedFor) };
  } catch {
    return null;
  }
}

function checkAddress(baseUrl: string): Finding {
  if (new URL(baseUrl).protocol === 'http:' && new URL(baseUrl).hostname !== 'localhost')
    return { warning: `${baseUrl} leads here; without https browsers refuse to encrypt` };
  return `${baseUrl} leads here`;
}

/** @throws Error when clients can choose their own address */
export function checkForwarded({ BASE_URL, TRUST_PROXY: { hops } }: Pick<Config, 'BASE_URL' | 'TRUST_PROXY'>, seen: Seen): Finding {
  const { clientAddress, forwardedFor } = seen;
  if (forwardedFor === INVENTED && BASE_URL.startsWith('http:')) return 'no proxy is before this service';
  if (clientAddress === INVENTED)
    throw new Error(
      'a client may choose its own address, and so escape limits and bans: the proxy passes on the X-Forwarded-For that a client sends, or TRUST_PROXY names more proxies than a request passes (docs/install.md)',
    );
  if (forwardedFor === null)
    return hops === 0
      ? 'X-Forwarded-For is not set, nor believed'
      : { warning: 'the proxy sets no X-Forwarded-For: all clients share its address, and its limits' };
  if (hops === 0) return { warning: 'a proxy sets X-Forwarded-For, and TRUST_PROXY is 0: all clients share its address, and its limits' };
  if (forwardedFor.includes(INVENTED))
    return { warning: 'the proxy appends to the X-Forwarded-For that a client sends. It must set the header (docs/install.md)' };
  return 'the proxy sets X-Forwarded-For';
}

/** @throws Error when browsers refuse the certificate */
export async function checkCertificate(baseUrl: string): Promise<Finding> {
  const { hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const named = isIP(host) === 0 ? { servername: host } : {};
  const socket = connect({ host, port: Number(port || 443), ...named, rejectUnauthorized: false });
  socket.setTimeout(NETWORK_TIMEOUT_MS, () => socket.destroy(new Error(`no response within ${NETWORK_TIMEOUT_MS} ms`)));
  try {
    await once(socket, 'secureConnect');
    return judgeCertificate(Date.parse(socket.getPeerCertificate().valid_to), socket.authorizationError, Date.now());
  } finally {
    socket.destroy();
  }
}

export function judgeCertificate(endsAt: number, problem: Error | string | null | undefined, now: number): Finding {
  if (problem) throw new Error(`browsers refuse the certificate (${problem instanceof Error ? describeError(problem) : problem})`);
  const days = Math.floor((endsAt - now) / DAY_MS);
  if (days >= CERTIFICATE_WARN_DAYS) return `the certificate is valid for ${days} days`;
  return { warning: `the certificate ends in ${days} days: is it renewed?` };
}
