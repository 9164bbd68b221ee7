/** What a test waits for on an open page, or remembers of it. */
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * What the server has drawn can be read before it can be used: until the program takes over, buttons do nothing or what
 * they do without it. From then on React knows every control, and times are in the reader's zone.
 */
export async function takenOver(page: Page): Promise<void> {
  // Not by `waitForFunction`, which takes the promise of an asynchronous function for a yes. The page may be about to be left.
  await expect(async () => expect(await page.evaluate(isTakenOver)).toBe(true)).toPass({ intervals: [20, 50, 100] });
  await expect(page.getByText(/\d UTC\)/)).toHaveCount(0);
  // On the page for new pastes the date of the expiry is drawn by the browser alone.
  if (new URL(page.url()).pathname === '/') await expect(page.getByText(/^(Expires on|Stays until) /)).toBeAttached();
}

async function isTakenOver(): Promise<boolean> {
  const isKnown = (control: Element) => Object.keys(control).some((key) => key.startsWith('__reactProps$'));
  const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea), header :is(a, button, input, select)')];
  if (controls.length === 0 || !controls.every(isKnown)) return false;
  // Keys are listened to in effects, which run when the page has nothing more urgent to do. A browser that draws nothing may
  // never say so on a busy machine.
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }));
  return true;
}

/** Marks the document: the mark is lost when the page is loaded again. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isTheSameDocument: true }));
export const isMarked = (page: Page) => page.evaluate(() => 'isTheSameDocument' in window);

/** Every address, header and body that leaves the browser from now on. */
export function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.context().on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`));
  return sent;
}

/** Where the words of an element are drawn, without its padding and what the style sheet adds. */
export const contentBox = (element: Locator): Promise<{ x: number; y: number; width: number; height: number }> =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  });

/** The policy of our pages allows no style of a test but by script. */
export const addStyle = (page: Page, rules: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);
