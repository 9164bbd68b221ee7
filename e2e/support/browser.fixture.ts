/**
 * What every browser test has: our web process of its own worker on a fresh database, and a page whose noise fails
 * the test: a console error, a request that fails, an uncaught error, a violation of the content security policy.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test as base, expect, type Page } from '@playwright/test';
import { createTestDatabase } from '../../lib/db/testing/test-database';
import { type Environment, startWeb, testEnvironment, type WebProcess } from './processes';

const ALWAYS_ALLOWED = [
  // Chromium asks for an icon where no page names one (raw text).
  /\/favicon\.ico/,
  // Sent when the text is here; nothing waits for it, not even a test.
  /ERR_ABORTED POST \S+\/acknowledge$/,
  // Chromium now and then calls a request aborted that a stream's reader has read to its end, as with large texts.
  /ERR_ABORTED GET \S+\/raw\/\w{24}$/,
];

/** What went wrong unasked, in the order it happened. */
interface Noise {
  /** Declares before it happens what a test provokes on purpose. Also matched against the address. */
  allow(pattern: RegExp): void;
  /** Also listens to a page that the test opened itself. */
  listen(page: Page): Promise<void>;
}

interface WorkerFixtures {
  /** Started once a worker; its `url` is also its BASE_URL. */
  web: WebProcess;
}

interface TestFixtures {
  noise: Noise;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  web: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      await withWeb({}, use);
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ web }, use) => use(web.url),

  noise: [
    async ({ page }, use) => {
      const allowed: RegExp[] = [...ALWAYS_ALLOWED];
      const heard: string[] = [];
      const hear = (text: string) => heard.push(text);
      const listen = async (to: Page) => {
        to.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') hear(`console: ${message.text()} (${message.location().url})`);
        });
        to.on('pageerror', (error) => hear(`uncaught: ${error.stack ?? error.message}`));
        to.on('requestfailed', (request) => hear(`failed: ${request.failure()?.errorText} ${request.method()} ${request.url()}`));
        await to.addInitScript(() => {
          document.addEventListener('securitypolicyviolation', (event) => {
            console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}`);
          });
        });
      };
      await listen(page);
      await use({ allow: (pattern) => allowed.push(pattern), listen });
      const unexpected = heard.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, 'what went wrong unasked').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * What the server has drawn can be read before it can be used: until the program takes over, buttons do nothing or what
 * they do without it. From then on times are in the reader's zone.
 */
export async function takenOver(page: Page): Promise<void> {
  await expect(page.getByText(/\d UTC\)/)).toHaveCount(0);
  // On the page for new pastes the date of the expiry is drawn by the browser alone.
  if (new URL(page.url()).pathname === '/') await expect(page.getByText(/^(Gone on|Stays until) /)).toBeAttached();
}

/** Runs a web process on a database of its own, for tests of another configuration. */
export async function withWeb(overrides: Environment, use: (web: WebProcess) => Promise<void>): Promise<void> {
  const database = await createTestDatabase('sqlite');
  const port = await freePort();
  try {
    const web = await startWeb(testEnvironment(database, { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, ...overrides }));
    try {
      await use(web);
    } finally {
      await web.stop();
    }
  } finally {
    await database.drop();
  }
}

/** Links hold BASE_URL, so the port has to be known before the process starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error(`expected a port, got ${address}`);
  return address.port;
}

export { expect };
