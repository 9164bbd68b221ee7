/** A whole Chromium with the extension, since the headless shell takes none. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, expect, type Page, type Worker } from '@playwright/test';
import { extensionMessages as messages } from '#components/messages/extension';
import { extensionPage } from '../../extension/instance.rules';
import { rootDir } from '../../scripts/source-hash.mjs';

export const WHOLE_CHROMIUM = '/usr/bin/chromium';

/** Whether `npm run test:extension` opens links and the editor in the extension. */
export const IN_EXTENSION = process.env.TEST_EXTENSION === 'yes';

/** Runs Chromium with the extension, which may already reach this machine: nobody is there to allow it. */
export async function withExtension(
  use: (context: BrowserContext) => Promise<void>,
  options: BrowserContextOptions = { locale: 'en-GB' },
): Promise<void> {
  // Not in the folder of results: titles that differ only by signs have the same one, and each test empties it.
  const own = await mkdtemp(join(tmpdir(), 'sealpaste-extension-'));
  const folder = join(own, 'extension');
  await cp(join(rootDir, 'dist/extension/chromium'), folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, host_permissions: ['*://127.0.0.1/*'] }));
  const context = await chromium.launchPersistentContext(join(own, 'profile'), {
    ...options,
    executablePath: WHOLE_CHROMIUM,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  try {
    await use(context);
  } finally {
    await context.close();
    await rm(own, { recursive: true, force: true });
  }
}

export const backgroundOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

/** Adds a server in the settings. @returns the address of the extension */
export async function addServer(context: BrowserContext, address: string, apiKey = ''): Promise<string> {
  const background = await backgroundOf(context);
  const page = await context.newPage();
  const extension = new URL('/', background.url()).href.slice(0, -1);
  await page.goto(`${extension}/settings.html`);
  await page.getByLabel(messages.address).fill(`${address}/`);
  await page.getByLabel(messages.apiKey).fill(apiKey);
  await page.getByRole('button', { name: messages.add, exact: true }).click();
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await page.close();
  return extension;
}

/** Makes a page open the service's addresses as the extension does, once its rules have taken a link. */
export function openInExtension(page: Page, extension: string, address: string): Page {
  const { goto } = page;
  page.goto = (url, options) => {
    const path = url.startsWith(address) ? url.slice(address.length) : url;
    return goto.call(page, /^\/(?:$|[?#]|view\/)/.test(path) ? `${extension}${extensionPage(address, path)}` : url, options);
  };
  return page;
}

/** Makes the extension open the addresses of another server, too. Pages of the service open them anyway. */
export async function letOpen(page: Page, address: string): Promise<void> {
  if (IN_EXTENSION) openInExtension(page, await addServer(page.context(), address), address);
}

/** The address that the browser shows for a page of the service: the extension's own has it after `?at=`. */
export const addressShown = (address: string, path: string): string | ((shown: URL) => boolean) =>
  IN_EXTENSION ? ({ href }: URL) => href.endsWith(extensionPage(address, path)) : `${address}${path}`;
