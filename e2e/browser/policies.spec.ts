/** Tests every kind of page in every state: its policy and headers, its requests and its links. */
import type { Page } from '@playwright/test';
import { accountMessages } from '#components/messages/account';
import { commonMessages } from '#components/messages/common';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { errorPageMessages } from '#components/messages/error-page';
import { manageMessages } from '#components/messages/manage';
import { mineMessages } from '#components/messages/mine';
import { passwordMessages } from '#components/messages/password';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { webhookTestMessages } from '#components/messages/webhook-test';
import { createPaste, createWebhook } from '../support/api';
import { createAccount, signInto } from '../support/browser-accounts';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, isMakersMark, openButton, textArea, textOf } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const CODE = 'export const answer = 42;\n// what is behind the door\n';
const ABSENT = '0123456789abcdefghijABCD';

test.beforeEach(({ noise }) => noise.allow(/404 \(Not Found\)/));

interface Visit {
  state: string;
  path: string;
  /** The heading that shows that the page is in its state. */
  heading: string;
  act?: (page: Page) => Promise<void>;
}

async function visits(url: string): Promise<Visit[]> {
  const large = CODE.repeat(8_000);
  const plain = await createPaste(url, { content: CODE, title: 'answer.ts', syntax: 'typescript', ttlSeconds: 3600 });
  const largePlain = await createPaste(url, { content: large, title: 'large.ts', syntax: 'typescript' });
  const burning = await createPaste(url, { content: CODE, burnAfterRead: true });
  const opened = await createPaste(url, { content: CODE, burnAfterRead: true });
  const foreign = await createPaste(url, { content: '-----BEGIN PGP MESSAGE-----', isE2ee: true });
  const managed = await createPaste(url, { content: CODE, title: 'mine', protect: true });
  const sealed = await createSealed(url, { content: CODE, title: 'Sealed' });
  const locked = await createSealed(url, { content: CODE, title: 'Locked' }, { password: 'open sesame' });
  const enter = (password: string) => async (page: Page) => {
    await takenOver(page);
    await page.getByLabel(passwordMessages.label, { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };
  return [
    { state: 'a new paste', path: '/', heading: editorMessages.heading },
    {
      state: 'a created paste',
      path: '/',
      heading: createdMessages.heading,
      act: async (page) => {
        await takenOver(page);
        await textArea(page).fill(CODE);
        await createButton(page).click();
      },
    },
    { state: 'what this browser keeps', path: '/mine', heading: mineMessages.title },
    { state: 'a small text', path: `/view/${plain.publicId}#L2`, heading: 'answer.ts' },
    { state: 'a large text', path: `/view/${largePlain.publicId}`, heading: 'large.ts' },
    { state: 'a paste that burns', path: `/view/${burning.publicId}`, heading: viewMessages.confirm.title },
    {
      state: 'a paste that burned',
      path: `/view/${opened.publicId}`,
      heading: `${commonMessages.plainText} · ${viewMessages.lines(2)}`,
      act: async (page) => {
        await takenOver(page);
        await openButton(page).click();
        // The heading appears before the text has arrived.
        await expect(textOf(page)).toBeVisible();
      },
    },
    { state: 'an encrypted text', path: sealed.path, heading: 'Sealed' },
    { state: 'an encrypted text, raw', path: `/view/${sealed.publicId}?raw#${sealed.key}`, heading: '' },
    { state: 'a missing key', path: `/view/${sealed.publicId}`, heading: viewProblemMessages['key-missing'].title },
    { state: 'a wrong key', path: `/view/${sealed.publicId}#${locked.key}`, heading: viewProblemMessages['wrong-key'].title },
    { state: 'a password asked for', path: locked.path, heading: passwordMessages.title, act: enter('wrong') },
    { state: 'a password given', path: locked.path, heading: 'Locked', act: enter('open sesame') },
    { state: 'a foreign ciphertext', path: `/view/${foreign.publicId}`, heading: viewProblemMessages.foreign.title },
    { state: 'no such paste', path: `/view/${ABSENT}`, heading: commonMessages.errors.notFoundTitle },
    { state: 'managing', path: `/manage/${managed.publicId}#${managed.manageToken}`, heading: 'mine' },
    { state: 'nothing to manage', path: `/manage/${ABSENT}`, heading: manageMessages.goneTitle },
    { state: 'no such page', path: '/nowhere', heading: errorPageMessages.pageNotFoundTitle },
  ];
}

test('what is shared stays on the device, by the one service worker there is', async ({ page, web }) => {
  await page.goto('/');
  await takenOver(page);
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  const scopes = () =>
    page.evaluate(async () => {
      const registered = await navigator.serviceWorker.getRegistrations();
      return registered.filter(({ active }) => active?.state === 'activated').map(({ scope }) => new URL(scope).pathname);
    });
  await expect.poll(scopes).toEqual([new URL(`${web.url}/share/`).pathname]);
  // A phone sends this form.
  await page.evaluate((action) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action, enctype: 'multipart/form-data' });
    form.innerHTML = '<textarea name="text"></textarea><input type="file" name="files">';
    const files = new DataTransfer();
    files.items.add(new File(['shared bytes'], 'shared.log'));
    (form.elements.namedItem('text') as HTMLTextAreaElement).value = 'a shared text';
    (form.elements.namedItem('files') as HTMLInputElement).files = files.files;
    document.body.append(form);
    form.submit();
  }, `${web.url}/share/target`);
  await expect(textArea(page)).toHaveValue('a shared text');
  await expect(page.getByText('shared.log', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${web.url}/`);
  expect(await web.log()).not.toContain('/share/target');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

/** Name and sources of each directive. */
function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

/** @returns the nonce; null for a page that is a file, whose scripts the policy names by their hashes */
function expectStrict(policy: string, state: string): string | null {
  const parts = directives(policy);
  expect(policy, state).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|\*|https?:/);
  for (const [name, sources] of [
    ['default-src', "'none'"],
    ['object-src', "'none'"],
    ['connect-src', "'self'"],
    ['worker-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ] as const)
    expect(parts.get(name), `${state}: ${name}`).toEqual([sources]);
  const [own, ...scripts] = parts.get('script-src') ?? [];
  expect(own, `${state}: own scripts`).toBe("'self'");
  if (scripts.length > 0 && scripts.every((source) => /^'sha256-[\w+/]{43}='$/.test(source))) return null;
  const nonce = scripts.find((source) => /^'nonce-[\w+/=]{24}'$/.test(source));
  expect(nonce, `${state}: nonce`).toBeDefined();
  return nonce ?? '';
}

/** Opens pages one after another and checks what all have in common. @returns the targets of their links */
async function crawl(page: Page, baseUrl: string, all: readonly Visit[]): Promise<Set<string>> {
  const requested: string[] = [];
  page.context().on('request', (request) => requested.push(request.url()));
  const nonces: (string | null)[] = [];
  const links = new Set<string>();
  for (const { state, path, heading, act } of all) {
    await page.goto('about:blank');
    const response = await page.goto(path);
    const headers = (await response?.allHeaders()) ?? {};
    expect(headers, state).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    // Encrypted pastes, and what is left of pastes, have none (docs/decisions/0106-one-service-worker.md).
    if (!/^\/view\//.test(path)) expect(headers, state).toHaveProperty('cross-origin-opener-policy', 'same-origin');
    expect(headers, state).not.toHaveProperty('x-powered-by');
    const nonce = expectStrict(headers['content-security-policy'] ?? '', state);
    nonces.push(nonce);
    // A file says nothing of its reader, so a browser may keep it; it asks each time whether the page is still there.
    expect(headers['cache-control'], state).toMatch(nonce === null ? /^no-(cache|store)$/ : /no-store/);
    await act?.(page);
    if (heading) await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    else await expect(page.locator('pre')).toHaveText(CODE);
    expect(await page.locator('meta[name=robots]').first().getAttribute('content'), state).toContain('noindex');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), state).toBe(0);
    for (const link of await page.locator('a[href]').evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => href)))
      links.add(link);
  }
  const own = nonces.filter((nonce) => nonce !== null);
  expect(new Set(own).size, 'a nonce of its own for each rendered page').toBe(own.length);
  expect(
    requested.filter((url) => !url.startsWith(`${baseUrl}/`) && !/^(blob|data|about):/.test(url)),
    'requests to others',
  ).toEqual([]);
  expect(
    [...links].filter((link) => !link.startsWith(`${baseUrl}/`)),
    'links to others',
  ).toEqual([]);
  return links;
}

test('pages have the strict policy, ask no other host, set only the maker’s mark', async ({ page, web, context }) => {
  const links = await crawl(page, web.url, await visits(web.url));
  expect(links.size).toBeGreaterThan(3);
  expect((await context.cookies()).filter((cookie) => !isMakersMark(cookie))).toEqual([]);
});

test('so has every page of an account, which is nobody’s without signing in', async ({ page, web, context }) => {
  const account = await createAccount(web.url);
  const owner = account.headers;
  await createPaste(web.url, { content: CODE, title: 'answer.ts' }, owner);
  const webhook = await createWebhook(web.url, owner);
  await createPaste(web.url, { content: CODE }, owner);
  const paths = ['/account/webhooks', `/account/webhooks/${webhook.id}`, '/account/chats', '/account/settings'];
  const asStranger = paths.map((path) => ({ state: `${path} for a stranger`, path, heading: accountMessages.signIn.heading }));
  await crawl(page, web.url, asStranger);
  await signInto(context, web.url, account);
  await crawl(page, web.url, [
    { state: 'pastes', path: '/mine', heading: mineMessages.title },
    { state: 'settings', path: '/account/settings', heading: accountMessages.pages.settings },
    { state: 'chats', path: '/account/chats', heading: accountMessages.pages.chats },
    { state: 'webhooks', path: '/account/webhooks', heading: accountMessages.pages.webhooks },
    { state: 'a webhook', path: `/account/webhooks/${webhook.id}`, heading: webhook.url },
    {
      state: 'a webhook that was tested',
      path: `/account/webhooks/${webhook.id}`,
      heading: webhook.url,
      act: async (page) => {
        await page.getByRole('button', { name: webhookTestMessages.send }).click();
        await expect(page.getByText('Not delivered:')).toBeVisible();
      },
    },
    { state: 'no such webhook', path: '/account/webhooks/2147483647', heading: errorPageMessages.pageNotFoundTitle },
  ]);
});

test('no response at a paste’s addresses leads to another origin, whoever asks', async ({ web }) => {
  const plain = await createPaste(web.url, { content: CODE });
  const burning = await createPaste(web.url, { content: CODE, burnAfterRead: true });
  const sealed = await createSealed(web.url, { content: CODE });
  const ids = [plain.publicId, burning.publicId, sealed.publicId, ABSENT, 'nonsense'];
  const paths = [
    '/',
    ...ids.flatMap((id) => [
      `/view/${id}`,
      `/view/${id}/`,
      `/view/${id}?raw`,
      `/raw/${id}`,
      `/raw/${id}/`,
      `/manage/${id}`,
      `/manage/${id}/`,
    ]),
    '//evil.example',
    '//evil.example/view/x',
    '/view//evil.example',
    '/view/%2f%2fevil.example',
    '/raw/https:%2f%2fevil.example',
    '/view/x?next=https://evil.example',
    ...['//evil.example', 'https://evil.example', '/%5Cevil.example', 'javascript:alert(1)'].flatMap((to) => [
      `/account/gate?to=${to}`,
      `/account/return?to=${to}`,
      `/account/oidc/callback?code=x&state=y&returnTo=${to}`,
    ]),
  ];
  const disguises: Record<string, string>[] = [
    {},
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    { origin: 'https://evil.example', referer: 'https://evil.example/' },
  ];
  let redirects = 0;
  for (const path of paths) {
    for (const disguise of disguises) {
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...disguise };
      const response = await fetch(`${web.url}${path}`, { redirect: 'manual', headers });
      await response.arrayBuffer();
      const location = response.headers.get('location');
      expect(response.status >= 300 && response.status < 400, path).toBe(location !== null);
      if (location === null) continue;
      redirects += 1;
      expect(new URL(location, web.url).origin, path).toBe(new URL(web.url).origin);
      expect(location, path).toMatch(/^\/(?![/\\])/);
    }
  }
  expect(redirects).toBeGreaterThan(0);
});
