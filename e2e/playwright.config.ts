import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { basePathOf } from '../scripts/base-path.mjs';
import { isWhole } from './support/scope.mjs';

// BASE_URL names the path that the tests run below, if any, as in a build.
process.env.BASE_PATH = basePathOf(process.env.BASE_URL);

/** Debian's. The shell is Chromium without what a window needs, as Playwright's own download is: a fifth less work. */
const SYSTEM_CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = SYSTEM_CHROMIUMS.find((path) => existsSync(path));

export default defineConfig({
  testDir: 'browser',
  globalSetup: './support/build.setup.ts',
  reporter: [['list'], ['./support/playwright-closing-line.ts']],
  // A worker is a browser and a web process, and waits for its page a third of the time: three keep two cores busy.
  // Each takes the next test, whatever file it is of.
  workers: 3,
  fullyParallel: true,
  ...(isWhole ? {} : { grepInvert: /@prove/ }),

  // For what never comes, not for what comes late because the machine is busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI === 'true',
  use: {
    // A window of its own for each test is half of what a test costs. Playwright empties it: cookies, storage, routes, scripts.
    reuseContext: true,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Playwright leaves a page by about:blank, which would end its process: the next page starts another, a quarter more work.
        '--renderer-process-limit=1',
        // Compiled programs are kept from their first page on: a tenth less work. Of this option only the last one counts,
        // so that the mouse is here again, which Playwright gives a browser without a window.
        '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,v8CacheOptions=4',
        // Whatever a page or the browser itself asks for, it reaches this machine or nothing.
        // lan.test is a name that browsers don't trust without HTTPS, as an address in a local network would be.
        '--host-resolver-rules=MAP lan.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
});
