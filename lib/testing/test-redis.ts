import { createClient, type RedisClientType } from '@redis/client';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Address of a Redis to test with; null where none is reachable (in CI it must be). Tests share it and need keys of their own. */
export const redisUrl: string | null = (await isReachable()) ? REDIS_URL : null;

/** A connected client that gives up at once when the server has gone. */
export async function connectTestRedis(url: string): Promise<RedisClientType> {
  const client: RedisClientType = createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: false } });
  // A lost connection makes the next query fail, which is enough: without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function isReachable(): Promise<boolean> {
  try {
    const client = await connectTestRedis(REDIS_URL);
    client.destroy();
    return true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.info('Redis is not reachable: rate limits are tested without it (TEST_REDIS_URL)');
    return false;
  }
}
