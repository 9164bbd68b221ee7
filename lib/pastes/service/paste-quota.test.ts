/** The limit on all that is stored, with a clock and a database that the tests control. */
import { describe, expect, it, vi } from 'vitest';
import { StorageFullError } from './limits.errors';
import { createOwnerQuotas, createQuota, type Quota } from './paste-quota';

const MAX_BYTES = 1_000;
/** The least time between two measurements. */
const INTERVAL_MS = 10_000;

/** The quota with two short calls that most tests use. */
function simple(quota: Quota) {
  return {
    ...quota,
    /** Throws when so much wouldn't fit. */
    async check(amount: number): Promise<void> {
      const reservation = quota.reserve();
      await reservation.grow(amount);
      reservation.release();
    },
    /** Reserves and stores so much. */
    async add(amount: number): Promise<void> {
      const reservation = quota.reserve();
      await reservation.grow(amount);
      reservation.keep();
    },
  };
}

/** A database that holds `stored` bytes, and responds when the test lets it if it is slow. */
function setUp(stored: number) {
  const state = {
    now: 0,
    stored,
    measured: 0,
    failure: null as Error | null,
    /** Pauses under way; null: none ever ends. */
    pauses: null as { ms: number; end(): void }[] | null,
  };
  const pause = (ms: number) => new Promise<void>((end) => void state.pauses?.push({ ms, end }));
  let release: (() => void) | undefined;
  let isSlow = false;
  async function measure(): Promise<number> {
    state.measured += 1;
    if (isSlow)
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    if (state.failure) throw state.failure;
    return state.stored;
  }
  return {
    state,
    quota: simple(
      createQuota({
        max: MAX_BYTES,
        measure,
        refusal: () => new StorageFullError(MAX_BYTES),
        clock: () => state.now,
        pause,
      }),
    ),
    slowDown: () => {
      isSlow = true;
    },
    /** Ends the measurement under way. */
    answer: () => {
      if (!release) throw new Error('expected a measurement under way');
      release();
    },
  };
}

describe('the limit on all that is stored', () => {
  it.each([
    ['a byte below it', MAX_BYTES - 1, 1],
    ['exactly what is left', 400, 600],
    ['nothing, when it is full', MAX_BYTES, 0],
  ])('admits %s', async (_, stored, bytes) => {
    await expect(setUp(stored).quota.check(bytes)).resolves.toBeUndefined();
  });

  it.each([
    ['a byte when it is full', MAX_BYTES, 1],
    ['a byte more than is left', 400, 601],
    ['a byte when it was lowered below what is stored', MAX_BYTES + 500, 1],
  ])('refuses %s, and names itself', async (_, stored, bytes) => {
    const refusal = await setUp(stored)
      .quota.check(bytes)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StorageFullError);
    expect(refusal).toMatchObject({ status: 507, options: { details: [{ message: expect.stringContaining(`${MAX_BYTES} bytes`) }] } });
  });
});

