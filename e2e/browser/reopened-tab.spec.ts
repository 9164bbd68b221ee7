/**
 * Tests a tab that the browser itself reopens (`chrome.sessions`, as "Reopen closed tab" does). This needs a full Chromium,
 * since the headless shell can't do it.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { expect, test } from '../support/browser-fixture';
import { WHOLE_CHROMIUM } from '../support/extension';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, textArea } from '../support/paste-pages';

declare const chrome: { sessions: { restore(): Promise<unknown> } };

/** Writes an extension that may reopen tabs. @returns its folder */
async function writeExtension(folder: string): Promise<string> {
  const manifest = {
    manifest_version: 3,
    name: 'reopen',
    version: '1',
    permissions: ['sessions'],
    background: { service_worker: 'idle.js' },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'idle.js'), '');
  return folder;
}

async function reopenClosedTab(context: BrowserContext) {
  const extension = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const reopened = context.waitForEvent('page');
  await extension.evaluate(() => chrome.sessions.restore());
  return reopened;
}

test('a new paste’s link returns when its tab is reopened, and in no other tab', async ({ web, noise }, info) => {
  test.skip(process.env.CI !== 'true' && !existsSync(WHOLE_CHROMIUM), `needs ${WHOLE_CHROMIUM}`);
  const extension = await writeExtension(info.outputPath('extension'));
  const context = await chromium.launchPersistentContext(info.outputPath('profile'), {
    executablePath: WHOLE_CHROMIUM,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--disable-gpu',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  try {
    const page = await context.newPage();
    await noise.listen(page);
    await page.goto(web.url);
    await takenOver(page);
    await textArea(page).fill('typed for long');
    await createButton(page).click();
    const { link, manageLink, key } = await createdLinks(page);
    expect(key).toHaveLength(43);
    await page.close();

    const reopened = await reopenClosedTab(context);
    await noise.listen(reopened);
    await expect.poll(() => createdLinks(reopened)).toMatchObject({ link, manageLink });
    const another = await context.newPage();
    await another.goto(web.url);
    await takenOver(another);
    await expect(textArea(another)).toHaveValue('');
    await expect(another.getByText(link)).toHaveCount(0);
    noise.end();
  } finally {
    await context.close();
  }
});
