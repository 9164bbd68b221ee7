/**
 * Networks from which pastes are read: those of the host (READ_NETWORKS) and those of the paste (`readableFrom`).
 *
 * Guarantees: for a client outside of them, a paste looks as if it weren't there, whatever asks for it. A client whose address
 * is not known is outside. Nobody who can change the database can add a network to a paste: its content's key is bound to them.
 * Not protected: the address is as true as TRUST_PROXY. Whoever reads inside can pass the text on.
 */
import ipaddr from 'ipaddr.js';
import { ValidationError } from '../../http/errors';
import { formatNetwork, isInNetwork, type Network, parseNetwork } from '../../http/network';
import type { PasteOptions } from '../paste-options.rules';

type Networked = Pick<PasteOptions, 'readableFrom'>;

/** The networks of a host; null: everywhere. */
export type HostNetworks = readonly Network[] | null;

/** @param address null when it isn't known */
export function isWithinNetworks(networks: HostNetworks, address: string | null): boolean {
  if (networks === null) return true;
  if (address === null) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => isInNetwork(parsed, network));
}

/** Whether the paste may be read from this address. @param host networks of the host */
export function isReadableFrom(host: HostNetworks, { readableFrom }: Networked, address: string | null): boolean {
  return isWithinNetworks(host, address) && (readableFrom === null || isWithinNetworks(readableFrom.map(networkOf), address));
}

function networkOf(text: string): Network {
  const network = parseNetwork(text);
  if (network === null) throw new Error('expected a network in the row of a paste');
  return network;
}

/** One spelling for each network: its first address and the length of its prefix. @throws ValidationError naming the wrong ones */
export function normalizeNetworks(texts: string[] | null): string[] | null {
  if (texts === null) return null;
  const networks = texts.map(parseNetwork);
  const wrong = networks.flatMap((network, index) => (network === null ? [String(index)] : []));
  const message = 'expected an address or a network, like 192.0.2.1, 192.0.2.0/24 or 2001:db8::/64';
  if (wrong.length > 0) throw new ValidationError(wrong.map((index) => ({ path: ['readableFrom', index], message })));
  return [...new Set((networks as Network[]).map(formatNetwork))];
}

/** Lengths of the prefixes that a site of private addresses, or of IPv6, usually has. */
const SITE_BITS = { ipv4: 24, ipv6: 64 } as const;

/**
 * The network to suggest to a client for its own pastes. A public IPv4 address stands alone: its neighbours are strangers.
 * @param address null when it isn't known @returns null for that, and for this machine, where a proxy may have connected
 */
export function networkAround(address: string | null): string | null {
  if (address === null) return null;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return null;
  return formatNetwork([parsed, parsed.kind() === 'ipv4' && range !== 'private' ? 32 : SITE_BITS[parsed.kind()]]);
}