describe('what is arriving', () => {
  it('counts from its first byte, before anything of it is stored', async () => {
    const { quota, state } = setUp(0);
    const [one, other] = [quota.reserve(), quota.reserve()];
    await one.grow(400);
    await other.grow(400);
    await one.grow(200);
    await expect(other.grow(1)).rejects.toThrow(StorageFullError);
    await expect(quota.reserve().grow(1)).rejects.toThrow(StorageFullError);
    expect(state.measured).toBe(1);
  });

  it('is given back when it is given up, once', async () => {
    const { quota } = setUp(0);
    const one = quota.reserve();
    await one.grow(600);
    one.release();
    one.release();
    await quota.check(MAX_BYTES);
    await expect(quota.check(MAX_BYTES + 1)).rejects.toThrow(StorageFullError);
  });

  it('stays counted when it is stored: giving it back then does nothing', async () => {
    const { quota } = setUp(0);
    const one = quota.reserve();
    await one.grow(600);
    one.keep();
    one.release();
    await quota.check(400);
    await expect(quota.check(401)).rejects.toThrow(StorageFullError);
  });

  it('takes nothing when it was given up while it had to wait', async () => {
    const { quota, slowDown, answer } = setUp(0);
    slowDown();
    const one = quota.reserve();
    const growing = one.grow(600);
    one.release();
    answer();
    await growing;
    await quota.check(MAX_BYTES);
  });

  it('shares the room that a measurement finds: of two that wait for it, one gets it', async () => {
    const { quota, slowDown, answer } = setUp(400);
    slowDown();
    const growing = [quota.reserve().grow(600), quota.reserve().grow(600)];
    answer();
    expect((await Promise.allSettled(growing)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('an upload stored during a measurement that may miss it counts all the same', async () => {
    const { quota, state, slowDown, answer } = setUp(0);
    const one = quota.reserve();
    await one.grow(600);
    state.now = INTERVAL_MS;
    slowDown();
    await quota.check(1);
    one.keep();
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(quota.check(401)).rejects.toThrow(StorageFullError);
  });
});

describe('quotas of owners', () => {
  it('are one for each, measured once, until a thousand others have asked since', async () => {
    const created: number[] = [];
    const quotaOf = createOwnerQuotas((ownerId) => {
      created.push(ownerId);
      return createQuota({ max: 1, measure: async () => 0, refusal: () => new StorageFullError(1) });
    });
    await quotaOf(1).reserve().grow(1);
    await expect(quotaOf(1).reserve().grow(1)).rejects.toThrow(StorageFullError);
    await quotaOf(2).reserve().grow(1);
    for (let ownerId = 3; ownerId <= 1_000; ownerId++) quotaOf(ownerId);
    quotaOf(1);
    quotaOf(1_001);
    quotaOf(1);
    expect(created).toHaveLength(1_001);
    quotaOf(2);
    expect(created).toHaveLength(1_002);
  });
});

describe('measuring what is stored', () => {
  it('is awaited by the first requests, all together by one measurement', async () => {
    const { quota, state, slowDown, answer } = setUp(MAX_BYTES);
    slowDown();
    const asked = Promise.allSettled([quota.check(1), quota.check(1), quota.check(1)]);
    answer();
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(state.measured).toBe(1);
  });

  it('takes place again ten seconds later, and not a millisecond before', async () => {
    const { quota, state } = setUp(0);
    await quota.check(1);
    state.now = INTERVAL_MS - 1;
    await quota.check(1);
    expect(state.measured).toBe(1);
    state.now = INTERVAL_MS;
    await quota.check(1);
    expect(state.measured).toBe(2);
  });

  it('takes at most a hundredth of the time', async () => {
    const { quota, state, slowDown, answer } = setUp(0);
    slowDown();
    const asked = quota.check(1);
    state.now = 500;
    answer();
    await asked;
    state.now = 500 + 50_000 - 1;
    await quota.check(1);
    expect(state.measured).toBe(1);
    state.now += 1;
    await quota.check(1);
    expect(state.measured).toBe(2);
  });

  it('keeps no request waiting that fits by the last known sum', async () => {
    const { quota, state, slowDown } = setUp(0);
    await quota.check(1);
    state.now = INTERVAL_MS;
    slowDown();
    await quota.check(1);
    expect(state.measured).toBe(2);
  });

  it('is awaited by who would be refused: space that became free is given', async () => {
    const { quota, state } = setUp(MAX_BYTES);
    await expect(quota.check(1)).rejects.toThrow(StorageFullError);
    state.stored = 0;
    await expect(quota.check(1)).rejects.toThrow(StorageFullError);
    state.now = INTERVAL_MS;
    await quota.check(1);
  });
});

describe('a sum that fails', () => {
  const failure = new Error('the database is locked');

  it('refuses nobody who fits by the sum before, and is tried again later', async () => {
    const { quota, state } = setUp(0);
    await quota.check(1);
    state.failure = failure;
    state.now = INTERVAL_MS;
    await quota.check(1);
    await quota.check(1);
    expect(state.measured).toBe(2);
    state.now = 2 * INTERVAL_MS;
    await quota.check(1);
    expect(state.measured).toBe(3);
  });

  it('is passed on to who would be refused by the sum before it', async () => {
    const { quota, state } = setUp(MAX_BYTES);
    await expect(quota.check(1)).rejects.toThrow(StorageFullError);
    state.failure = failure;
    state.now = INTERVAL_MS;
    await expect(quota.check(1)).rejects.toBe(failure);
  });

  it('an unknown sum of stored bytes refuses nobody and is tried again in ten seconds', async () => {
    const { quota, state } = setUp(MAX_BYTES);
    state.failure = failure;
    await quota.check(1);
    await quota.check(1);
    expect(state.measured).toBe(1);
    state.failure = null;
    state.now = INTERVAL_MS;
    await expect(quota.check(1)).rejects.toThrow(StorageFullError);
    expect(state.measured).toBe(2);
  });

  it('a slow sum of stored bytes delays first requests by two seconds, refusing none', async () => {
    const { quota, state, slowDown, answer } = setUp(MAX_BYTES);
    slowDown();
    state.pauses = [];
    const asked = quota.check(1);
    expect(state.pauses?.map(({ ms }) => ms)).toEqual([2_000]);
    state.pauses?.[0]?.end();
    await asked;
    // Nobody waits a second time for the same measurement.
    await quota.check(1);
    expect(state.pauses).toHaveLength(1);
    answer();
    await vi.waitFor(() => expect(quota.check(1)).rejects.toThrow(StorageFullError));
  });
});
