/**
 * What every component test starts from: matchers about what a person perceives, what jsdom lacks of a browser,
 * and noise that fails the test, as it does in the browser tests.
 */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// On a busy machine a second is too short for decrypting or drawing.
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const noise = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls].filter((call) => !isAboutSearch(call));
  vi.restoreAllMocks();
  expect(noise, 'what went wrong unasked').toEqual([]);
});

/** jsdom doesn't know that element, so that React takes it for a mistake. */
const isAboutSearch = ([format, tag]: unknown[]) => String(format).startsWith('The tag <%s> is unrecognized') && tag === 'search';

// jsdom has the element, not what opens it (https://github.com/jsdom/jsdom/issues/3294).
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
document.addEventListener('submit', (event) => {
  const form = event.target instanceof HTMLFormElement && event.target.getAttribute('method') === 'dialog' ? event.target : null;
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  form.closest('dialog')?.close();
});

// It has no layout either.
Element.prototype.scrollIntoView ??= () => undefined;

// Node's TextEncoder and Web Crypto make arrays of Node's class; jose compares with the global one, which jsdom replaces.
globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor;
