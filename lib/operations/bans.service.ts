/**
 * Banned client addresses: served nothing but health checks.
 *
 * Guarantees: a check costs no query. A web process learns of a ban, or its end, with the first request that comes
 * REFRESH_MS after it; that request is still checked against the old list.
 * Not protected: a client with many addresses, and one behind a proxy if TRUST_PROXY is wrong.
 */
import ipaddr from 'ipaddr.js';
import type { Actor } from '../audit/audit.rules';
import { OperatorError } from '../errors/operator-error';
import { formatNetwork, isInNetwork, type Network, parseNetwork } from '../http/network';
import type { Logger } from '../log/logger';
import type { BansRepository } from './bans.repository';

const REFRESH_MS = 5_000;
/**
 * Shortest prefixes of a ban: the blocks that IANA gives to one registry. A shorter prefix reaches several continents, and
 * most likely a digit is missing.
 */
const SHORTEST_PREFIX = { ipv4: 8, ipv6: 12 } as const;

export class NetworkTooLargeError extends OperatorError {
  override readonly name = 'NetworkTooLargeError';
}

export type BansService = ReturnType<typeof createBansService>;

export function createBansService(repository: BansRepository, log: Logger, clock: () => number = () => performance.now()) {
  let networks: Network[] = [];
  let refreshedAt = 0;

  async function refresh(): Promise<void> {
    refreshedAt = clock();
    networks = (await repository.listNetworks()).map((network) => ipaddr.parseCIDR(network));
  }

  return {
    refresh,
    count: () => networks.length,
    isBanned(address: string | null): boolean {
      if (clock() - refreshedAt >= REFRESH_MS)
        void refresh().catch((err: unknown) => log.warn({ err }, 'bans not read, the last known ones hold'));
      if (networks.length === 0 || address === null) return false;
      const parsed = ipaddr.process(address);
      return networks.some((network) => isInNetwork(parsed, network));
    },
    /**
     * @param network an address or a network (10.0.0.0/8)
     * @param forMs null: for ever
     * @param by the actor, for the audit
     * @throws OperatorError
     */
    async add(network: string, reason: string | null, forMs: number | null, by: Actor): Promise<string> {
      const normalized = networkToBan(network);
      await repository.put(normalized, reason, forMs, by);
      return normalized;
    },
    /** @throws OperatorError when the network isn't banned */
    async remove(network: string, by: Actor): Promise<void> {
      if (!(await repository.remove(normalizeNetwork(network), by))) throw new OperatorError(`ban: ${network} is not banned`);
    },
    list: () => repository.list(),
    /** A page of the bans. @param after the last network of the previous page; '' for the first page */
    async listPage(limit: number, after: string) {
      // One row more than a page tells whether there is a next page.
      const found = await repository.listPage(limit + 1, after);
      const bans = found.slice(0, limit);
      return { bans, next: found.length > limit ? (bans.at(-1)?.network ?? null) : null };
    },
  };
}

/** Whether a ban of the network would include the address. @throws OperatorError for a network that can't be banned */
export function isBannedBy(network: string, address: string | null): boolean {
  const banned = ipaddr.parseCIDR(networkToBan(network));
  return address !== null && isInNetwork(ipaddr.process(address), banned);
}

function networkToBan(text: string): string {
  const network = normalizeNetwork(text);
  const [address, bits] = ipaddr.parseCIDR(network);
  const shortest = SHORTEST_PREFIX[address.kind()];
  if (bits >= shortest) return network;
  const family = address.kind() === 'ipv4' ? 'IPv4' : 'IPv6';
  throw new NetworkTooLargeError(
    `ban: ${network} is too large, ${bits === 0 ? `everybody with an ${family} address` : `many countries`}: the shortest prefix is /${shortest} for ${family}`,
  );
}

/** @throws OperatorError */
function normalizeNetwork(text: string): string {
  const network = parseNetwork(text);
  if (network === null) throw new OperatorError('ban: expected an address or a network, like 192.0.2.1, 192.0.2.0/24 or 2001:db8::/64');
  return formatNetwork(network);
}
