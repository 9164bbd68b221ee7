import { expect, test } from 'vitest';
import { type ManageEvent, type ManageState, reduce } from './manage-state';

const stateAfter = (...events: ManageEvent[]): ManageState => events.reduce(reduce, { phase: 'opening' } as ManageState);
const opened: ManageEvent = { type: 'opened', token: 't', expiresAt: 'e' };
const started: ManageEvent = { type: 'started' };

test('a token that was read is kept when the fragment, by then empty, is read again', () => {
  const ready = stateAfter(opened);
  expect(reduce(ready, { type: 'opened', token: null, expiresAt: 'e' })).toBe(ready);
});

test('without a token there is nothing to start', () => {
  expect(stateAfter({ type: 'opened', token: null, expiresAt: null }, started)).toEqual({ phase: 'no-token' });
});

test('one action at a time', () => {
  const working = stateAfter(opened, started);
  expect(reduce(working, started)).toBe(working);
});

test('a failure keeps the token and the expiry, for another try', () => {
  const failed = stateAfter(opened, started, { type: 'failed', problem: { code: 'offline' } });
  expect(failed).toEqual({
    phase: 'held',
    token: 't',
    expiresAt: 'e',
    isWorking: false,
    problem: { code: 'offline' },
    isExtended: false,
  });
});

test('an extension replaces the expiry', () => {
  expect(stateAfter(opened, started, { type: 'extended', expiresAt: 'later' })).toMatchObject({
    phase: 'held',
    expiresAt: 'later',
    isExtended: true,
  });
});
