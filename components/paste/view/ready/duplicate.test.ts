import { beforeEach, expect, test } from 'vitest';
import { MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/model/draft-storage';
import { type MemoryStorage, memoryStorage } from '#components/testing/memory-storage';
import { textOf } from '../model/view-text';
import { duplicate } from './duplicate';

let storage: MemoryStorage;
beforeEach(() => {
  storage = memoryStorage();
});

const put = (content: string, mayReplace = false, language = 'rust') =>
  duplicate({ title: 'main.rs', language, text: textOf(content) }, mayReplace, storage);

test.each([
  ['rust', 'rust'],
  ['plaintext', null],
  ['klingon', null],
])('the language %s is chosen in the draft as %j', async (language, chosen) => {
  await put('x', false, language);
  expect(restoreDraft(storage)?.chosenSyntax).toBe(chosen);
});

test('the editor’s limit is duplicated, and one byte more changes nothing', async () => {
  expect(await put('x'.repeat(MAX_DRAFT_BYTES))).toBe('duplicated');
  const kept = storage.text();
  expect(await put(`${'x'.repeat(MAX_DRAFT_BYTES - 1)}é`, true)).toBe('too-large');
  expect(storage.text()).toBe(kept);
});

test('the same text is duplicated again without a question', async () => {
  await put('mine');
  expect(await put('mine')).toBe('duplicated');
  expect(await put('other')).toBe('draft-in-the-way');
  expect(restoreDraft(storage)?.text).toBe('mine');
});

test('of an empty paste an empty page is the duplicate', async () => {
  expect(await duplicate({ title: '', language: 'plaintext', text: textOf('') }, false, storage)).toBe('duplicated');
  expect(storage.length).toBe(0);
});
