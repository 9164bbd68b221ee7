/** Requests of readers who wait are held and let go. The database is a set of those who still wait. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { heldKey } from './paste-waiting.repository';
import { createWaits, preferredWaitMs } from './paste-waits';

const MINUTE_MS = 60_000;

function setUp(pollMs = MINUTE_MS) {
  const claim = randomBytes(32);
  const waiting = new Set([heldKey('paste', claim)]);
  const asked: string[][] = [];
  const waits = createWaits(
    {
      stillWaiting: async (ids) => {
        asked.push([...ids]);
        return waiting;
      },
    },
    pollMs,
  );
  const hold = (clientAddress: string, signal?: AbortSignal) =>
    waits.hold('paste', claim, { waitMs: MINUTE_MS, clientAddress, ...(signal && { signal }) });
  return { waiting, asked, waits, hold };
}

it('all held requests share one query, and go when something is decided', async () => {
  const { waiting, asked, waits, hold } = setUp();
  const held = [hold('192.0.2.1'), hold('192.0.2.2'), hold('192.0.2.3')];
  await waits.runOnce();
  expect([waits.held(), asked]).toEqual([3, [['paste']]]);
  waiting.clear();
  await waits.runOnce();
  await Promise.all(held);
  expect(waits.held()).toBe(0);
});

it('a request whose client has gone is not held any longer', async () => {
  const { waits, hold } = setUp();
  const gone = new AbortController();
  const held = hold('192.0.2.1', gone.signal);
  gone.abort();
  await held;
  await hold('192.0.2.1', gone.signal);
  expect(waits.held()).toBe(0);
});

it('a process holds 100 requests, ten of one address, and lets others ask again', async () => {
  const { waiting, waits, hold } = setUp();
  const held = Array.from({ length: 10 }, () => hold('192.0.2.1'));
  await hold('192.0.2.1');
  expect(waits.held()).toBe(10);
  for (let address = 0; address < 90; address++) held.push(hold(`198.51.100.${address}`));
  await hold('192.0.2.2');
  expect(waits.held()).toBe(100);
  waiting.clear();
  await waits.runOnce();
  await Promise.all(held);
});

it('nobody is held by a database that fails or a process that stops', async () => {
  const failing = createWaits({ stillWaiting: async () => Promise.reject(new Error('gone')) }, 1);
  await failing.hold('paste', randomBytes(32), { waitMs: MINUTE_MS, clientAddress: null });
  const stopping = createWaits({ stillWaiting: async () => new Set() }, 1);
  await stopping.hold('paste', randomBytes(32), { waitMs: MINUTE_MS, clientAddress: null, isStopping: () => true });
  expect([failing.held(), stopping.held()]).toEqual([0, 0]);
});

it.each([
  ['wait=25', 25_000],
  ['respond-async, wait=7', 7_000],
  ['wait=90', 25_000],
  ['wait=-1', 0],
  ['await=5', 0],
  [null, 0],
])('the preference %s is a wait of %i ms', (prefer, ms) => {
  expect(preferredWaitMs(prefer)).toBe(ms);
});
