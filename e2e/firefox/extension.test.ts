/** Tests the extension in Firefox: a link opens with its program, and the server gets no key. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { rootDir } from '../../scripts/source-hash.mjs';
import buildExtension from '../support/extension.setup';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { type Recorder, startRecorder } from '../support/recorder';
import { createSealed } from '../support/sealed';

let database: TestDatabase;
let web: WebProcess;
let recorder: Recorder;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  buildExtension();
  database = await createTestDatabase('sqlite');
  recorder = await startRecorder();
  web = await startWeb(testEnvironment(database, { BASE_URL: recorder.url }));
  recorder.forwardTo(Number(new URL(web.url).port));

  // Nobody is there to allow the host, and drivers can't open the settings.
  folder = await mkdtemp(join(tmpdir(), 'sealpaste-extension-'));
  await cp(join(rootDir, 'dist/extension/firefox'), folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, host_permissions: ['*://127.0.0.1/*'] }));
  const instances = JSON.stringify([{ address: recorder.url, apiKey: '' }]);
  const background = await readFile(join(folder, 'background.js'), 'utf8');
  await writeFile(join(folder, 'background.js'), `chrome.storage.local.set({ instances: ${instances} });${background}`);

  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.TEST_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
  });
  await browser.installExtension(folder);
});

afterAll(async () => {
  await browser?.close();
  await web?.kill();
  await recorder?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

it('a link opens with the extension’s program, which decrypts it', async () => {
  const { publicId, key, path } = await createSealed(web.url, { content: 'const firefox = "with the extension";' });
  const page = await browser.newPage();
  await expect
    .poll(
      async () => {
        await page.goto(`${recorder.url}/docs/how`);
        recorder.startAnew();
        // The driver would wait for an address that the browser never opens.
        await page.evaluate((link) => void setTimeout(() => location.assign(link)), `${recorder.url}${path}`);
        return page
          .waitForFunction(() => location.protocol === 'moz-extension:', { timeout: 3_000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  await page.waitForFunction(() => document.body.textContent.includes('const firefox = "with the extension";'), { timeout: 60_000 });
  expect(recorder.sent().toString('latin1')).toContain(`GET /view/${publicId}/data `);
  expect(recorder.sent().toString('latin1')).not.toContain(`GET /view/${publicId} `);
  expect(recorder.sent().includes(key)).toBe(false);
});
