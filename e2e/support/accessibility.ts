import { expect, type Page } from '@playwright/test';
import { violationsOf } from './axe';
import { contrastOf } from './contrast';

/** The narrowest phone there is. */
const NARROW = 320;

/** The looks of texts (contrast.ts) that were readable on the pages of this worker so far. */
const looks = new Set<string>();

/**
 * Checks the current state of a page against every rule of accessibility in both themes, and that nothing is wider than its
 * window. The second theme renders the same elements in other colours, so only their contrast is checked again.
 */
export async function expectAccessible(page: Page, state: string, widths: readonly number[] = [NARROW]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 720 });
    await chooseTheme(page, 'light');
    await expectNone(() => violationsOf(page), `${state}, ${width} px`);
    await expectContrast(page, `${state}, ${width} px`);
    await expectNoOverflow(page, state, width);
    await chooseTheme(page, 'dark');
    await expectContrast(page, `${state}, ${width} px, dark`);
  }
}

/**
 * Checks a page with the operator's name and colour at the narrowest width and a wide one: every rule, contrast in both themes,
 * with our own colour as well, and that nothing is wider than the window.
 */
export async function expectReadable(page: Page, state: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await chooseTheme(page, theme);
    for (const width of [NARROW, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      if (theme === 'light') await expectNone(() => violationsOf(page), `${state}, ${width} px`);
      await expectContrast(page, `${state}, ${width} px, ${theme}`);
      if (theme === 'light') await expectNoOverflow(page, state, width);
    }
  }
  await page.evaluate(() => {
    document.documentElement.removeAttribute('style');
    for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-colours]')) style.disabled = true;
  });
  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme);
    await expectContrast(page, `${state}, our colour, ${theme}`);
  }
}

/** Checks that nothing in the current state of a page is wider than a window of `width` pixels. */
export async function expectFitting(page: Page, state: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 });
  await expectNoOverflow(page, state, width);
}

async function expectNoOverflow(page: Page, state: string, width: number): Promise<void> {
  // The page may render again for another width.
  await expect.poll(() => overflow(page), `${state}, ${width} px: wider than the window`).toBe(0);
}

async function chooseTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect.poll(() => page.evaluate(themeOf)).toBe(colorScheme);
}

/** The theme on the screen; undefined before the body exists. A new theme appears a frame or two after it was requested. */
function themeOf(): 'light' | 'dark' | undefined {
  if (document.body === null) return undefined;
  const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
  return red + green + blue > 3 * 128 ? 'light' : 'dark';
}

async function expectContrast(page: Page, state: string): Promise<void> {
  await expectNone(async () => {
    const contrast = await contrastOf(page, looks);
    if (contrast.found.length === 0) for (const look of contrast.looks) looks.add(look);
    return contrast.found;
  }, state);
}

/** Repeats the search, because Chromium gives elements the colours of another theme one after another. */
async function expectNone(find: () => Promise<string[]>, state: string): Promise<void> {
  await expect(async () => expect(await find(), state).toEqual([])).toPass({ timeout: 90_000 });
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
