/** Waits for states of an open page, and records facts about it. */
import { expect, type Locator, type Page, type Request } from '@playwright/test';

/**
 * Waits until React has taken over the page that the server rendered: until then buttons do nothing, or what they do without
 * JavaScript. Afterwards React knows every control, and times are in the reader's zone.
 */
export async function takenOver(page: Page): Promise<void> {
  // `waitForFunction` won't do: it takes the promise of an asynchronous function for true. The page may be about to be left.
  await expect(async () => expect(await page.evaluate(isTakenOver)).toBe(true)).toPass({ intervals: [20, 50, 100] });
  await expect(page.getByText(/\d UTC\)/)).toHaveCount(0);
  // The page for new pastes renders the date of expiry only in the browser.
  if (new URL(page.url()).pathname === '/') await expect(page.getByText(/^(Expires on|Stays until) /)).toBeAttached();
}

async function isTakenOver(): Promise<boolean> {
  const isKnown = (control: Element) => Object.keys(control).some((key) => key.startsWith('__reactProps$'));
  // The buttons that fold lines are added to the text without React, after it has taken over.
  const controls = [
    ...document.querySelectorAll('main :is(a, button:not(.fold), input, select, textarea), header :is(a, button, input, select)'),
  ];
  if (controls.length === 0 || !controls.every(isKnown)) return false;
  // Key listeners are added in effects, which run when the page is idle. A browser that paints nothing may never report
  // that on a busy machine, hence the timeout.
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }));
  return true;
}

/**
 * Watches the requests of a page. `networkidle` would wait half a second longer on each.
 * @returns tells whether everything that the page has asked for so far is there, and drawn
 */
export function settling(page: Page): () => Promise<boolean> {
  const under = new Set<Request>();
  page.on('request', (request) => under.add(request));
  page.on('requestfinished', (request) => under.delete(request));
  page.on('requestfailed', (request) => under.delete(request));
  return async () => {
    if (under.size > 0) return false;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1_000 }))));
    // The rendered page may have asked for more.
    return under.size === 0;
  };
}

/** Marks the document: the mark is lost when the page is loaded again. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isTheSameDocument: true }));
export const isMarked = (page: Page) => page.evaluate(() => 'isTheSameDocument' in window);

/** Records every address, header and body that leaves the browser from now on. */
export function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.context().on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`));
  return sent;
}

/** The box of an element's own text, without its padding and generated content. */
export const contentBox = (element: Locator): Promise<{ x: number; y: number; width: number; height: number }> =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  });

/** Adds styles by script, the only way that the policy of our pages allows. */
export const addStyle = (page: Page, rules: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);
