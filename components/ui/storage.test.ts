import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '#components/testing/memory-storage';
import { keepJson, localStore, readFields, readJson, tabStorage } from './storage';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['of the tab', 'sessionStorage', tabStorage],
  ['of the browser', 'localStorage', localStore],
])('the storage %s is its own, and none where the browser forbids it', (_, name, reach) => {
  const storage = memoryStorage();
  vi.stubGlobal('window', { [name]: storage });
  expect(reach()).toBe(storage);
  vi.stubGlobal(
    'window',
    Object.defineProperty({}, name, {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    }),
  );
  expect(reach()).toBeNull();
});

test('what is kept is read again, and what could not be kept is reported', () => {
  const storage = memoryStorage();
  expect(keepJson(storage, 'name', { a: 1 })).toBe(true);
  storage.fill();
  expect([keepJson(storage, 'name', { a: 2 }), keepJson(null, 'name', { a: 2 })]).toEqual([false, false]);
  expect([readJson(storage, 'name'), readJson(null, 'name'), readJson(storage, 'other')]).toEqual([{ a: 1 }, null, null]);
});

test.each(['', '{', 'null', '5', '"a"'])('%j has no fields', (json) => {
  expect(readFields(memoryStorage({ name: json }), 'name')).toEqual({});
});
