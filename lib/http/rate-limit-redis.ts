/** The client of Redis is large, so it is loaded only where Redis is configured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, createCluster, createSentinel, type RedisClientOptions, type RedisClientType } from '@redis/client';
import type { Logger } from '../log/logger';
import { parseRedisAddress } from './redis-address';

/** A connection on which not even a ping gets a response is replaced. */
const REDIS_PING_MS = 2_000;
const REDIS_SILENCE_MS = 5_000;
const REDIS_RECONNECT_MAX_MS = 2_000;

/** The connection to one server, to the first of a group that sentinels watch, or to a cluster, as counting and operation use it. */
export type RedisCounters = Pick<RedisClientType, 'eval' | 'isReady'> & { destroy(): unknown };
type Client = RedisCounters & { connect(): Promise<unknown>; on(event: string, listener: (error?: unknown) => void): unknown };

/** Connects in the background and retries for ever; meanwhile each process counts the limits itself. */
export function connectRedis(url: string, log: Logger): RedisCounters {
  const client = createCounters(url, {
    disableOfflineQueue: true,
    pingInterval: REDIS_PING_MS,
    // The client's default doesn't reconnect after a timeout.
    socket: { socketTimeout: REDIS_SILENCE_MS, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, REDIS_RECONNECT_MAX_MS) },
  });
  let reported = false;
  const report = (err: unknown) => {
    if (!reported) log.warn({ err }, 'Redis is not reachable: rate limits are counted by each process');
    reported = true;
  };
  client.on('error', report);
  client.on('ready', () => {
    reported = false;
  });
  const closed = new AbortController();
  void connectUntilDone(client, report, closed.signal);
  return {
    eval: (...command) => client.eval(...command),
    get isReady() {
      return client.isReady;
    },
    destroy() {
      closed.abort();
      return client.destroy();
    },
  };
}

/** One server's client retries by itself. That of a group or a cluster fails when none of the named servers responds. */
async function connectUntilDone(client: Client, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      await sleep(REDIS_RECONNECT_MAX_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** @throws when there is no response */
export async function pingRedis(url: string, connectTimeoutMs: number): Promise<void> {
  const client = createCounters(url, { disableOfflineQueue: true, socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.eval('return 1', { keys: ['sealpaste:ping'], arguments: [] });
  } finally {
    await client.destroy();
  }
}

type ConnectOptions = Pick<RedisClientOptions, 'disableOfflineQueue' | 'pingInterval'> & {
  socket: { connectTimeout?: number; socketTimeout?: number; reconnectStrategy: false | ((retries: number) => number) };
};

function createCounters(url: string, options: ConnectOptions): Client {
  const address = parseRedisAddress(url);
  if (address === null || address.kind === 'server') return createClient({ ...options, url });
  const { kind, nodes, group, login } = address;
  const socket = { ...options.socket, ...(address.tls && { tls: true as const }) };
  const server = { ...options, ...login, socket };
  if (kind === 'cluster') return createCluster({ rootNodes: nodes.map((node) => ({ socket: node })), defaults: server });
  return createSentinel({
    name: group,
    sentinelRootNodes: nodes,
    nodeClientOptions: server,
    sentinelClientOptions: { socket },
    scanInterval: REDIS_PING_MS,
  });
}
