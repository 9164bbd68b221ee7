import { beforeEach, expect, test } from 'vitest';
import { type MemoryStorage, memoryStorage } from '../testing/memory-storage';
import { keepDraft, MAX_DRAFT_BYTES, restoreDraft } from './draft-storage';

const DRAFT = { text: 'a', textBytes: 1, title: 't', chosenSyntax: 'rust', expiry: null, burnAfterRead: true, encrypt: false };

let storage: MemoryStorage;
beforeEach(() => {
  storage = memoryStorage();
});

test('comes back as it was', () => {
  keepDraft(storage, DRAFT);
  expect(restoreDraft(storage)).toEqual(DRAFT);
});

test('a password in it is not kept', () => {
  keepDraft(storage, { ...DRAFT, password: 'hunter2' } as typeof DRAFT);
  expect(storage.text()).not.toContain('hunter2');
});

test.each([
  ['when its paste exists', null],
  ['when nothing is left of it', { ...DRAFT, text: '', textBytes: 0, title: '' }],
])('is removed %s', (_when, draft) => {
  keepDraft(storage, DRAFT);
  expect(keepDraft(storage, draft)).toBe(true);
  expect(storage.length).toBe(0);
});

test('at its limit it is kept', () => {
  keepDraft(storage, { ...DRAFT, textBytes: MAX_DRAFT_BYTES });
  expect(storage.length).toBe(1);
});

test('what a full storage does not take is said, and leaves what was kept before', () => {
  keepDraft(storage, DRAFT);
  storage.fill();
  expect(keepDraft(storage, { ...DRAFT, text: 'newer' })).toBe(false);
  expect(restoreDraft(storage)?.text).toBe('a');
});

test('what is too large is said, and leaves what was kept before', () => {
  keepDraft(storage, DRAFT);
  expect(keepDraft(storage, { ...DRAFT, text: 'newer', textBytes: MAX_DRAFT_BYTES + 1 })).toBe(false);
  expect(restoreDraft(storage)?.text).toBe('a');
});

test.each(['', 'null', '[]', '{"text":1,"title":""}', '{"text":"a"}', '{'])('%j counts as nothing kept', (json) => {
  keepDraft(storage, DRAFT);
  storage.setItem(storage.key(0) ?? '', json);
  expect(restoreDraft(storage)).toBeNull();
});

test('a draft with odd settings comes back encrypted and with the usual expiry', () => {
  keepDraft(storage, DRAFT);
  storage.setItem(storage.key(0) ?? '', '{"text":"a","title":"","encrypt":0,"expiry":5}');
  expect(restoreDraft(storage)).toMatchObject({ encrypt: true, expiry: 604_800, burnAfterRead: false });
});
