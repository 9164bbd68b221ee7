/**
 * Banned client addresses: served nothing but health checks.
 *
 * Guarantees: a check costs no query. A web process learns of a ban, or its end, with the first request that comes
 * REFRESH_MS after it; that request is still checked against the old list.
 * Not protected: a client with many addresses, and one behind a proxy if TRUST_PROXY is wrong.
 * SQL (decision 0041): idle.
 */
import ipaddr from 'ipaddr.js';
import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, numberOrNull, type Prisma, readClock } from '../db/database';
import { OperatorError } from '../errors/operator-error';
import { formatNetwork, isInNetwork, type Network, parseNetwork } from '../http/network';
import type { Logger } from '../log/logger';

/** Times in ms since 1970. */
export type Ban = Awaited<ReturnType<BansService['list']>>[number];

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

export function createBansService(db: Database, audit: AuditRecorder, log: Logger, clock: () => number = () => performance.now()) {
  const { prisma } = db;
  let networks: Network[] = [];
  let refreshedAt = 0;

  /** Reads the bans in force. Every web process does so every few seconds, in SQL, so that none loads the query compiler for that. */
  async function refresh(): Promise<void> {
    refreshedAt = clock();
    const rows = await db.read(`SELECT network FROM bans WHERE expires_at IS NULL OR expires_at > ${db.dialect.now}`);
    networks = rows.map((row) => ipaddr.parseCIDR(String(row.network)));
  }

  /** Finds bans in force. */
  async function find(more: Omit<Prisma.BanFindManyArgs, 'select' | 'omit'>) {
    const isInForce = { OR: [{ expiresAt: null }, { expiresAt: { gt: await readClock(db) } }] };
    const bans = await prisma.ban.findMany({ ...more, where: { ...isInForce, ...more.where } });
    return bans.map((ban) => ({ ...ban, createdAt: Number(ban.createdAt), expiresAt: numberOrNull(ban.expiresAt) }));
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
     * Bans a network, in place of an earlier ban of it.
     * @param text an address or a network (10.0.0.0/8)
     * @param forMs null: for ever
     * @param by the actor, for the audit
     * @throws OperatorError
     */
    async add(text: string, reason: string | null, forMs: number | null, by: Actor): Promise<string> {
      const network = networkToBan(text);
      const details = { ...(reason === null ? {} : { reason }), ...(forMs === null ? {} : { forMs }) };
      const nowMs = await readClock(db);
      const ban = { reason, createdAt: nowMs, expiresAt: forMs === null ? null : nowMs + forMs };
      await prisma.$transaction([
        prisma.ban.upsert({ where: { network }, create: { network, ...ban }, update: ban }),
        audit.entry({ by, action: 'ban.added', object: network, details }, nowMs),
      ]);
      return network;
    },
    /** @throws OperatorError when the network isn't banned */
    async remove(text: string, by: Actor): Promise<void> {
      const network = normalizeNetwork(text);
      const entry = audit.entry({ by, action: 'ban.lifted', object: network }, await readClock(db));
      if ((await changeRow(db, prisma.ban.delete({ where: { network } }), entry)) === null)
        throw new OperatorError(`ban: ${text} is not banned`);
    },
    /** The bans in force, the oldest first. */
    list: () => find({ orderBy: [{ createdAt: 'asc' }, { network: 'asc' }] }),
    /** A page of the bans, by network. @param after the last network of the previous page; '' for the first page */
    async listPage(limit: number, after: string) {
      // One row more than a page tells whether there is a next page.
      const found = await find({ where: { network: { gt: after } }, orderBy: { network: 'asc' }, take: limit + 1 });
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
