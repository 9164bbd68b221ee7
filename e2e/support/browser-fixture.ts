/**
 * Gives every browser test a web process and a worker process, one of each per Playwright worker, on a fresh database, and a
 * page whose noise fails the test (noise.ts). All share one configuration: visitors may create accounts, and a bot on a fake
 * platform sends chat messages. A test of another configuration starts its own process.
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { basePath } from '#lib/site/address.rules';
import { freePort } from '#lib/testing/free-port';
import { type Receiver, startReceiver } from '#lib/testing/receiver';
import { BOT_TOKEN, type FakeBotApi, startFakeBotApi } from '../../lib/testing/fake-bot-api';
import { createTestDatabase } from '../../lib/testing/test-database';
import { addServer, IN_EXTENSION, openInExtension, withExtension } from './extension';
import { listenForNoise, type Noise } from './noise';
import { type Environment, startWeb, startWorker, testEnvironment, type WebProcess } from './processes';
import { type Recorder, startRecorder } from './recorder';

/** The base path of the build, from BASE_URL as for `npm run build`; '' for the root of a host. */
const BASE_PATH = basePath();

/** The secret that the platform sends with each update. */
export const BOT_SECRET = 'secret-of-tests_0123456789';

interface WorkerFixtures {
  /** The platform that chat messages go to. */
  bot: FakeBotApi;
  /** Started once a Playwright worker, with a worker process beside it; its `url` is also its BASE_URL. */
  web: WebProcess;
  /** A browser context with JavaScript turned off. */
  plainContext: BrowserContext;
  /** Another web process, which browsers reach only through the recorder, so that it has every byte they send. */
  recorded: { recorder: Recorder; web: WebProcess };
}

interface TestFixtures {
  noise: Noise;
  /** A page of another browser, without cookies, in which JavaScript is turned off. */
  plainPage: Page;
  /** A receiver of webhooks. */
  receiver: Receiver;
}

const inPages = base.extend<TestFixtures, WorkerFixtures>({
  bot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const bot = await startFakeBotApi();
      await use(bot);
      await bot.stop();
    },
    { scope: 'worker' },
  ],

  web: [
    async ({ bot }, use) => {
      const messenger = { MESSENGER_BOT_TOKEN: BOT_TOKEN, MESSENGER_WEBHOOK_SECRET: BOT_SECRET, MESSENGER_API_URL: bot.url };
      // A delivery that a receiver refuses fails at once, so that no test waits for another attempt.
      const deliveries = { WORKER_WEBHOOK_MAX_RETRIES: '1', WORKER_POLL_INTERVAL_MS: '250', WORKER_TTL_CLEANUP_INTERVAL_MS: '500' };
      await withWeb({ LOG_LEVEL: 'trace', ...deliveries, ...messenger }, (web) => withWorker(web, () => use(web)));
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  recorded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const recorder = await startRecorder();
      try {
        await withWeb({ BASE_URL: `${recorder.url}${BASE_PATH}`, LOG_LEVEL: 'trace' }, async (web) => {
          recorder.forwardTo(Number(new URL(web.url).port));
          await use({ recorder, web });
        });
      } finally {
        await recorder.close();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ web }, use) => use(web.url),

  noise: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const noise = listenForNoise();
      await use(noise);
      expect(noise.unexpected(), 'what went wrong unasked').toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context }, use) => {
    const { newPage } = context;
    context.newPage = async () => belowBasePath(await newPage.call(context));
    await use(context);
    context.newPage = newPage;
    // Playwright doesn't reset these when the window goes on to the next test.
    await context.clearPermissions();
    await context.setOffline(false);
  },

  page: async ({ page, noise }, use) => {
    // The pointer would otherwise hover over something of this test, where the last one left it.
    await page.mouse.move(0, 0);
    await noise.listen(page);
    await use(belowBasePath(page));
    noise.end();
  },

  plainContext: [
    async ({ browser, web }, use) => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: web.url });
      // This page stays open, because closing the last page ends the process that renders the next one.
      await context.newPage();
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  plainPage: async ({ plainContext }, use) => {
    const page = await plainContext.newPage();
    await use(belowBasePath(page));
    await page.close();
    await plainContext.clearCookies();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

/** The same in the extension's pages, in a whole Chromium for each test. */
const inExtension = inPages.extend({
  context: async ({ web, viewport, locale, timezoneId, hasTouch, isMobile }, use) => {
    const options = {
      viewport,
      hasTouch,
      isMobile,
      baseURL: web.url,
      ...(locale ? { locale } : {}),
      ...(timezoneId ? { timezoneId } : {}),
    };
    await withExtension(async (context) => {
      const extension = await addServer(context, web.url);
      const { newPage } = context;
      context.newPage = async () => openInExtension(await newPage.call(context), extension, web.url);
      for (const page of context.pages()) openInExtension(page, extension, web.url);
      await use(context);
    }, options);
  },
});

export const test = IN_EXTENSION ? inExtension : inPages;

/** Runs a web process on a database of its own, for tests of another configuration. */
export async function withWeb(overrides: Environment, use: (web: WebProcess) => Promise<void>): Promise<void> {
  const database = await createTestDatabase('sqlite');
  try {
    const web = await startOnFreePort(testEnvironment(database, { REGISTRATION: 'open', ALLOWED_HOSTS: 'lan.test', ...overrides }));
    try {
      await use(web);
    } finally {
      // Other tests cover how it stops.
      await web.kill();
    }
  } finally {
    await database.drop();
  }
}

/** Runs the worker process that belongs to a web process. */
async function withWorker(web: WebProcess, use: () => Promise<void>): Promise<void> {
  const worker = await startWorker(web.environment);
  try {
    await use();
  } finally {
    await worker.kill();
  }
}

/** Picks the port before the start, since links contain BASE_URL. Another program may take the port meanwhile. */
async function startOnFreePort(environment: Environment): Promise<WebProcess> {
  const port = await freePort();
  try {
    return await startWeb({ BASE_URL: `http://127.0.0.1:${port}${BASE_PATH}`, ...environment, PORT: String(port) });
  } catch (error) {
    if (!String(error).includes('another program listens there')) throw error;
    return startOnFreePort(environment);
  }
}

const placed = new WeakSet<Page>();

/** Makes `goto('/account')` mean the path of the service: a browser resolves it against the host. */
function belowBasePath(page: Page): Page {
  if (BASE_PATH === '' || placed.has(page)) return page;
  placed.add(page);
  const below = <Target>(target: Target) =>
    (typeof target === 'string' && target.startsWith('/') ? `${BASE_PATH}${target}` : target) as Target;
  const { goto, waitForURL } = page;
  page.goto = (url, options) => goto.call(page, below(url), options);
  page.waitForURL = (url, options) => waitForURL.call(page, below(url), options);
  return page;
}

export { expect };
