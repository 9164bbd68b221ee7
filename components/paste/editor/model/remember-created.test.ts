import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readLocalPastes, setKeepingLinks, setRemembering } from '#components/paste/local/local-pastes-store';
import { type MemoryStorage, memoryStorage } from '#components/testing/memory-storage';
import { type CreatedPaste, rememberCreated } from './created-paste';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const MADE: CreatedPaste = {
  publicId: 'a'.repeat(24),
  link: 'https://paste.example/view/x#a-key',
  manageLink: 'https://paste.example/manage/x#token',
  expiresAt: null,
  isE2ee: true,
  burnAfterRead: true,
  hasPassword: true,
  maxReads: null,
  releaseLinks: [],
  manageToken: 'token',
};
const REMEMBERED = {
  publicId: MADE.publicId,
  manageToken: 'token',
  isE2ee: true,
  burnAfterRead: true,
  maxReads: null,
  createdAt: '2026-06-01T12:00:00.000Z',
  expiresAt: null,
  ended: null,
};

let storage: MemoryStorage;
beforeEach(() => {
  storage = memoryStorage();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: storage }));
  vi.stubGlobal('document', { cookie: '' });
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a created paste is remembered with manage token, without title, link or key', () => {
  rememberCreated(MADE, 'a title');
  expect(readLocalPastes().pastes).toEqual([REMEMBERED]);
  expect(storage.text()).not.toMatch(/a-key|a title/);
});

it('title and link are remembered while that setting is on, and forgotten once off', () => {
  setKeepingLinks(true);
  rememberCreated(MADE, 'a title');
  expect(readLocalPastes()).toEqual({
    isOn: true,
    keepsLinks: true,
    pastes: [{ ...REMEMBERED, title: 'a title', link: MADE.link }],
  });
  setKeepingLinks(false);
  expect(readLocalPastes()).toEqual({ isOn: true, keepsLinks: false, pastes: [REMEMBERED] });
  expect(storage.text()).not.toMatch(/a-key|a title/);
});

it('a created paste gets a cookie for its own page only if pastes are remembered', () => {
  rememberCreated(MADE, '');
  expect(document.cookie).toBe(`made=1; Path=/view/${MADE.publicId}; Max-Age=2592000; SameSite=Lax`);
  setRemembering(false);
  vi.stubGlobal('document', { cookie: '' });
  rememberCreated(MADE, '');
  expect(document.cookie).toBe('');
});

it('a paste that cannot be managed from here is not remembered', () => {
  rememberCreated({ ...MADE, manageLink: null, manageToken: null }, '');
  expect(storage.length).toBe(0);
});

it('a browser that forbids storing is no reason to fail', () => {
  vi.stubGlobal('window', {
    dispatchEvent: () => true,
    get localStorage(): Storage {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  expect(() => rememberCreated(MADE, '')).not.toThrow();
});
