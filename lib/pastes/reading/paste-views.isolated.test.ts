import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectingLogger } from '../../testing/loggers';
import { createViewCounter } from './paste-views';

/** Longer than the time between two writes of views. */
const ROUND_MS = 1_100;

interface Write {
  views: Record<string, number>;
  /** The pastes of whose reads it tells. */
  read: string[];
  /** Adds them to the table and returns the counts, as the database does. */
  succeed(): void;
  fail(): void;
}

/** A table of view counts whose writes end when the test says so. */
function createTable() {
  const rows = new Map<string, number>();
  const open: Write[] = [];
  let writes = 0;

  function addViews(views: ReadonlyMap<string, number>, read: ReadonlySet<string>): Promise<Map<string, number>> {
    writes += 1;
    return new Promise((resolve, reject) => {
      open.push({
        views: Object.fromEntries(views),
        read: [...read],
        succeed() {
          const stored = new Map<string, number>();
          for (const [publicId, added] of views) {
            const row = rows.get(publicId);
            if (row === undefined) continue;
            rows.set(publicId, row + added);
            stored.set(publicId, row + added);
          }
          resolve(stored);
        },
        fail: () => reject(new Error('the database is locked')),
      });
    });
  }

  const { log, lines: failures } = collectingLogger();
  const counter = createViewCounter(addViews, log);
  return {
    rows,
    failures,
    open,
    writes: () => writes,
    /** Counts a reader's view on the row as it is now. */
    view: (publicId: string) => counter.count(publicId, rows.get(publicId) ?? 0, false),
    /** Counts a reader's view of a paste with an owner. */
    viewOwned: (publicId: string) => counter.count(publicId, rows.get(publicId) ?? 0, true),
    tell: counter.noteRead,
    flush: counter.flush,
    /** Ends the oldest write under way. */
    async end(how: 'succeed' | 'fail' = 'succeed') {
      const write = open.shift();
      if (!write) throw new Error('expected a write under way');
      write[how]();
      await vi.advanceTimersByTimeAsync(0);
      return write.views;
    },
  };
}

const round = () => vi.advanceTimersByTimeAsync(ROUND_MS);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  // No timer is left that would run for ever.
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  vi.useRealTimers();
});

describe('numbers', () => {
  it('are given without gaps, before anything is written', () => {
    const { rows, view, writes } = createTable();
    rows.set('a', 7);
    rows.set('b', 0);
    expect([view('a'), view('a'), view('b'), view('a'), view('b')]).toEqual([8, 9, 1, 10, 2]);
    expect(writes()).toBe(0);
  });

  it('include what other processes have added', async () => {
    const { rows, view, end } = createTable();
    rows.set('a', 0);
    view('a');
    await round();
    rows.set('a', 10);
    await end();
    expect(rows.get('a')).toBe(11);
    expect(view('a')).toBe(12);
  });

  it('are right for a reader whose row was read just before the write', async () => {
    const { rows, view, end } = createTable();
    rows.set('a', 0);
    view('a');
    await round();
    const rowReadBefore = rows.get('a');
    await end();
    expect(rowReadBefore).toBe(0);
    expect(view('a')).toBe(2);
  });
});

describe('writes', () => {
  it('hold all views of a moment together', async () => {
    const { rows, view, end, writes } = createTable();
    for (const publicId of ['a', 'b', 'c']) rows.set(publicId, 0);
    for (const publicId of ['a', 'b', 'a', 'c', 'a']) view(publicId);
    await round();
    expect(writes()).toBe(1);
    expect(await end()).toEqual({ a: 3, b: 1, c: 1 });
  });

  it('of one slow database never overlap: no view is written twice', async () => {
    const { rows, view, end, open } = createTable();
    rows.set('a', 0);
    view('a');
    await round();
    view('a');
    await round();
    view('a');
    await round();
    expect(open).toHaveLength(1);
    while (open.length > 0) {
      await end();
      await round();
    }
    expect(rows.get('a')).toBe(3);
    expect(view('a')).toBe(4);
  });

  it('for a paste that has gone are not repeated', async () => {
    const { view, end, open } = createTable();
    expect(view('gone')).toBe(1);
    await round();
    await end();
    await round();
    await round();
    expect(open).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('reads that an owner may be told of', () => {
  it('are written with the views, each paste once, also those that count no view', async () => {
    const { rows, view, viewOwned, tell, end, open } = createTable();
    for (const publicId of ['a', 'b', 'c']) rows.set(publicId, 0);
    view('a');
    for (const publicId of ['b', 'b']) viewOwned(publicId);
    tell('c');
    await round();
    expect(open[0]).toMatchObject({ views: { a: 1, b: 2 }, read: ['b', 'c'] });
    await end();
  });

  it('are told by the next write when one fails, and then no more', async () => {
    const { tell, end, open } = createTable();
    tell('a');
    await round();
    await end('fail');
    await round();
    expect(open[0]?.read).toEqual(['a']);
    await end();
    await round();
    expect(open).toHaveLength(0);
  });
});

describe('flushing', () => {
  it('ends even when the database does not come back, and says so', async () => {
    const { rows, view, end, flush, failures } = createTable();
    rows.set('a', 0);
    view('a');
    const flushed = flush();
    await vi.advanceTimersByTimeAsync(0);
    await end('fail');
    await flushed;
    expect(failures).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('with nothing to write asks nobody', async () => {
    const { flush, writes } = createTable();
    await flush();
    expect(writes()).toBe(0);
  });
});

it('views flushed in any order, despite failures, add up and number each view once', async () => {
  let state = 42;
  const below = (end: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  for (let run = 0; run < 60; run++) {
    const { rows, view, end, open, flush } = createTable();
    const ids = ['a', 'b', 'c'];
    const given = new Map(ids.map((id) => [id, [] as number[]]));
    const byOthers = new Map(ids.map((id) => [id, 0]));
    for (const id of ids) rows.set(id, 0);
    for (let step = 0; step < 80; step++) {
      const id = ids[below(3)] as string;
      const action = below(8);
      if (action < 4) given.get(id)?.push(view(id));
      else if (action === 4) await round();
      else if (action === 5 && open.length > 0) await end('succeed');
      else if (action === 6 && open.length > 0) await end('fail');
      else if (action === 7) {
        rows.set(id, (rows.get(id) ?? 0) + 1);
        byOthers.set(id, (byOthers.get(id) ?? 0) + 1);
      }
    }
    const flushed = flush();
    await vi.advanceTimersByTimeAsync(0);
    while (open.length > 0) await end();
    await flushed;
    for (const id of ids) {
      const numbers = given.get(id) ?? [];
      expect(rows.get(id)).toBe(numbers.length + (byOthers.get(id) ?? 0));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  }
});
