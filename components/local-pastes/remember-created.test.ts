import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type MemoryStorage, memoryStorage } from '../testing/memory-storage';
import { readLocalPastes } from './local-pastes.store';
import { rememberCreated } from './remember-created';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const MADE = { publicId: 'a'.repeat(24), url: 'https://paste.example/view/x#a-key', expiresAt: null, isE2ee: true, manageToken: 'token' };

let storage: MemoryStorage;
beforeEach(() => {
  storage = memoryStorage();
  vi.stubGlobal('window', { localStorage: storage });
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a paste that was made is remembered with its manage token, without its link', () => {
  rememberCreated(MADE, true);
  const { url: _, ...remembered } = MADE;
  expect(readLocalPastes(storage, NOW).pastes).toEqual([
    { ...remembered, burnAfterRead: true, createdAt: '2026-06-01T12:00:00.000Z', ended: null },
  ]);
  expect(storage.text()).not.toContain('a-key');
});

it('a paste that cannot be managed from here is not remembered', () => {
  const { manageToken: _, ...owned } = MADE;
  rememberCreated(owned, false);
  expect(storage.length).toBe(0);
});

it('a browser that forbids storing is no reason to fail', () => {
  vi.stubGlobal('window', {
    get localStorage(): Storage {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  expect(() => rememberCreated(MADE, true)).not.toThrow();
});
