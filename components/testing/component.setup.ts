/**
 * The setup of every component test: adds matchers and what jsdom lacks of a browser, and fails tests that log errors or
 * warnings, as the browser tests do, name a control otherwise than its visible words begin, or leave a key in an attribute.
 */
import './diagnostics';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import './bytes';
import './computed-style';
import { misnamedControls } from './control-names';
import './dialogs';
import { attributesWithSecrets } from './links';

const { asyncWrapper } = getConfig();
configure({
  // Long, because results come late on a busy machine.
  asyncUtilTimeout: 60_000,
  // A user’s action and a query that waits end when React has rendered everything and run its effects.
  asyncWrapper: (run) =>
    asyncWrapper(async () => {
      const result = await run();
      await new Promise<void>((resolve) => unstable_scheduleCallback(unstable_IdlePriority, () => resolve()));
      return result;
    }),
});

// jsdom has no layout, draws nothing and lacks these functions.
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView ??= () => undefined;
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;
/** jsdom has no workers; these never respond (fake-worker.ts has others). */
window.Worker ??= class {
  postMessage(): void {}
  terminate(): void {}
} as unknown as typeof Worker;
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method);
});

afterEach(() => {
  const misnamed = misnamedControls(document.body);
  const leaking = attributesWithSecrets(document);
  cleanup();
  const noise = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls].filter((call) => !isAboutSearch(call));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  expect(noise, 'what went wrong unasked').toEqual([]);
  expect(leaking, 'attributes with a key').toEqual([]);
  expect(misnamed, 'names that do not begin with the visible words').toEqual([]);
});

/** jsdom doesn't know the element `search`, so React warns of it. */
const isAboutSearch = ([format, tag]: unknown[]) => String(format).startsWith('The tag <%s> is unrecognized') && tag === 'search';
