/** The client of Redis is large, so it is loaded only where Redis is configured. */
import { createClient, type RedisClientType } from '@redis/client';
import type { Logger } from '../log/logger';

/** A connection on which not even a ping gets a response is replaced. */
const REDIS_PING_MS = 2_000;
const REDIS_SILENCE_MS = 5_000;
const REDIS_RECONNECT_MAX_MS = 2_000;

/** The connection, as counting and operation use it. */
export type RedisCounters = Pick<RedisClientType, 'eval' | 'isReady' | 'destroy'>;

/** Connects in the background and retries for ever; meanwhile each process counts the limits itself. */
export function connectRedis(url: string, log: Logger): RedisCounters {
  const client = createClient({
    url,
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
  // It rejects only when the client is destroyed meanwhile.
  void client.connect().catch(() => undefined);
  return client as unknown as RedisCounters;
}

/** @throws when there is no response */
export async function pingRedis(url: string, connectTimeoutMs: number): Promise<void> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.eval('return 1');
  } finally {
    client.destroy();
  }
}
