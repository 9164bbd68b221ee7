import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from './editor-draft';
import { createEditorState } from './editor-state';

function startTyped() {
  const editor = createEditorState();
  editor.edit({ text: 'a' });
  return editor;
}

test.each([
  ['title-too-long', { title: 'b' }, { text: 'b' }],
  ['encryption-unavailable', { encrypt: false }, { text: 'b' }],
  ['sealed-too-large', { encrypt: false }, { title: 'b' }],
  ['unreachable', { text: 'b' }, { title: 'b' }],
] as const)('the problem %s stays until what it is about changes', (code, mends, doesNot) => {
  const editor = startTyped();
  editor.fail({ code });
  editor.edit(doesNot);
  expect(editor.getState()).toMatchObject({ problem: { code } });
  editor.edit(mends);
  expect(editor.getState()).toMatchObject({ problem: null });
});

test('events after a cancel change nothing, nor does clearing while a paste is made', () => {
  const editor = startTyped();
  editor.beginSealing();
  const sealing = editor.getState();
  editor.write(EMPTY_DRAFT);
  expect(editor.getState()).toBe(sealing);
  editor.cancel(null);
  const cancelled = editor.getState();
  editor.progress(1, 2);
  expect(editor.getState()).toBe(cancelled);
});
