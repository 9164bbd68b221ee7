/** The doctor's checks of the way from the public address to this service: the address, its certificate, the proxies. */
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '../../config/config';
import { DAY_MS } from '../../encoding/time.rules';
import { SEEN_HEADER } from '../../http/headers';
import { NETWORK_TIMEOUT_MS, type ServerTime, timeOf } from './doctor-servers';
import { describeError, type Finding } from './finding';

/** Certificates are renewed a month or ten days before their end; then something has failed. */
const CERTIFICATE_WARN_DAYS = 7;
/** An address of documentation (RFC 5737), which no client has. */
const INVENTED = '203.0.113.213';

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
export async function askAddress(baseUrl: string, token: string, onTime: (answer: ServerTime) => void): Promise<Seen | null> {
  const before = Date.now();
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': INVENTED };
  const response = await fetch(`${baseUrl}/healthz`, {
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new Error(`BASE_URL: ${baseUrl}/healthz can't be reached from here (${describeError(error.cause ?? error)})`);
  });
  const answer = timeOf('BASE_URL', response, before, Date.now());
  if (answer) onTime(answer);
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

export function checkAddress(baseUrl: string): Finding {
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
