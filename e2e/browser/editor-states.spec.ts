/** Tests the page for new pastes without its programs, without encryption, and while it encrypts. */

import { commonMessages } from '#components/messages/common';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { viewProblemActionMessages } from '#components/messages/view-problem-action';
import { openPaste } from '../../lib/envelope/envelope-open';
import { deflate, FORGED_KEY, forge, PLAIN_HEADER } from '../../lib/testing/envelope-forge';
import { expectAccessible } from '../support/accessibility';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, textArea, textOf } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

test('a new paste whose programs do not arrive does not look alive, and says so', async ({ page, noise }) => {
  noise.allow(/ERR_FAILED/);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText(commonMessages.notLoaded)).toBeVisible();
  await expect(createButton(page)).toHaveCSS('pointer-events', 'none');
  await page.unroute('**/*.js');
  await page.getByRole('link', { name: commonMessages.reload }).click();
  await takenOver(page);
  await expect(page.getByText(commonMessages.notLoaded)).toHaveCount(0);
  await expect(createButton(page)).toHaveCSS('pointer-events', 'auto');
});

test.describe('opened over HTTP under a name that browsers don’t trust', () => {
  const untrusted = (url: string) => url.replace('127.0.0.1', 'lan.test');

  test('where browsers can’t encrypt, an unencrypted paste is created only on purpose', async ({ page, web }) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto(untrusted(web.url));
    await takenOver(page);
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined']);
    await expect(page.getByText(editorMessages.cannotEncryptTitle)).toBeVisible();
    await expect(page.getByRole('switch', { name: editorMessages.encrypt })).toHaveCount(0);
    await expect(page.getByLabel(editorMessages.password)).toHaveCount(0);
    await expectAccessible(page, 'where nothing can be encrypted', [1280]);

    await textArea(page).fill('for all to read');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: editorMessages.problems['encryption-unavailable'] })).toBeVisible();
    expect(posts).toEqual([]);
    await page.getByRole('button', { name: editorMessages.createUnencrypted }).click();
    const { link, publicId } = await createdLinks(page);
    await expect(page.getByText(createdMessages.plainInsecure)).toBeVisible();
    expect(link).not.toContain('#');
    expect((await readPaste(web.url, publicId)).body).toMatchObject({ isE2ee: false, content: 'for all to read' });
  });

  test('an encrypted paste says so, gives its whole link back, and is not burned by it', async ({ page, web, context }) => {
    const { path, publicId, key } = await createSealed(web.url, { content: 'sealed' }, { fields: { burnAfterRead: true } });
    await page.goto(untrusted(`${web.url}${path}`));
    await expect(page.getByRole('heading', { name: viewProblemMessages.insecure.title })).toBeVisible();
    await expect(page).toHaveURL(untrusted(`${web.url}/view/${publicId}`));
    await page.getByRole('button', { name: viewMessages.copyLink }).click();
    await expect(page.getByRole('status')).toHaveText(viewMessages.linkCopiedWithKey);
    await context.grantPermissions(['clipboard-read'], { origin: web.url });
    await page.goto(web.url);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(untrusted(`${web.url}/view/${publicId}#${key}`));
    expect((await readPaste(web.url, publicId)).status).toBe(200);
  });

  test('a paste that is not encrypted is read as anywhere', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: 'plain text' });
    await page.goto(untrusted(`${web.url}/view/${publicId}`));
    await takenOver(page);
    await expect(textOf(page)).toContainText('plain text');
  });
});

test('an envelope that inflates beyond the limit is refused and can be saved', { tag: '@prove' }, async ({ page, web }) => {
  const bomb = await forge({ header: { ...PLAIN_HEADER, zip: 'DEF' }, plaintext: await deflate(new Uint8Array(80 * 1024 * 1024)) });
  await expect(openPaste(bomb, FORGED_KEY)).rejects.toThrow('too-large');
  const { publicId } = await createPaste(web.url, { content: bomb, isE2ee: true });
  await page.goto(`/view/${publicId}#${FORGED_KEY}`);
  await expect(page.getByRole('heading', { name: viewProblemMessages['too-large'].title })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: viewProblemActionMessages.saveCiphertext }).click();
  expect((await download).suggestedFilename()).toBe(`${publicId}.jwe`);
});
