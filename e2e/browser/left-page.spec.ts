/**
 * Tests what a burned paste leaves in a browser: its page kept for Back, its entry in the tab's history, its files. This needs
 * a full Chromium, which keeps pages and writes sessions; Playwright's Chromium turns both off.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { viewMessages } from '#components/messages/view';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { viewProblemMessages } from '#components/messages/view-problem';
import { sealPaste } from '../../lib/envelope/envelope-seal';
import { createPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { WHOLE_CHROMIUM } from '../support/extension';
import { takenOver } from '../support/page-state';
import { openButton, textOf } from '../support/paste-pages';

const TEXT = 'read once and then no more';

test('after burning, Back shows the ending, and no entry holds the key', async ({ web, noise }, info) => {
  test.skip(process.env.CI !== 'true' && !existsSync(WHOLE_CHROMIUM), `needs ${WHOLE_CHROMIUM}`);
  noise.allow(/404 \(Not Found\)/);
  const context = await chromium.launchPersistentContext(info.outputPath('profile'), {
    executablePath: WHOLE_CHROMIUM,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--headless=new', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  try {
    const page = await context.newPage();
    await noise.listen(page);
    const { envelope, key } = await sealPaste({ content: TEXT });
    const { publicId } = await createPaste(web.url, { content: envelope, isE2ee: true, burnAfterRead: true });
    await page.goto(`${web.url}/view/${publicId}#${key}`);
    await takenOver(page);
    expect(JSON.stringify(await page.evaluate(() => history.state))).toContain(key);
    await openButton(page).click();
    await page.getByRole('button', { name: viewCoveredMessages.show, exact: true }).click();
    await expect(textOf(page)).toContainText(TEXT);
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain(key);
    // After copying, the page no longer asks before it is left.
    await page.getByRole('button', { name: viewMessages.copyText }).click();
    await expect(page.getByRole('status')).toHaveText(viewMessages.copied);
    // A browser sends this event to a page that it keeps. The test sends it in case this browser keeps none.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await expect(page.getByRole('heading', { name: viewProblemMessages['opened-here'].title })).toBeVisible();
    await expect(page.getByText(TEXT)).toHaveCount(0);
    await page.goto(`${web.url}/help.txt`);
    // The browser keeps the page, and Playwright's goBack() waits for a load, which a kept page has none of.
    // The step may end the page's context before the call returns.
    const go = (steps: number) => page.evaluate((by) => history.go(by), steps).catch(() => undefined);
    await go(-1);
    await expect(page.getByRole('heading', { name: viewProblemMessages['opened-here'].title })).toBeVisible();
    await go(1);
    await expect(page).toHaveURL(/help/);
    await go(-1);
    await expect(page.getByRole('heading', { name: viewProblemMessages['opened-here'].title })).toBeVisible();
    await expect(page.getByText(TEXT)).toHaveCount(0);
    noise.end();
  } finally {
    await context.close();
  }
});
