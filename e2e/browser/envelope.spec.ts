/** Runs the envelope's cases and frozen vectors of Node in Chromium, and passes envelopes from one to the other. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bundled } from '../../lib/testing/bundled';
import { cases, checkCorpus, sealCorpus } from '../../lib/testing/envelope-cases';
import { expect, test } from '../support/browser-fixture';

/** A trustworthy origin; the test itself responds with a page that has only the program. */
const ORIGIN = 'http://localhost';
/** Number of texts in each direction; one of them has a password. */
const CROSSING = 60;
const SEED = 43;

/** They take two thirds of the time, and prove arithmetic of ours, which is the same in Node. */
const ONLY_IN_NODE = new Set([
  'a plaintext of 64 MiB opens, one byte more is too large, compressed or before sealing',
  'at the limits there is as much padding as they leave',
  'any changed character of an envelope makes it fail, never open',
  'what is encrypted has a length of Padmé, and at most a sixteenth more than it needs',
]);

type Cases = typeof import('../../lib/testing/envelope-cases');

const testing = fileURLToPath(new URL('../../lib/testing', import.meta.url));

async function openCases(page: Page): Promise<void> {
  const { code } = await bundled("export * from './envelope-cases'", testing, { format: 'iife', name: 'envelope' });
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: code })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>envelope</title><script src="/cases.js"></script>' }),
  );
  await page.goto(`${ORIGIN}/`);
}

/** The bundle declares this as a `var` of the page. */
declare const envelope: Cases;

test('the cases hold in the browser: frozen envelopes, refusals, random texts, limits', { tag: '@prove' }, async ({ page }) => {
  await openCases(page);
  const names = Object.keys(cases);
  expect(await page.evaluate(() => Object.keys(envelope.cases))).toEqual(names);
  for (const name of names.filter((one) => !ONLY_IN_NODE.has(one))) {
    await test.step(name, async () => {
      const failure = await page.evaluate(async (which) => {
        try {
          await envelope.cases[which]?.();
          return null;
        } catch (error) {
          return String(error);
        }
      }, name);
      expect(failure).toBeNull();
    });
  }
});

test('what Node seals the browser opens, and the other way round', async ({ page }) => {
  await openCases(page);
  const fromNode = await sealCorpus(SEED, CROSSING);
  await page.evaluate(([seed, sealed]) => envelope.checkCorpus(seed, sealed), [SEED, fromNode] as const);
  const fromBrowser = await page.evaluate(([seed, count]) => envelope.sealCorpus(seed, count), [SEED, CROSSING] as const);
  await checkCorpus(SEED, fromBrowser);
  expect(new Set([...fromNode, ...fromBrowser].map(({ key }) => key)).size).toBe(2 * CROSSING);
});

test('a text that was changed on the way is noticed', async ({ page }) => {
  await openCases(page);
  const [first, second] = await sealCorpus(SEED, 2);
  const swapped = [second, first] as NonNullable<typeof first>[];
  await expect(page.evaluate(([seed, sealed]) => envelope.checkCorpus(seed, sealed), [SEED, swapped] as const)).rejects.toThrow(
    'not so: text 1',
  );
});
