/** Networks as operators write them: for bans, trusted proxies and addresses that no webhook may lead to. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address and the length of its prefix. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Length of the prefix ::ffff:0:0/96, under which IPv6 has the addresses of IPv4. */
const MAPPED_PREFIX = 96;

/**
 * Reads an address (192.0.2.1) or a network (192.0.2.0/24). IPv4-mapped ones become IPv4, the form in which addresses
 * are compared.
 * @returns null for anything else, such as a mapped address with a prefix below /96: `::ffff:1.2.3.4/8` isn't 1.0.0.0/8
 */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits <= most)) return null;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4 || !parsed.isIPv4MappedAddress()) return [parsed, bits];
  return bits >= MAPPED_PREFIX ? [parsed.toIPv4Address(), bits - MAPPED_PREFIX] : null;
}

/** One spelling for each network: its first address and the length of its prefix. */
export function formatNetwork([address, bits]: Network): string {
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** @param address in one spelling: IPv4 never mapped into IPv6 */
export function isInNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
