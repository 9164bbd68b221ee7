import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The client's address: the socket's, or, behind `trustedProxies` proxies, what the outermost of
 * them saw, which is that entry of X-Forwarded-For counted from the right. Entries further left are
 * the client's own words.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | undefined, trustedProxies: number): string | null {
  const direct = normalize(socketAddress);
  if (trustedProxies === 0 || forwardedFor === undefined) return direct;
  const entries = forwardedFor.split(',');
  return normalize(entries[entries.length - trustedProxies]?.trim()) ?? direct;
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
 * Whom a rate limit counts: an IPv4 address, or an IPv6 /64, which is what one household has.
 * Requests whose address isn't known share one identity.
 */
export function limitIdentity(address: string | null): string {
  if (address === null) return 'unknown';
  if (isIP(address) !== 6) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
