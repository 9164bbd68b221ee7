import { expect, type Page } from '@playwright/test';
import { violationsOf } from './axe';
import { contrastOf } from './contrast';

/** The narrowest phone there is. */
const NARROW = 320;

/** On the pages of this worker so far: what was found to be readable. */
const looks = new Set<string>();

/**
 * Holds a page, in the state it is in, to every rule of accessibility in both themes, and to having nothing wider than
 * its window. The second theme draws the same elements in other colours: only their contrast is looked at again.
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
 * Holds a page that other tests hold to every rule at the narrowest width to what other colours and names can break: every rule
 * once, contrast at each width in both themes, and nothing wider than the window.
 */
export async function expectReadable(page: Page, state: string, widths: readonly number[]): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await chooseTheme(page, theme);
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 720 });
      if (index === 0 && theme === 'light') await expectNone(() => violationsOf(page), `${state}, ${width} px`);
      await expectContrast(page, `${state}, ${width} px, ${theme}`);
      if (theme === 'light') await expectNoOverflow(page, state, width);
    }
  }
}

/** Holds a page, in the state it is in, to having nothing wider than a window of so many pixels. */
export async function expectFitting(page: Page, state: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 });
  await expectNoOverflow(page, state, width);
}

async function expectNoOverflow(page: Page, state: string, width: number): Promise<void> {
  // A page may draw itself anew for another width.
  await expect.poll(() => overflow(page), `${state}, ${width} px: wider than the window`).toBe(0);
}

async function chooseTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect.poll(() => page.evaluate(themeOf)).toBe(colorScheme);
}

/** By what is drawn, or nothing yet: the new theme comes a frame or two after it was asked for, a body after its document. */
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

/** Chromium gives elements the colours of another theme one after another: what stays wrong is wrong. */
async function expectNone(find: () => Promise<string[]>, state: string): Promise<void> {
  await expect(async () => expect(await find(), state).toEqual([])).toPass({ timeout: 90_000 });
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
