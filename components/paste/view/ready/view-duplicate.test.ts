import { beforeEach, expect, test } from 'vitest';
import { MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/model/draft-storage';
import { type MemoryStorage, memoryStorage } from '#components/testing/memory-storage';
import { appendSlice, textOf } from '../model/view-text';
import { duplicateToEditor } from './view-duplicate';

let storage: MemoryStorage;
beforeEach(() => {
  storage = memoryStorage();
});

const paste = (content: string, language = 'rust') => ({ title: 'main.rs', language, text: textOf(content) });

test('title, language and the whole text become the draft, to be encrypted', () => {
  const text = appendSlice(textOf('fn main'), '() {}\n');
  expect(duplicateToEditor({ title: 'main.rs', language: 'rust', text }, false, storage)).toBe('duplicated');
  expect(restoreDraft(storage)).toMatchObject({ text: 'fn main() {}\n', title: 'main.rs', chosenSyntax: 'rust', encrypt: true });
});

test.each(['plaintext', 'klingon'])('the language %s is left to be guessed', (language) => {
  duplicateToEditor(paste('x', language), false, storage);
  expect(restoreDraft(storage)?.chosenSyntax).toBeNull();
});

test('the editor’s limit is duplicated, and one byte more changes nothing', () => {
  expect(duplicateToEditor(paste('x'.repeat(MAX_DRAFT_BYTES)), false, storage)).toBe('duplicated');
  const kept = storage.text();
  expect(duplicateToEditor(paste(`${'x'.repeat(MAX_DRAFT_BYTES - 1)}é`), true, storage)).toBe('too-large');
  expect(storage.text()).toBe(kept);
});

test('duplicating overwrites a different draft only when that is allowed', () => {
  duplicateToEditor(paste('mine'), false, storage);
  expect(duplicateToEditor(paste('mine'), false, storage)).toBe('duplicated');
  expect(duplicateToEditor(paste('other'), false, storage)).toBe('draft-in-the-way');
  expect(restoreDraft(storage)?.text).toBe('mine');
  expect(duplicateToEditor(paste('other'), true, storage)).toBe('duplicated');
  expect(restoreDraft(storage)?.text).toBe('other');
});

test('a browser without storage or room is reported; its draft stays', () => {
  expect(duplicateToEditor(paste('x'), false, null)).toBe('forbidden');
  duplicateToEditor(paste('mine'), false, storage);
  storage.fill();
  expect(duplicateToEditor(paste('x'), true, storage)).toBe('no-room');
  expect(restoreDraft(storage)?.text).toBe('mine');
});

test('of an empty paste an empty page is the duplicate', () => {
  expect(duplicateToEditor({ title: '', language: 'plaintext', text: textOf('') }, false, storage)).toBe('duplicated');
  expect(storage.length).toBe(0);
});
