/** Axe, which knows the rules of accessibility, within the page itself. */
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
/** Shortened: reading the whole of it takes a page as long as holding itself to all the rules. */
const PROGRAM = readFileSync(createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Holds a page to every rule but contrast, which takes longer than all others together and has a way of its own (contrast.ts).
 * There are no frames in ours.
 * @returns what breaks one, each with its reason
 */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(PROGRAM);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, {
      rules: { 'color-contrast': { enabled: false } },
      // No rule that is on by default reads the style sheets, which it would load again.
      preload: { assets: ['media'] },
      // Of what passes it would say where each element is, which takes longer than finding that it passes.
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
  });
}
