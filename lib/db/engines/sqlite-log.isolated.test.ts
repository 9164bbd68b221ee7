/** Counts the timers of the process, which other tests have too. */
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database';

it('the write-ahead log is no longer looked after once the database is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = await createTestDatabase('sqlite');
  try {
    const db = await database.open();
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await db.close();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  } finally {
    vi.useRealTimers();
    await database.drop();
  }
});
