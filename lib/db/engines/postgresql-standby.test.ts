/** The rules of reading on a standby, with servers that say where they are in the log. A real pair is in e2e/http/standby.test.ts. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Row } from '../database';
import { createStandby } from './postgresql-standby';

const HELD: Row = { content: 'from the standby' };
let primary: Row;
let there: Row;
let isStandbyAway: boolean;
let standby: ReturnType<typeof createStandby>;

beforeEach(() => {
  vi.useFakeTimers();
  primary = { position: '1000', system: '7', timeline: 1 };
  there = { position: '1000', system: '7', timeline: 1 };
  isStandbyAway = false;
  standby = createStandby(
    async () => [primary],
    async (sql) => {
      if (isStandbyAway) throw new Error('away');
      return sql.includes('pg_last_wal_replay_lsn') ? [there] : [HELD];
    },
  );
});
afterEach(() => {
  standby.close();
  vi.useRealTimers();
});

const read = () => standby.read('SELECT content', []);
/** The first read begins the comparison. */
const begin = async (ms = 50) => {
  await read();
  await vi.advanceTimersByTimeAsync(ms);
};
/** Milliseconds until `settle` resolves. */
async function settling(ms: number): Promise<number> {
  const startedAt = performance.now();
  const settled = standby.settle().then(() => performance.now() - startedAt);
  await vi.advanceTimersByTimeAsync(ms);
  return settled;
}

it('a standby is read from the first proof that it is fresh on', async () => {
  expect(await read()).toEqual([]);
  await vi.advanceTimersByTimeAsync(50);
  expect(await read()).toEqual([HELD]);
});

it('a standby a little behind is read; one that stands still, for half a second', async () => {
  there.position = '900';
  await begin();
  expect(await read()).toEqual([]);
  for (let round = 0; round < 10; round++) {
    there = { ...there, position: String(1000 + round * 100) };
    primary = { ...primary, position: String(1100 + round * 100) };
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(await read()).toEqual([HELD]);
  primary = { ...primary, position: '5000' };
  await vi.advanceTimersByTimeAsync(600);
  expect(await read()).toEqual([]);
});

it.each([
  ['another cluster', { system: '8' }],
  ['another history', { timeline: 2 }],
  ['no primary', { position: null }],
])('a server that follows %s is never read', async (_, more) => {
  there = { ...there, position: '9999', ...more } as Row;
  await begin(1_000);
  expect(await read()).toEqual([]);
});

it('a standby that fails gives nothing, and is read again after the next proof', async () => {
  await begin();
  isStandbyAway = true;
  expect(await read()).toEqual([]);
  isStandbyAway = false;
  expect(await read()).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await read()).toEqual([HELD]);
});

it('a write is settled once the standby has replayed it', async () => {
  primary = { ...primary, position: '1200' };
  setTimeout(() => (there = { ...there, position: '1200' }), 60);
  expect(await settling(700)).toBeLessThan(100);
});

it.each(['stands still', 'is away'])('a write is settled when nobody reads a standby that %s any more', async (what) => {
  await begin();
  primary = { ...primary, position: '1200' };
  isStandbyAway = what === 'is away';
  expect(await settling(700)).toBeGreaterThanOrEqual(500);
  isStandbyAway = false;
  expect(await read()).toEqual([]);
});
