import { expect, test } from 'vitest';
import { type EditorEvent, type EditorState, INITIAL_STATE, reduce } from './editor-state';

const stateAfter = (...events: EditorEvent[]): EditorState => events.reduce(reduce, INITIAL_STATE);
const typed: EditorEvent = { type: 'edited', edit: { text: 'a', textBytes: 1 } };

test.each([
  ['title-too-long', { title: 'b' }, { text: 'b', textBytes: 1 }],
  ['encryption-unavailable', { encrypt: false }, { text: 'b', textBytes: 1 }],
  ['sealed-too-large', { encrypt: false }, { title: 'b' }],
  ['unreachable', { text: 'b', textBytes: 1 }, { title: 'b' }],
] as const)('the problem %s stays until what it is about changes', (code, mends, doesNot) => {
  const failed = stateAfter(typed, { type: 'failed', problem: { code } });
  expect(reduce(failed, { type: 'edited', edit: mends })).toMatchObject({ problem: null });
  expect(reduce(failed, { type: 'edited', edit: doesNot })).toMatchObject({ problem: { code } });
});

test('events after a cancel change nothing, nor does clearing while a paste is made', () => {
  const sealing = stateAfter(typed, { type: 'submitted' });
  expect(reduce(sealing, { type: 'cleared' })).toBe(sealing);
  const cancelled = reduce(sealing, { type: 'cancelled', wasCreated: false });
  expect(reduce(cancelled, { type: 'progressed', sentBytes: 1, totalBytes: 2 })).toBe(cancelled);
});
