/**
 * Tests every page with an operator's own name, logo, colour, notice and links, and its accessibility; other tests check what
 * a page shows after it was used. New pages must be added here.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { commonMessages } from '#components/messages/common';
import { SITE_NAME_ID } from '#components/ui/site-name';
import { expectReadable } from '../support/accessibility';
import { createPaste, createWebhook } from '../support/api';
import { type Account, createAccount, signInto } from '../support/browser-accounts';
import { test as base, expect, withWeb } from '../support/browser-fixture';
import { type Environment, runAdmin, type WebProcess } from '../support/processes';
import { createSealed } from '../support/sealed';

const ABSENT = '0123456789abcdefghijABCD';
/** A name of the maximum length, and a logo that is wider than high. */
const NAME = 'Landesamt für Datenverarbeitung Nordost';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" rx="9" fill="#b3005e"/></svg>';
const COLOUR = '#b3005e';
const LINKS = ['Imprint', 'Privacy', 'Terms', 'Help', 'Status of all our services', 'Report abuse'];
const NOTICE = 'Maintenance on Sunday from 20:00 to 22:00. Pastes stay readable, new ones are refused: https://status.example/maintenance';

const brand = (logo: string): Environment => ({
  SITE_NAME: NAME,
  SITE_LOGO: logo,
  SITE_COLOR: COLOUR,
  SITE_NOTICE: NOTICE,
  LINK_IMPRINT: 'https://agency.example/imprint',
  LINK_PRIVACY: 'https://agency.example/privacy',
  LINK_TERMS: '/docs/how',
  LINKS: 'Help=https://agency.example/help,Status of all our services=https://status.example',
  SMTP_URL: 'smtp://127.0.0.1:9?tls=off',
  MAIL_FROM: 'paste@agency.example',
  ABUSE_CONTACT: 'abuse@agency.example',
  // These settings make the pages that ask to sign in appear, with every way to do it.
  ANONYMOUS_READ: 'off',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'sealpaste',
  OIDC_NAME: 'the Agency’s directory',
});

interface Made {
  plain: string;
  burning: string;
  removed: string;
  sealed: string;
  webhook: number;
  request: string;
  userId: number;
  reportId: string;
}
type Paths = (made: Made) => string[];

const CLIENT = `port=41234&state=${'s'.repeat(43)}&challenge=${'c'.repeat(43)}&name=laptop`;

/** The paths to visit, by the page's file below app/ or static-pages/entries/. */
const FOR_VISITORS: Record<string, Paths> = {
  'new.ts': () => ['/'],
  'missing.ts': () => ['/nowhere'],
  'docs/api/page.tsx': () => ['/docs/api'],
  'docs/cli/page.tsx': () => ['/docs/cli'],
  'how.ts': () => ['/docs/how'],
  'mine.ts': () => ['/mine'],
  'receive.ts': () => ['/receive'],
  'send.ts': () => ['/send'],
  'requests.ts': () => ['/requests'],
  'request.ts': ({ request }) => [`/request/${request}`],
  'inbox.ts': ({ request }) => [`/inbox/${request}`],
  'missing-request.ts': () => [`/request/${ABSENT}`],
  'account/page.tsx': () => ['/account', '/account?notice=unknown-key'],
  'account/gate/page.tsx': ({ plain }) => [`/view/${plain}`],
  'account/register/page.tsx': () => ['/account/register'],
  'account/client/page.tsx': () => ['/account/client', `/account/client?${CLIENT}`],
};
const FOR_ADMINISTRATORS: Record<string, Paths> = {
  'requests/page.tsx': () => ['/requests'],
  'view/[publicId]/page.tsx': ({ plain, burning }) => [`/view/${plain}`, `/view/${burning}`],
  'view.ts': ({ sealed }) => [sealed, `${sealed.split('#')[0]}`],
  'missing-paste.ts': ({ removed }) => [`/view/${removed}`, `/view/${ABSENT}`],
  'report/[publicId]/page.tsx': ({ plain }) => [`/report/${plain}`, `/report/${plain}?sent`],
  'manage/[publicId]/page.tsx': ({ plain }) => [`/manage/${plain}`],
  'manage/[publicId]/not-found.tsx': () => [`/manage/${ABSENT}`],
  'mine/page.tsx': () => ['/mine'],
  'account/confirm/page.tsx': () => ['/account/confirm'],
  'account/settings/page.tsx': () => ['/account/settings'],
  'account/chats/page.tsx': () => ['/account/chats'],
  'account/mail/page.tsx': () => ['/account/mail'],
  'account/webhooks/page.tsx': () => ['/account/webhooks'],
  'account/webhooks/[id]/page.tsx': ({ webhook }) => [`/account/webhooks/${webhook}`],
  'account/client/page.tsx': () => [`/account/client?${CLIENT}`],
  'account/admin/[[...path]]/page.tsx': ({ userId, reportId }) =>
    ['reports', `reports/${reportId}`, 'pastes', 'users', `users/${userId}`, 'bans?notice=ban-refused', 'audit', 'health'].map(
      (path) => `/account/admin/${path}`,
    ),
};
/** Pages of plain Next, which our server sends as files. */
const ELSEWHERE = [
  'receive/page.tsx',
  'send/page.tsx',
  'request/[requestId]/page.tsx',
  'request/[requestId]/not-found.tsx',
  'inbox/[requestId]/page.tsx',
  'view/[publicId]/not-found.tsx',
  'not-found.tsx',
  'global-not-found.tsx',
];
/** Pages that redirect to another page. */
const LEADING = ['account/return/page.tsx'];
/** The page for failures, which no path shows. */
const ERROR_PAGE = 'error.tsx';

