import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The narrowest phone there is. */
const NARROW = 320;
/** For a page that has axe already. */
const NO_SOURCE = '0';

/**
 * Holds a page, in the state it is in, to every rule of accessibility in both themes, and to having nothing wider than
 * its window. The second theme draws the same elements in other colours: only their contrast is looked at again.
 */
export async function expectAccessible(page: Page, state: string, widths: readonly number[] = [NARROW]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 720 });
    await chooseTheme(page, 'light');
    await expectNone(() => axe(page), `${state}, ${width} px`);
    await expectFitting(page, state, width);
    await chooseTheme(page, 'dark');
    await expectNone(async () => (await axe(page)).withRules('color-contrast'), `${state}, ${width} px, dark`);
  }
}

/**
 * Holds a page that other tests hold to every rule at the narrowest width to what other colours and names can break: every rule
 * once, contrast at each width in both themes, and nothing wider than the window.
 */
export async function expectReadable(page: Page, state: string, widths: readonly number[]): Promise<void> {
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 720 });
    for (const theme of ['light', 'dark'] as const) {
      await chooseTheme(page, theme);
      const isFirst = index === 0 && theme === 'light';
      await expectNone(
        async () => (isFirst ? axe(page) : (await axe(page)).withRules('color-contrast')),
        `${state}, ${width} px, ${theme}`,
      );
    }
    await expectFitting(page, state, width);
  }
}

/** Holds a page, in the state it is in, to having nothing wider than a window of so many pixels. */
export async function expectFitting(page: Page, state: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 });
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

/** Legacy mode looks at frames of this origin alone, of which there are none; the other opens a page for each analysis. */
async function axe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // Of what passes it would say where each element is, which takes longer than finding that it passes.
  return new AxeBuilder(isThere ? { page, axeSource: NO_SOURCE } : { page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

/** Chromium gives elements the colours of another theme one after another: what stays wrong is wrong. */
async function expectNone(build: () => Promise<AxeBuilder>, state: string): Promise<void> {
  await expect(async () => {
    const { violations } = await (await build()).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
    expect(found, state).toEqual([]);
  }).toPass({ timeout: 90_000 });
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
