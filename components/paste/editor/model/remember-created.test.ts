import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readLocalPastes, setKeeping, setRemembering } from '#components/paste/local/local-pastes-store';
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

it('a created paste is remembered with title and manage token, without link or key', () => {
  rememberCreated(MADE, 'a title');
  expect(readLocalPastes().pastes).toEqual([{ ...REMEMBERED, title: 'a title' }]);
  expect(storage.text()).not.toMatch(/a-key/);
});

it('titles and links are remembered while their switches are on, forgotten once off', () => {
  setKeeping({ keepsTitles: false, keepsLinks: true });
  rememberCreated({ ...MADE, burnAfterRead: false }, 'a title');
  const { pastes } = readLocalPastes();
  expect(pastes).toEqual([{ ...REMEMBERED, burnAfterRead: false, link: MADE.link }]);
  setKeeping({ keepsLinks: false });
  expect(readLocalPastes()).toEqual({
    isOn: true,
    keepsTitles: false,
    keepsLinks: false,
    pastes: [{ ...REMEMBERED, burnAfterRead: false }],
  });
  expect(storage.text()).not.toMatch(/a-key|a title/);
});

it('the link of a burn paste is never remembered', () => {
  setKeeping({ keepsLinks: true });
  rememberCreated(MADE, '');
  expect(storage.text()).not.toMatch(/a-key/);
});

it('a created paste gets a cookie for its own page only if pastes are remembered', () => {
  rememberCreated(MADE, '');
  expect(document.cookie).toBe(`made=1; Path=/view/${MADE.publicId}; Max-Age=2592000; SameSite=Lax`);
  setRemembering(false);
  vi.stubGlobal('document', { cookie: '' });
  rememberCreated(MADE, '');
  expect(document.cookie).toBe('');
});

it('a paste of an account is remembered, too', () => {
  rememberCreated({ ...MADE, manageLink: null, manageToken: null }, 'a title');
  expect(readLocalPastes().pastes).toEqual([{ ...REMEMBERED, manageToken: null, title: 'a title' }]);
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
