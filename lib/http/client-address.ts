import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isTrustedProxy, type TrustedProxies } from './trusted-proxies';

/**
 * The client's address: the socket's, or the one that a trusted proxy tells.
 *
 * With a number of proxies, the client is that entry of X-Forwarded-For, counted from the right: the address that the
 * outermost proxy saw. With networks, the client is the first entry from the right that is in none of them, and the
 * header counts only on a connection from one of them. A client may invent the entries further left. An entry that is
 * no address ends the search, and the client is then the proxy to its right.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: TrustedProxies,
): string | null {
  const direct = normalize(socketAddress);
  if (trustedProxies === 0 || forwardedFor === undefined) return direct;
  const entries = forwardedFor.split(',');
  if (typeof trustedProxies === 'number') return normalize(entries[entries.length - trustedProxies]?.trim()) ?? direct;
  let client = direct;
  while (entries.length > 0 && isTrustedProxy(trustedProxies, client)) {
    const before = normalize(entries.pop()?.trim());
    if (before === null) break;
    client = before;
  }
  return client;
}

/**
 * The identity that a connection counts against before it has sent a request: its address, or nobody for a proxy, which
 * carries the requests of many.
 */
export function connectionAddress(socketAddress: string | undefined, trustedProxies: TrustedProxies): string | null {
  const direct = normalize(socketAddress);
  if (typeof trustedProxies === 'number') return trustedProxies === 0 ? direct : null;
  return isTrustedProxy(trustedProxies, direct) ? null : direct;
}

/** One spelling for each address, IPv4-mapped ones as IPv4; a port some proxies add is dropped. */
function normalize(address: string | undefined): string | null {
  if (address === undefined) return null;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  const withoutZone = bare.split('%')[0] ?? bare;
  if (isIP(withoutZone) === 4) return withoutZone;
  return isIP(withoutZone) === 6 ? ipaddr.process(withoutZone).toString() : null;
}

/**
 * The identity that a rate limit counts: an IPv4 address, or an IPv6 /64, which is one household's.
 * Requests whose address isn't known share one identity.
 */
export function limitIdentity(address: string | null): string {
  if (address === null) return 'unknown';
  if (isIP(address) !== 6) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
