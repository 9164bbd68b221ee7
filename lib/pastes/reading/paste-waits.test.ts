/** Requests of readers who wait are held and let go. In place of the database a variable says whether they still wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newToken } from '../../testing/credentials';
import { createHold, preferredWaitMs } from './paste-waits';

const MINUTE_MS = 60_000;

function setUp(pollMs = 1) {
  const state = { waits: true, isOver: false };
  const holdRequest = createHold({ stillWaits: async () => state.waits }, pollMs);
  const hold = (clientAddress: string) =>
    holdRequest('paste', newToken(), { waitMs: MINUTE_MS, clientAddress, isOver: () => state.isOver });
  return { state, hold };
}

it.each([{ waits: false }, { isOver: true }])('requests are held until one finds %j', async (change) => {
  const { state, hold } = setUp();
  let left = 0;
  const held = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => hold(address).then(() => (left += 1)));
  await sleep(10);
  expect(left).toBe(0);
  Object.assign(state, change);
  await Promise.all(held);
});

it('a process holds 100 requests, ten of one address, and then others', async () => {
  const { state, hold } = setUp();
  for (let round = 0; round < 2; round++) {
    state.waits = true;
    let left = 0;
    const leaving = () => (left += 1);
    const held = Array.from({ length: 10 }, () => hold('192.0.2.1').then(leaving));
    await hold('192.0.2.1');
    for (let address = 0; address < 90; address++) held.push(hold(`198.51.100.${address}`).then(leaving));
    await hold('192.0.2.2');
    expect(left).toBe(0);
    state.waits = false;
    await Promise.all(held);
  }
});

it('nobody is held by a database that fails, or longer than the wait', async () => {
  const failing = createHold({ stillWaits: () => Promise.reject(new Error('gone')) }, 1);
  await failing('paste', newToken(), { waitMs: MINUTE_MS, clientAddress: null, isOver: () => false });
  const hold = createHold({ stillWaits: async () => true }, MINUTE_MS);
  await hold('paste', newToken(), { waitMs: 5, clientAddress: null, isOver: () => false });
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
