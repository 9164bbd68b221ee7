/**
 * Decides to which addresses a webhook may deliver: public ones, over HTTPS, and those that the operator names (`receiver-rules.ts`).
 *
 * Guarantees: any other address is allowed only if it is known to be public unicast; everything else is refused, also ranges that
 * are defined later. The checked address is the one that the URL standard reads from the text, and is the one connected to.
 * Not protected: a public address that leads into a private network (an open proxy, a router's port forwarding).
 */

import { promises as dns } from 'node:dns';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type AllowRule, type DenyRule, hostOf, isDenied, isNamed, isNamedAddress, portOf } from './receiver-rules';
import { MAX_URL_CHARACTERS } from './webhook.rules';

/** Names that never mean a public host (RFC 6761, 6762, 8375 and ICANN's name for private use). */
const PRIVATE_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1_024;
/** Unprivileged ports of databases, queues and consoles, at which nobody receives webhooks. */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5060, 5061, 5432, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6443,
  6665, 6666, 6667, 6668, 6669, 7000, 7001, 8086, 9042, 9092, 9160, 9200, 9300, 10250, 10255, 11211, 15672, 26379, 27017, 27018, 28017,
  50070,
]);

/** 2000::/3, all addresses given out so far. Mapped, compatible and translated IPv4 addresses are outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** @param address a literal, without brackets or zone */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

/** Whether the address is now one of this machine's own. */
export const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((own = []) => own.some((one) => bytesOf(one.address) === bytesOf(address)));

const bytesOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.parse(address).toByteArray().join() : null);

/** The host of a URL as an address literal without brackets, or null if it is a name. */
export function literalOf(url: URL): string | null {
  return ipaddr.isValid(hostOf(url)) ? hostOf(url) : null;
}

/**
 * Returns why an address can't be delivered to, as far as its text tells; null if it can. The addresses of a name are
 * checked when connecting.
 * @param allowInsecure also http:, private addresses and any port: for development and tests
 * @param allow receivers for which the same holds, because the operator names them
 */
export function problemWithUrl(text: string, allowInsecure: boolean, allow: readonly AllowRule[] = []): string | null {
  if (text.length > MAX_URL_CHARACTERS) return `expected at most ${MAX_URL_CHARACTERS} characters`;
  // The URL standard silently drops some of these: the stored text would differ from the checked one.
  if (/[\p{Cc}\s\\]/u.test(text)) return 'expected no spaces, control characters or backslashes';
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'expected an https:// URL';
  const url = new URL(text);
  const isFree = allowInsecure || isNamed(allow, url);
  if (!isFree && isNamed(allow, url, { anyPort: true }))
    return 'expected a port that WEBHOOK_ALLOW has: it has this name without this port';
  if (url.protocol !== 'https:' && !isFree) return 'expected an https:// URL';
  if (url.username !== '' || url.password !== '') return 'expected no user name or password';
  if (text.includes('#')) return 'expected no fragment';
  return isFree ? null : problemWithHost(url);
}

function problemWithHost(url: URL): string | null {
  const address = literalOf(url);
  if (address !== null && !isPublicAddress(address)) return FORBIDDEN_ADDRESS;
  if (address === null && !isPublicName(hostOf(url))) return 'expected a public host name';
  return isAllowedPort(url) ? null : 'expected port 443, or one from 1024 that no other kind of service is known for';
}

const FORBIDDEN_ADDRESS = 'expected a public address, not a private, local or reserved one';
const DENIED_ADDRESS = 'expected an address that this service may deliver to: its operator has ruled this one out';

/** Which addresses webhooks may reach. */
export interface TargetRules {
  /** Also allows http: and private addresses. */
  allowInsecure: boolean;
  /** The operator's rules against receivers, which hold even with `allowInsecure`. */
  deny?: readonly DenyRule[];
  /** Receivers that may be private, because the operator names them. */
  allow?: readonly AllowRule[];
  /** The service's own port: forbidden at this machine's addresses. */
  ownPort?: number | null;
  isOwn?: (address: string) => boolean;
}

/** Returns why nothing may be sent to one of a host's addresses; null if it may. @param address null: names and ports alone decide */
export function problemWithAddress(rules: TargetRules, url: URL, address: string | null, port = portOf(url)): string | null {
  const { allowInsecure, deny = [], allow = [], ownPort = null, isOwn = isOwnAddress } = rules;
  if (address !== null && !allowInsecure) {
    if (port === ownPort && isOwn(address)) return FORBIDDEN_ADDRESS;
    if (!isPublicAddress(address) && !isNamedAddress(allow, url, address)) return FORBIDDEN_ADDRESS;
  }
  return isDenied(deny, url, address) ? DENIED_ADDRESS : null;
}

function isPublicName(name: string): boolean {
  return name.includes('.') && !name.split('.').includes('') && !PRIVATE_NAME.test(name);
}

function isAllowedPort(url: URL): boolean {
  const port = portOf(url);
  return port === HTTPS_PORT || (port >= FIRST_UNPRIVILEGED_PORT && !SERVICE_PORTS.has(port));
}

/** All addresses of a name, or an error. */
export type Resolve = (hostname: string) => Promise<string[]>;

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Asks the name servers for A and AAAA records. The system's `getaddrinfo` runs in the few threads that compression also
 * needs, and a handful of slow names would block everything.
 */
export function createDnsResolver(): Resolve {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  };
}

/** Resolves the names that the operator has listed by the system, which may know them alone, and all others by `resolve`. */
export function createTargetResolver(allow: readonly AllowRule[], resolve: Resolve): Resolve {
  const listed = new Set(allow.map(({ host }) => host));
  return (hostname) => (listed.has(hostOf({ hostname })) ? resolveBySystem(hostname) : resolve(hostname));
}

/** Resolves also names that only this machine knows, like `localhost`: for few names, and for development and tests. */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
}
