// @ts-check
/**
 * The cost of sending alone: the same requests by the same HTTP client, each on its own connection, from memory, with
 * nothing recorded.
 *
 *   node webhook-reference.mjs URL COUNT BODY
 */
import { Client } from 'undici';

/** The most attempts that a worker has under way for one receiver. */
const CONCURRENCY = 19;

const [target = '', count = '0', body = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(target);
let left = Number(count);

async function sendSome() {
  while (left > 0) {
    left -= 1;
    const client = new Client(origin);
    const response = await client.request({
      method: 'POST',
      path: pathname,
      body,
      reset: true,
      headers: { 'Content-Type': 'application/json' },
    });
    await response.body.dump();
    await client.destroy();
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: CONCURRENCY }, sendSome));
console.log((performance.now() - startedAt) / 1000);
