import { describe, expect, it } from 'vitest';
import { DiskFullError } from './limits.errors';
import { createDiskFloor } from './paste-storage-limits';

const MIN_FREE_BYTES = 1_000;

function setUp(free: number) {
  const state = { now: 0, free, looked: 0, failure: null as Error | null };
  const disk = createDiskFloor(
    MIN_FREE_BYTES,
    async () => {
      state.looked += 1;
      if (state.failure) throw state.failure;
      return state.free;
    },
    () => state.now,
  );
  return { state, check: async () => disk.check() };
}

describe('the floor of free disk', () => {
  it.each([
    [MIN_FREE_BYTES + 1, true],
    [MIN_FREE_BYTES, true],
    [MIN_FREE_BYTES - 1, false],
    [0, false],
  ])('with %s bytes free lets a paste in: %s', async (free, isLetIn) => {
    const { check } = setUp(free);
    if (isLetIn) await check();
    else await expect(check()).rejects.toMatchObject({ code: 'disk_full', status: 507, message: 'Insufficient Storage' });
  });

  it('is looked at again two seconds later, and not a millisecond before', async () => {
    const { state, check } = setUp(MIN_FREE_BYTES);
    await Promise.all([check(), check()]);
    state.free = 0;
    state.now = 1_999;
    await check();
    expect(state.looked).toBe(1);
    state.now = 2_000;
    await expect(check()).rejects.toThrow(DiskFullError);
    state.free = MIN_FREE_BYTES;
    await expect(check()).rejects.toThrow(DiskFullError);
    state.now = 4_000;
    await check();
    expect(state.looked).toBe(3);
  });

  it('refuses nobody where it cannot be known', async () => {
    const { state, check } = setUp(0);
    state.failure = new Error('ENOSYS');
    await check();
  });
});
