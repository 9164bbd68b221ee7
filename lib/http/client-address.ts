import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isTrustedProxy, type TrustedProxies } from './trusted-proxies';

/**
 * The client's address: the socket's, or the one that a trusted proxy tells.
 *
 * Each proxy in a row adds the address that it saw to X-Forwarded-For, on the right, or replaces the header by it. So the
 * client is the entry that the outermost proxy wrote, counted from the right by the number of proxies. A client may invent
 * the entries further left. With networks of proxies, an entry counts only when the connection, or the entry to its right,
 * comes from one of them. An entry that is no address ends the search, and the client is then the proxy behind it. With a
 * number alone, every connection to the port is believed.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  { hops, networks }: TrustedProxies,
): string | null {
  const direct = normalize(socketAddress);
  if (hops === 0 || forwardedFor === undefined) return direct;
  const entries = forwardedFor.split(',');
  if (networks === null) return normalize(entries[entries.length - hops]?.trim()) ?? direct;
  let client = direct;
  for (let left = hops; left > 0 && isTrustedProxy(networks, client); left--) {
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
export function connectionAddress(socketAddress: string | undefined, { hops, networks }: TrustedProxies): string | null {
  const direct = normalize(socketAddress);
  if (hops === 0) return direct;
  return networks === null || isTrustedProxy(networks, direct) ? null : direct;
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
