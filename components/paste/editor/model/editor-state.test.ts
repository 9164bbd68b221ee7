import { describe, expect, test } from 'vitest';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { type EditorEvent, type EditorState, INITIAL_STATE, reduce } from './editor-state';

const PASTE = {
  link: 'l',
  manageLink: null,
  publicId: '',
  manageToken: null,
  expiresAt: null,
  isE2ee: true,
  burnAfterRead: false,
  hasPassword: false,
  maxReads: null,
};
const PROBLEM = { code: 'unreachable' } as const;

const stateAfter = (...events: EditorEvent[]): EditorState => events.reduce(reduce, INITIAL_STATE);
const typed: EditorEvent = { type: 'edited', edit: { text: 'a', textBytes: 1 } };
const submitted: EditorEvent = { type: 'submitted' };
const offered: EditorEvent = { type: 'file-offered', name: 'a.rs' };
const taken = (content: Blob = new File(['x'], 'a.rs')): EditorEvent => ({
  type: 'file-taken',
  attachment: { content, name: 'a.rs', beginning: 'x' },
  syntax: 'rust',
});

function draftOf(state: EditorState) {
  if (state.phase === 'created') throw new Error('expected a draft');
  return state.draft;
}

describe('submitting', () => {
  test('nothing is refused', () => {
    expect(stateAfter(submitted)).toMatchObject({ phase: 'writing', problem: { code: 'empty' } });
  });

  test.each([
    [MAX_CONTENT_BYTES, 'sealing'],
    [MAX_CONTENT_BYTES + 1, 'writing'],
  ])('%i bytes lead to %s', (textBytes, phase) => {
    expect(stateAfter({ type: 'edited', edit: { text: 'a', textBytes } }, submitted).phase).toBe(phase);
  });

  test.each([
    [255, 'sealing'],
    [256, 'writing'],
  ])('a title of %i code points leads to %s', (length, phase) => {
    expect(stateAfter(typed, { type: 'edited', edit: { title: '😀'.repeat(length) } }, submitted).phase).toBe(phase);
  });

  test('a failure and a cancel keep the whole draft', () => {
    const draft = draftOf(stateAfter(typed, submitted));
    expect(stateAfter(typed, submitted, { type: 'failed', problem: PROBLEM })).toMatchObject({ phase: 'writing', draft, problem: PROBLEM });
    expect(stateAfter(typed, submitted, { type: 'cancelled', wasCreated: false })).toMatchObject({
      phase: 'writing',
      draft,
      notice: 'cancelled',
    });
  });

  test('events after a cancel change nothing', () => {
    const cancelled = stateAfter(typed, submitted, { type: 'cancelled', wasCreated: false });
    expect(reduce(cancelled, { type: 'progressed', sentBytes: 1, totalBytes: 2 })).toBe(cancelled);
    expect(reduce(cancelled, { type: 'created', paste: PASTE })).toBe(cancelled);
  });

  test('a created paste keeps its draft until its link is taken; another starts empty', () => {
    const created = stateAfter(typed, submitted, { type: 'created', paste: PASTE });
    expect(created).toMatchObject({ phase: 'created', paste: PASTE, isTaken: false, draft: { text: 'a' } });
    expect(reduce(reduce(created, { type: 'link-taken' }), { type: 'returned' })).toEqual(INITIAL_STATE);
    expect(reduce(created, { type: 'restarted' })).toBe(INITIAL_STATE);
  });
});

describe('a file', () => {
  test('replaces another one, with its title', () => {
    const second = taken(new File(['y'], 'b.rs'));
    expect(draftOf(stateAfter(offered, taken(), offered, second)).title).toBe('b.rs');
  });

  test('a text can be written while it is looked at', () => {
    expect(stateAfter(offered, typed)).toMatchObject({ phase: 'reading', draft: { text: 'a' } });
  });

  test('its language is not guessed anew from the text', () => {
    expect(draftOf(stateAfter(offered, taken(), { type: 'syntax-guessed', syntax: 'go', of: null })).guessedSyntax).toBe('rust');
  });

  test('a chosen language stays beside the one that was guessed of it', () => {
    const draft = draftOf(stateAfter({ type: 'edited', edit: { chosenSyntax: 'zig' } }, offered, taken()));
    expect([draft.chosenSyntax, draft.guessedSyntax]).toEqual(['zig', 'rust']);
  });
});

describe('a problem stays until what it is about changes', () => {
  const failed = (code: 'title-too-long' | 'encryption-unavailable' | 'sealed-too-large' | 'unreachable') =>
    stateAfter(typed, { type: 'failed', problem: { code } });

  test.each([
    ['title-too-long', { title: 'b' }, { text: 'b', textBytes: 1 }],
    ['encryption-unavailable', { encrypt: false }, { text: 'b', textBytes: 1 }],
    ['sealed-too-large', { encrypt: false }, { title: 'b' }],
    ['unreachable', { text: 'b', textBytes: 1 }, { title: 'b' }],
  ] as const)('%s', (code, mends, doesNot) => {
    expect(reduce(failed(code), { type: 'edited', edit: mends })).toMatchObject({ problem: null });
    expect(reduce(failed(code), { type: 'edited', edit: doesNot })).toMatchObject({ problem: { code } });
  });
});

test('nothing is cleared while a paste is being made', () => {
  const sealing = stateAfter(typed, submitted);
  expect(reduce(sealing, { type: 'cleared' })).toBe(sealing);
});
