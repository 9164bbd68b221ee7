/**
 * Runs the journeys of a link and of the editor in the extension's pages, in a whole Chromium (e2e/support/extension.ts).
 *
 * Not here: tests of an account, of its lists, webhooks and chats, of managing, asking and administration, of brand, policies,
 * languages and documentation, since the extension has none of these pages; of envelopes and of the search for secrets, which open
 * pages or servers of their own; and those that start a whole Chromium themselves, as the extension's own do.
 */
import { defineConfig } from '@playwright/test';
import pages from './playwright.config';

process.env.TEST_EXTENSION = 'yes';

const JOURNEYS = [
  'burn',
  'editor',
  'editor-safety',
  'editor-states',
  'files',
  'hostile-content',
  'markdown',
  'release',
  'view',
  'view-actions',
  'view-large',
];

/** Tests in these files of what the extension has not. */
const OF_PAGES_ALONE = [
  // A server draws pages that need no JavaScript, or show something before their programs have come.
  /without JavaScript/,
  /whose programs do not arrive/,
  /typed before the program came/,
  /before any program of the page has arrived/,
  /a page of nothing is drawn by the server/,
  // HTML of the server is parsed, which the extension doesn't ask for.
  /whoever parses the page/,
  /as addresses of pages/,
  // It also sends previews and raw text.
  /to previews/,
  /sent as text and sandboxed/,
  // Pages load a part when it is needed; the extension's files are all on the device, so no reader waits for them or pays.
  /costs a new reader/,
  /only Markdown loads the renderer/,
  /preloads what a dialog needs/,
  // The extension sends no cookie, so it is not known who made a paste.
  /counts no view by the browser that made it/,
  // An extension's pages can always encrypt.
  /opened over HTTP under a name/,
  // A receipt is on the server's page for the manage link.
  /only the manage link shows the receipt/,
  // Playwright's touch does not reach an extension's page, which then is one for a mouse.
  /on a phone/,
];

export default defineConfig({
  ...pages,
  globalSetup: ['./support/build.setup.ts', './support/extension.setup.ts'],
  testMatch: JOURNEYS.map((name) => `${name}.spec.ts`),
  grepInvert: OF_PAGES_ALONE,
});
