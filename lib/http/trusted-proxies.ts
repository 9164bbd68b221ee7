/** The proxies that are trusted to tell the client's address: the value of TRUST_PROXY. */
import ipaddr from 'ipaddr.js';
import { isInNetwork, type Network, parseNetwork } from './network';

export interface TrustedProxies {
  /** Proxies that a request passes one after the other, each with an entry in X-Forwarded-For. 0: the header is ignored. */
  hops: number;
  /** Networks that the proxies connect from; null: anywhere. */
  networks: readonly Network[] | null;
}

const MAX_HOPS = 32;

/** IPv4 and IPv6 addresses of the machine itself: a client on another one can't have them. */
const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1/128'];

/**
 * Reads a number of proxies (`2`), their addresses and networks (`10.0.0.5,2001:db8::/120`, where `loopback` is this
 * machine), or both, the number first (`2,10.0.0.5,10.0.0.6`). Addresses without a number are one proxy in a row.
 * Commas or spaces stand between them.
 * @returns null for anything else
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const [first = '', ...rest] = text.trim().split(/\s*,\s*|\s+/);
  const isNumber = /^\d+$/.test(first);
  const hops = isNumber ? Number(first) : 1;
  if (hops > MAX_HOPS) return null;
  if (isNumber && rest.length === 0) return { hops, networks: null };
  if (hops === 0) return null;
  const networks = (isNumber ? rest : [first, ...rest]).flatMap((part) => (part === 'loopback' ? LOOPBACK : [part])).map(parseProxies);
  return networks.every((network) => network !== null) ? { hops, networks } : null;
}

/** Shortest prefix: a larger network would trust clients to tell their own addresses. */
function parseProxies(text: string): Network | null {
  const network = parseNetwork(text);
  return network !== null && network[1] > 0 ? network : null;
}

/** @param address in one spelling: IPv4 never mapped into IPv6 */
export function isTrustedProxy(networks: readonly Network[], address: string | null): boolean {
  if (address === null) return false;
  const parsed = ipaddr.parse(address);
  return networks.some((network) => isInNetwork(parsed, network));
}

/** How many addresses of other machines are in the networks, at most. */
export function countAddresses(networks: readonly Network[]): number {
  const loopback = LOOPBACK.map(parseNetwork).filter((network) => network !== null);
  const isLoopback = ([address, bits]: Network) => loopback.some((own) => bits >= own[1] && isInNetwork(address, own));
  return networks
    .filter((network) => !isLoopback(network))
    .reduce((sum, [address, bits]) => sum + 2 ** ((address.kind() === 'ipv4' ? 32 : 128) - bits), 0);
}
