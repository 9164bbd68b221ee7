/** Runs axe, which knows the rules of accessibility, inside a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

export interface Axe {
  run(
    context: Document | { include: Element[] },
    options: {
      runOnly?: string[];
      rules?: Record<string, { enabled: boolean }>;
      preload?: { assets: string[] };
      resultTypes: string[];
    },
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

const require = createRequire(import.meta.url);
/** The minified program: a page takes as long to parse the full one as to check all the rules. */
const PROGRAM = readFileSync(createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Checks a page against every rule except contrast, which takes longer than all others together and is checked by contrast.ts.
 * Our pages have no frames.
 * @returns the elements that break a rule, each with its reason
 */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(PROGRAM);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, {
      rules: { 'color-contrast': { enabled: false } },
      // Axe would load the style sheets again, which no default rule reads.
      preload: { assets: ['media'] },
      // Axe would otherwise locate each element that passes, which takes longer than checking it.
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
  });
}