/** Pages of each kind, which each change must pass: files, rendered, of an account, of administrators, missing. */
const ONE_OF_A_KIND = [
  'new.ts',
  'view.ts',
  'view/[publicId]/page.tsx',
  'missing.ts',
  'account/webhooks/[id]/page.tsx',
  'docs/api/page.tsx',
];

interface Branded {
  url: string;
  made: Made;
  account: Account;
}

/** A web process with the brand and with data for each page, once a Playwright worker. */
const test = base.extend<object, { branded: Branded }>({
  branded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
    async ({}, use, { workerIndex }) => {
      const logo = join(tmpdir(), `sealpaste-logo-${process.pid}-${workerIndex}.svg`);
      writeFileSync(logo, LOGO);
      await withWeb(brand(logo), async (web) => use(await madeOn(web)));
      rmSync(logo);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('every page is named here', () => {
  const rendered = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|\/)(?:page|not-found|global-not-found|error)\.tsx$/.test(file),
  );
  const pages = [...rendered, ...readdirSync('static-pages/entries')];
  const named = new Set([...Object.keys(FOR_VISITORS), ...Object.keys(FOR_ADMINISTRATORS), ...LEADING, ...ELSEWHERE, ERROR_PAGE]);
  // The folders of Next's route groups are in no address.
  expect([...named].toSorted()).toEqual(pages.map((file) => file.replace(/^\(\w+\)\//, '')).toSorted());
});

async function madeOn(web: WebProcess): Promise<Branded> {
  const account = await createAccount(web.url);
  const { headers } = account;
  const create = async (fields: Record<string, unknown>) =>
    (await createPaste(web.url, { content: 'const a = 1;\n', ...fields }, headers)).publicId;
  const plain = await create({ title: 'a title that is as long as titles of files mostly are.ts', syntax: 'typescript' });
  const removed = await create({});
  const admin = async (...args: string[]) => {
    const { code, stdout, stderr } = await runAdmin([...args, '--json'], web.environment);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  await admin('paste', 'remove', removed);
  await admin('user', 'promote', account.name);
  const form = { publicId: plain, reason: 'spam', text: `advertising ${'-'.repeat(100)}`, contact: 'reader@example.org', link: '' };
  await fetch(`${web.url}/account/actions/report`, {
    method: 'POST',
    headers: { Origin: new URL(web.url).origin },
    body: new URLSearchParams(form),
  });
  await web.waitFor('a paste was reported');
  await admin('ban', 'add', '2001:db8:1234:5678::/64', '--reason', 'flood '.repeat(20));
  const made: Made = {
    plain,
    removed,
    burning: await create({ burnAfterRead: true }),
    sealed: (await createSealed(web.url, { content: 'sealed', title: 'Sealed' })).path,
    webhook: (await createWebhook(web.url, headers)).id,
    request: await createRequestLink(web.url, headers),
    userId: (await admin('user', 'list')).users[0].id,
    reportId: /"report":"([^"]+)"/.exec(await web.log())?.[1] ?? '',
  };
  return { url: web.url, made, account };
}

async function createRequestLink(url: string, headers: Record<string, string>): Promise<string> {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const response = await fetch(`${url}/api/v1/requests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ publicKey: { kty, crv, x, y }, label: 'the password', ttlSeconds: 3600 }),
  });
  const { requestId } = (await response.json()) as { requestId?: string };
  if (requestId === undefined) throw new Error(`no request link: ${response.status}`);
  return requestId;
}

/** A policy that allows only what this host serves, scripts by nonce or hash, and pictures that are in the page. */
const STRICT =
  /^default-src 'none'; script-src 'self'(?: '(?:nonce|sha256)-[^']+')+(?: 'strict-dynamic')?; style-src(?: 'self')?(?: '(?:nonce|sha256)-[^']+')*; img-src 'self' data:(?: blob:)?; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'$/;

async function expectBranded(page: Page, url: string, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const response = await page.goto(`${url}${path}`);
  expect((await response?.allHeaders())?.['content-security-policy'], path).toMatch(STRICT);
  await expect(page.locator('main').first(), path).toBeVisible();
  await expect(page.locator(`#${SITE_NAME_ID}`), path).toHaveText(NAME);
  await expect(page, path).toHaveTitle(new RegExp(`${NAME}$`));
  await expect(page.getByRole('complementary', { name: commonMessages.notice }), path).toContainText(NOTICE);
  const logo = page.locator('header img');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth), path).toBeGreaterThan(0);
  const links = page.getByRole('contentinfo').getByRole('link');
  await expect.poll(() => links.allInnerTexts(), path).toEqual(expect.arrayContaining(LINKS));
  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  await expect.poll(accent, path).toContain(COLOUR);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  });
  await expectReadable(page, path);
}

test.beforeEach(({ noise }) => noise.allow(/404 \(Not Found\)/));

for (const [pages, isSignedIn] of [
  [FOR_VISITORS, false],
  [FOR_ADMINISTRATORS, true],
] as const)
  for (const [file, paths] of Object.entries(pages)) {
    const tag = ONE_OF_A_KIND.includes(file) ? [] : ['@prove'];
    const title = `${file}${isSignedIn ? ' of an administrator' : ''} has the brand, is readable and strict`;
    test(title, { tag }, async ({ page, branded: { url, made, account } }) => {
      if (isSignedIn) await signInto(page.context(), url, account);
      for (const path of paths(made)) await expectBranded(page, url, path);
    });
  }
