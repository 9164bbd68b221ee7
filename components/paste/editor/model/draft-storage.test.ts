import { beforeEach, expect, test } from 'vitest';
import { type MemoryStorage, memoryStorage } from '#components/testing/memory-storage';
import { chosenOptions, NO_OPTIONS } from '#lib/pastes/paste-options.rules';
import { type KeptFile, keepDraft, MAX_DRAFT_BYTES, restoreDraft } from './draft-storage';

const DRAFT = { text: 'a', title: 't', chosenSyntax: 'rust', expiry: null, burnAfterRead: true, encrypt: false };

let storage: MemoryStorage;
beforeEach(() => {
  storage = memoryStorage();
});

test('comes back as it was', () => {
  keepDraft(storage, DRAFT);
  expect(restoreDraft(storage)).toEqual({ ...chosenOptions(NO_OPTIONS), ...DRAFT, isPasswordLost: false, files: [] });
});

test('the reference of a file is restored, and invalid data is ignored', () => {
  const place = { id: '1-a', key: 'k', type: '', fileName: 'a.rs' };
  const file: KeptFile = { ...place, name: 'a.rs', beginning: 'x', syntax: 'rust', kind: 'attachment' };
  keepDraft(storage, { ...DRAFT, text: '', title: '', files: [file] });
  expect(restoreDraft(storage)?.files).toEqual([file]);
  keepDraft(storage, { ...DRAFT, files: [{ ...file, key: 1 } as never] });
  expect(restoreDraft(storage)?.files).toEqual([]);
});

test('of a password it is kept that there was one, where the paste would have it', () => {
  keepDraft(storage, { ...DRAFT, encrypt: true, hasPassword: true });
  expect(restoreDraft(storage)).toMatchObject({ isPasswordLost: true });
  keepDraft(storage, { ...DRAFT, encrypt: false, hasPassword: true });
  expect(restoreDraft(storage)).toMatchObject({ isPasswordLost: false });
});

test('a password in it is not kept', () => {
  keepDraft(storage, { ...DRAFT, password: 'hunter2' } as typeof DRAFT);
  expect(storage.text()).not.toContain('hunter2');
});

test('is removed when nothing is left of it', () => {
  keepDraft(storage, DRAFT);
  expect(keepDraft(storage, { ...DRAFT, text: '', title: '' })).toBe(true);
  expect(storage.length).toBe(0);
});

test('at its limit it is kept', () => {
  keepDraft(storage, { ...DRAFT, text: 'ä'.repeat(MAX_DRAFT_BYTES / 2) });
  expect(storage.length).toBe(1);
});

test('a draft that a full storage refuses is reported, and the stored draft stays', () => {
  keepDraft(storage, DRAFT);
  storage.fill();
  expect(keepDraft(storage, { ...DRAFT, text: 'newer' })).toBe(false);
  expect(restoreDraft(storage)?.text).toBe('a');
});

test('a draft that is too large is reported, and the stored draft stays', () => {
  keepDraft(storage, DRAFT);
  expect(keepDraft(storage, { ...DRAFT, text: `${'ä'.repeat(MAX_DRAFT_BYTES / 2)}a` })).toBe(false);
  expect(restoreDraft(storage)?.text).toBe('a');
});

test.each(['', 'null', '[]', '{"text":1,"title":""}', '{"text":"a"}', '{'])('%j counts as nothing kept', (json) => {
  keepDraft(storage, DRAFT);
  storage.setItem(storage.key(0) ?? '', json);
  expect(restoreDraft(storage)).toBeNull();
});

test('a draft with odd settings comes back encrypted and with the usual expiry', () => {
  keepDraft(storage, DRAFT);
  storage.setItem(storage.key(0) ?? '', '{"text":"a","title":"","encrypt":0,"expiry":"5x"}');
  expect(restoreDraft(storage)).toMatchObject({ encrypt: true, expiry: 'default', burnAfterRead: false });
});

test.each([0, 1, 'true', null])('a draft whose encryption is %j comes back encrypted', (encrypt) => {
  storage.setItem('sealpaste-draft', JSON.stringify({ text: 'a', title: '', encrypt }));
  expect(restoreDraft(storage)).toMatchObject({ encrypt: true });
});

test('a draft kept again replaces the one before', () => {
  keepDraft(storage, DRAFT);
  keepDraft(storage, { ...DRAFT, text: 'newer' });
  expect([restoreDraft(storage)?.text, storage.length]).toEqual(['newer', 1]);
});
