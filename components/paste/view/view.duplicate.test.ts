import { beforeEach, expect, test } from 'vitest';
import { MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/draft-storage';
import { type MemoryStorage, memoryStorage } from '#components/testing/memory-storage';
import { handOver } from './view.duplicate';
import { appendSlice, textOf } from './view.text';

let storage: MemoryStorage;
beforeEach(() => {
  storage = memoryStorage();
});

const paste = (content: string, language = 'rust') => ({ title: 'main.rs', language, text: textOf(content) });

test('title, language and the whole text become the draft, to be encrypted', () => {
  const text = appendSlice(textOf('fn main'), '() {}\n');
  expect(handOver({ title: 'main.rs', language: 'rust', text }, false, storage)).toBe('handed-over');
  expect(restoreDraft(storage)).toMatchObject({ text: 'fn main() {}\n', title: 'main.rs', chosenSyntax: 'rust', encrypt: true });
});

test.each(['plaintext', 'klingon'])('the language %s is left to be guessed', (language) => {
  handOver(paste('x', language), false, storage);
  expect(restoreDraft(storage)?.chosenSyntax).toBeNull();
});

test('the most the editor holds is handed over, one byte more is not, and changes nothing', () => {
  expect(handOver(paste('x'.repeat(MAX_DRAFT_BYTES)), false, storage)).toBe('handed-over');
  const kept = storage.text();
  expect(handOver(paste(`${'x'.repeat(MAX_DRAFT_BYTES - 1)}é`), true, storage)).toBe('too-large');
  expect(storage.text()).toBe(kept);
});

test('another draft is overwritten only when that was allowed; the same text is no other draft', () => {
  handOver(paste('mine'), false, storage);
  expect(handOver(paste('mine'), false, storage)).toBe('handed-over');
  expect(handOver(paste('other'), false, storage)).toBe('draft-in-the-way');
  expect(restoreDraft(storage)?.text).toBe('mine');
  expect(handOver(paste('other'), true, storage)).toBe('handed-over');
  expect(restoreDraft(storage)?.text).toBe('other');
});

test('a browser without storage, or with a full one, is said; the draft in it stays', () => {
  expect(handOver(paste('x'), false, null)).toBe('forbidden');
  handOver(paste('mine'), false, storage);
  storage.fill();
  expect(handOver(paste('x'), true, storage)).toBe('no-room');
  expect(restoreDraft(storage)?.text).toBe('mine');
});

test('of an empty paste an empty page is the duplicate', () => {
  expect(handOver({ title: '', language: 'plaintext', text: textOf('') }, false, storage)).toBe('handed-over');
  expect(storage.length).toBe(0);
});
