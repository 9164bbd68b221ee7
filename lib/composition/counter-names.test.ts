/** Counters of a web process, and what they say about the people who are counted. */
import { expect, it } from 'vitest';
import { engines } from '../testing/test-database';
import { CLIENT_ADDRESS, openTestServices } from './testing/test-services';

it.skipIf(!engines.includes('postgresql'))('counters in the database hold no address, and differ between two limiters', async () => {
  const services = await openTestServices({ RATE_LIMIT_ANONYMOUS: '10' }, 'postgresql');
  try {
    for (const limiter of [services.limits.anonymous, services.limits.form, services.limits.anonymous])
      await limiter.consume(CLIENT_ADDRESS);
    const rows = await services.db.read('SELECT key, points FROM rate_limits ORDER BY key');
    expect(rows).toEqual([
      { key: expect.stringMatching(/^anonymous:[\w-]{22}$/), points: 2 },
      { key: expect.stringMatching(/^form:[\w-]{22}$/), points: 1 },
    ]);
    const [anonymous, form] = rows.map(({ key }) => String(key).split(':')[1]);
    expect(anonymous).not.toBe(form);
  } finally {
    await services.end();
  }
});
