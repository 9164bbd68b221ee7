import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openShared, watchInstallation } from './installed';

const register = vi.fn(async () => ({}) as ServiceWorkerRegistration);
let ending: AbortController;

beforeEach(() => {
  register.mockClear();
  ending = new AbortController();
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});
afterEach(() => ending.abort());

const asInstalled = (isInstalled: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));

it('a visitor gets no service worker, until the page is installed', () => {
  asInstalled(false);
  watchInstallation(ending.signal);
  expect(register).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('appinstalled'));
  expect(register.mock.calls).toEqual([['/share/worker.js', { scope: '/share/', updateViaCache: 'none' }]]);
});

it('an installed page has the service worker, for one folder alone', () => {
  asInstalled(true);
  watchInstallation(ending.signal);
  expect(register.mock.calls).toEqual([['/share/worker.js', { scope: '/share/', updateViaCache: 'none' }]]);
});

it('what did not arrive is lost once: a reload of the page says nothing', async () => {
  asInstalled(false);
  history.replaceState(null, '', '/?shared=lost&x=1#f');
  expect(await openShared()).toBe('lost');
  expect(location.href).toMatch(/\/\?x=1#f$/);
  expect(await openShared()).toEqual([]);
});

it('a browser that forbids storage has lost what was shared', async () => {
  asInstalled(false);
  history.replaceState(null, '', '/?shared=taken');
  vi.stubGlobal('indexedDB', undefined);
  expect(await openShared()).toBe('lost');
});
