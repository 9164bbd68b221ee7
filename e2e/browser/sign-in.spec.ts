/** Tests a company's site: people sign in at its provider, and nobody else can read. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountMessages } from '#components/messages/account';
import { noticeText } from '#lib/api/notice.rules';
import { freePort } from '#lib/testing/free-port';
import { startRealProvider } from '../../lib/testing/real-provider';
import { expectAccessible } from '../support/accessibility';
import { expect, test, withWeb } from '../support/browser-fixture';
import { textOf } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const NAME = 'Corp';
const { client, gate, provider: words, identities } = accountMessages;

test('a reader signs in at the provider and returns; the key stays in the browser', async ({ page, browser }) => {
  const port = await freePort();
  const company = {
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: 'sealpaste',
    OIDC_CLIENT_SECRET: 'a secret that the provider gave',
  };
  await withWeb({ ...company, OIDC_NAME: NAME, ANONYMOUS_READ: 'off', LOG_LEVEL: 'trace' }, async (web) => {
    const { path, key, publicId } = await createSealed(web.url, { content: 'for colleagues' });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers())));

    await page.goto(`${web.url}${path}`);
    await expect(page.getByRole('heading', { name: gate.title })).toBeVisible();
    await expectAccessible(page, 'a page that asks to sign in');
    await page.setViewportSize({ width: 1280, height: 800 });
    // The provider is not running yet: the page explains that, and the way back is not lost.
    await page.getByRole('button', { name: words.button(NAME) }).click();
    await expect(page.getByRole('alert').filter({ hasText: noticeText('sign-in-unavailable') })).toBeVisible();

    const provider = await startRealProvider(`${web.url}/account/oidc/callback`, { host: 'localhost', port });
    try {
      provider.people.set('anna', { preferred_username: 'anna', email: 'anna@corp.example' });
      provider.person = 'anna';
      await page.getByRole('button', { name: words.button(NAME) }).click();
      await expect(textOf(page)).toContainText('for colleagues');
      await expect(page).toHaveURL(`${web.url}${path}`);
      await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).not.toContain('sealpaste-return');
      expect(sent.filter((text) => text.includes(key))).toEqual([]);
      expect(sent.some((text) => text.startsWith(`http://localhost:${port}/auth?`))).toBe(true);
      expect(await web.log()).not.toContain(key);

      await page.goto(`${web.url}/account/settings`);
      await expect(page.getByText(accountMessages.signedInAs('anna'))).toBeVisible();
      await expect(page.getByRole('heading', { name: identities.title(NAME) })).toBeVisible();
      await expect(page.getByText('anna@corp.example').first()).toBeVisible();
      await expectAccessible(page, 'the keys page with a linked account');

      // `sealpaste login` opens this page and listens on this machine.
      const handed = new Promise<string>((resolve) => {
        const program = createServer(({ url = '' }, response) => {
          response.end('done');
          if (url.startsWith('/?')) resolve(url);
        }).listen(0, '127.0.0.1', () => {
          const { port: clientPort } = program.address() as AddressInfo;
          const asked = { port: String(clientPort), state: 's'.repeat(43), challenge: 'c'.repeat(43), name: 'laptop' };
          void page.goto(`${web.url}/account/client?${new URLSearchParams(asked)}`);
        });
      });
      await expect(page.getByText(client.text('laptop'))).toBeVisible();
      await expectAccessible(page, 'a page that asks to allow the client');
      await page.getByRole('button', { name: client.allow }).click();
      expect(await handed).toMatch(/^\/\?code=Fe26[^&]+&state=s{43}$/);

      // A browser without JavaScript uses forms, redirects and the page in between.
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const plainPage = await plain.newPage();
      await plainPage.goto(`${web.url}/view/${publicId}`);
      await plainPage.getByRole('button', { name: words.button(NAME) }).click();
      await plainPage.waitForURL(`${web.url}/view/${publicId}`);
      await expect(plainPage.getByRole('heading', { name: gate.title })).toHaveCount(0);
      await plain.close();
    } finally {
      await provider.close();
    }
  });
});
