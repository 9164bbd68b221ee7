import { expect, test } from 'vitest';
import { type ManageEvent, type ManageState, reduce } from './manage-state';

const stateAfter = (...events: ManageEvent[]): ManageState => events.reduce(reduce, { phase: 'opening' } as ManageState);
const opened: ManageEvent = { type: 'opened', token: 't', isOwner: false, expiresAt: 'e' };

test('a token that was read is kept when the fragment, by then empty, is read again', () => {
  const ready = stateAfter(opened);
  expect(reduce(ready, { type: 'opened', token: null, isOwner: false, expiresAt: 'e' })).toBe(ready);
});
