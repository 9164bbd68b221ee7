/** Requests of readers who wait are held and let go. In place of the database a variable says whether they still wait. */
import { expect, it } from 'vitest';
import { newToken } from '../../testing/credentials';
import { createHold, preferredWaitMs } from './paste-waits';

const MINUTE_MS = 60_000;

/** @param pollMs by default so long that nothing is looked up */
function setUp(pollMs = MINUTE_MS) {
  const database = { waits: true };
  const clients: AbortController[] = [];
  const holdRequest = createHold({ stillWaits: async () => database.waits }, pollMs);
  const hold = (clientAddress: string, isStopping = () => false) => {
    const client = new AbortController();
    clients.push(client);
    return holdRequest('paste', newToken(), { waitMs: MINUTE_MS, clientAddress, signal: client.signal, isStopping });
  };
  const leave = () => {
    for (const client of clients) client.abort();
  };
  return { database, hold, leave };
}

it('a held request goes when something is decided', async () => {
  const { database, hold } = setUp(1);
  let isHeld = true;
  const held = hold('192.0.2.1').then(() => (isHeld = false));
  await hold('192.0.2.2', () => true);
  expect(isHeld).toBe(true);
  database.waits = false;
  await held;
});

it('a request whose client has gone is not held any longer', async () => {
  const { hold, leave } = setUp();
  const held = hold('192.0.2.1');
  leave();
  await held;
});

it('a process holds 100 requests, ten of one address, and lets others ask again', async () => {
  const { hold, leave } = setUp();
  let left = 0;
  const leaving = () => (left += 1);
  const held = Array.from({ length: 10 }, () => hold('192.0.2.1').then(leaving));
  await hold('192.0.2.1');
  for (let address = 0; address < 90; address++) held.push(hold(`198.51.100.${address}`).then(leaving));
  await hold('192.0.2.2');
  expect(left).toBe(0);
  leave();
  await Promise.all(held);
});

it('a request that was let go gives its place to the next', async () => {
  const { database, hold, leave } = setUp(1);
  database.waits = false;
  await Promise.all(Array.from({ length: 10 }, () => hold('192.0.2.1')));
  database.waits = true;
  let isHeld = true;
  const held = hold('192.0.2.1').then(() => (isHeld = false));
  await hold('192.0.2.2', () => true);
  expect(isHeld).toBe(true);
  leave();
  await held;
});

it('nobody is held by a database that fails or a process that stops', async () => {
  const options = { waitMs: MINUTE_MS, clientAddress: null, signal: new AbortController().signal };
  const failing = createHold({ stillWaits: () => Promise.reject(new Error('gone')) }, 1);
  await failing('paste', newToken(), { ...options, isStopping: () => false });
  let looks = 0;
  const stopping = createHold({ stillWaits: async () => true }, 1);
  await stopping('paste', newToken(), { ...options, isStopping: () => (looks += 1) > 3 });
  expect(looks).toBe(4);
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
