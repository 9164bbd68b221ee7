/** The proxies that are trusted to tell the client's address: the value of TRUST_PROXY. */
import ipaddr from 'ipaddr.js';
import { isInNetwork, type Network, parseNetwork } from './network';

/** A number of proxies in a row, or the networks that proxies are in. */
export type TrustedProxies = number | readonly Network[];

const MAX_PROXIES = 32;

/** Names for networks that most proxies are in. `private`: RFC 1918 and RFC 4193. */
const NAMED_NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** @returns null for anything but a number from 0 to 32 or a list of networks */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : null;
  const networks = text
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => NAMED_NETWORKS[part] ?? [part])
    .map(parseProxies);
  return networks.every((network) => network !== null) ? networks : null;
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
