/**
 * What every component test starts from: matchers about what a person perceives, what jsdom lacks of a browser,
 * and noise that fails the test, as it does in the browser tests.
 */
import './diagnostics';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import './bytes';
import './computed-style';
import './dialogs';

// What a test waits for comes late on a machine that does other things as well.
configure({ asyncUtilTimeout: 60_000 });

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method);
});

afterEach(() => {
  cleanup();
  const noise = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls].filter((call) => !isAboutSearch(call));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  expect(noise, 'what went wrong unasked').toEqual([]);
});

/** jsdom doesn't know that element, so that React takes it for a mistake. */
const isAboutSearch = ([format, tag]: unknown[]) => String(format).startsWith('The tag <%s> is unrecognized') && tag === 'search';
