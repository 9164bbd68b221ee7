/**
 * Tests that key, password, title and text of an encrypted paste never leave the browser: all bytes that it sends, the server's
 * log and its database are searched for each of them in every usual encoding.
 */

import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { linkMessages } from '#components/messages/link';
import { passwordMessages } from '#components/messages/password';
import { searchMessages } from '#components/messages/search';
import { viewMessages } from '#components/messages/view';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { viewProblemMessages } from '#components/messages/view-problem';
import { addressOf } from '#lib/site/address.rules';
import { expect, test } from '../support/browser-fixture';
import { findIn, spellingsOf } from '../support/needles';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, fileField, isMakersMark, showMoreOfLink, showMoreOptions, textArea } from '../support/paste-pages';
import type { WebProcess } from '../support/processes';

// All tests share one web process behind a recorder, so they run one after the other.
test.describe.configure({ mode: 'default' });

/** A title with characters that each encoding writes differently. */
const TITLE = 'Zugänge & "Schlüssel" <kanarienvogel>';
/** The title of the one paste that is not encrypted, which the database may contain, for its owner to search. */
const OPEN_TITLE = TITLE.replace('kanarienvogel', 'spatz');
const SECRET_LINE = 'passphrase = "blaue Eidechse/€ + 100%" # kanarie-4711';
const PASSWORD = 'Öffne dich, Sesam! "7 % & <mehr>"';
const WRONG_PASSWORD = 'nicht das Richtige: "ä"';
/** Parts of the text: no request may contain the first line or a word of it. */
const TEXT_PARTS = [SECRET_LINE, 'blaue Eidechse/€', 'kanarie-4711'];

const SIZES = {
  small: `${SECRET_LINE}\nsecond line\n`,
  // Workers encrypt and decrypt a text of this size, and the editor shows it.
  large: `${Array.from({ length: 12_000 }, (_, index) => `line ${index}`).join('\n')}\n${SECRET_LINE}\n`,
};

/** All bytes of the database's files, with its journal. */
async function storedBytes({ environment }: WebProcess): Promise<Buffer> {
  const path = (environment.DATABASE_URL ?? '').replace(/^file:/, '');
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(basename(path)));
  expect(names.length).toBeGreaterThan(0);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(dirname(path), name)))));
}

async function compose(page: Page, text: string, password: string | null, title = TITLE): Promise<{ link: string; key: string }> {
  if (text.length > SIZES.small.length) {
    await fileField(page).setInputFiles({ name: title, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await expect(page.getByLabel(editorMessages.title)).toHaveValue(title);
  } else {
    await page.getByLabel(editorMessages.title).fill(title);
    await textArea(page).fill(text);
  }
  if (password !== null) await page.getByLabel(editorMessages.password).first().fill(password);
  await createButton(page).click();
  const { link, key } = await createdLinks(page);
  await showMoreOfLink(page);
  await page.getByRole('button', { name: linkMessages.showQr }).click();
  await page.getByRole('button', { name: createdMessages.copyLink }).click();
  return { link, key };
}

async function unlock(page: Page, password: string | null, isRaw = false): Promise<void> {
  await takenOver(page);
  if (password === null) return;
  await page.getByLabel(passwordMessages.label, { exact: true }).fill(WRONG_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(passwordMessages.wrong)).toBeVisible();
  await page.getByLabel(passwordMessages.label, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  if (!isRaw) await page.getByRole('button', { name: viewCoveredMessages.asText }).click();
}

/** Does everything that a reader can do with a paste. */
async function read(page: Page, link: string, password: string | null): Promise<void> {
  await page.goto(link);
  await unlock(page, password);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  await page.getByRole('button', { name: viewMessages.search }).click();
  await page.getByRole('textbox', { name: searchMessages.label }).fill('kanarie-4711');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await page.getByRole('button', { name: searchMessages.close }).click();
  await page.getByRole('combobox', { name: viewMessages.language, exact: true }).selectOption('ini');
  await page.getByRole('button', { name: viewMessages.moreActions }).click();
  await page.getByRole('button', { name: linkMessages.showQr }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: viewMessages.download }).click();
  await download;
  await page.reload();
  await unlock(page, password);
  await page.getByRole('button', { name: viewMessages.moreActions }).click();
  await page.getByRole('link', { name: viewMessages.raw }).click();
  // The previous page shows the text, too, so the test waits for the address.
  await expect(page).toHaveURL(/\braw\b/);
  await unlock(page, password, true);
  await expect(page.locator('pre')).toContainText(SECRET_LINE);
  await page.goto(`${link.slice(0, -3)}`);
  await expect(page.getByRole('heading', { name: viewProblemMessages['key-malformed'].title })).toBeVisible();
  // Duplicating makes a new draft, which the tab keeps.
  await page.goto(link);
  await unlock(page, password);
  await page.getByRole('button', { name: viewMessages.moreActions }).click();
  await page.getByRole('button', { name: viewMessages.duplicate }).click();
  await expect(page.getByLabel(editorMessages.title)).toHaveValue(TITLE);
}

for (const [size, password] of [
  ['small', PASSWORD],
  ['large', null],
] as const) {
  test(`a ${size} paste${password ? ' with password' : ''} is in no request, log or row`, {
    tag: size === 'large' ? '@prove' : [],
  }, async ({ page, context, recorded: { recorder, web } }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const strangers: string[] = [];
    context.on('request', (request) => strangers.push(request.url()));
    recorder.startAnew();
    const loggedBefore = (await web.log()).length;
    await page.goto(`${recorder.url}${addressOf('/')}`);
    await takenOver(page);
    const { link, key } = await compose(page, SIZES[size], password);
    expect(key).toHaveLength(43);
    await read(page, link, password);
    await page.goto('about:blank');

    const places = { wire: recorder.sent(), log: Buffer.from((await web.log()).slice(loggedBefore)), database: await storedBytes(web) };
    // The recorder works: it has the create with its envelope, and the log has the request.
    expect(places.wire.includes(`POST ${addressOf('/api/v1/pastes')} HTTP/1.1`)).toBe(true);
    expect(places.wire.includes('"content":"eyJ')).toBe(true);
    expect(places.log.includes('"route":"/api/v1/pastes"')).toBe(true);

    const secrets: [string, string | Uint8Array][] = [
      ['key', key],
      ['bytes of the key', Buffer.from(key, 'base64url')],
      ['title', TITLE],
      ...TEXT_PARTS.map((part): [string, string] => ['text', part]),
      ...(password === null
        ? []
        : ([
            ['password', password],
            ['wrong password', WRONG_PASSWORD],
          ] as [string, string][])),
    ];
    for (const [place, bytes] of Object.entries(places)) {
      for (const [name, secret] of secrets) expect(findIn(bytes, secret), `${name} in ${place}`).toEqual([]);
    }
    const elsewhere = strangers.filter((url) => !url.startsWith(`${recorder.url}/`) && !/^(blob|data):/.test(url));
    expect(elsewhere, 'requests to others').toEqual([]);
    expect((await context.cookies()).filter((cookie) => !isMakersMark(cookie))).toEqual([]);
  });
}

test.describe('the search would find it', () => {
  const noise = Buffer.from('GET / HTTP/1.1\r\nAccept: */*\r\n\r\n{"a":1}');

  test('in every encoding, wherever it begins', () => {
    for (const secret of [TITLE, ...TEXT_PARTS, PASSWORD, Buffer.from('zTGsyQEU8LGb2tz1hiZSTR2BcKTZu2HNnmXEaDgmLaY', 'base64url')]) {
      expect(findIn(noise, secret)).toEqual([]);
      for (const [encoding, bytes] of spellingsOf(secret)) {
        expect(findIn(Buffer.concat([noise, bytes, noise]), secret), encoding).toContain(encoding);
      }
      for (const before of ['', 'x', 'xy']) {
        const inside = Buffer.concat([Buffer.from(before), Buffer.from(secret as string), Buffer.from('yz')]);
        for (const encoding of ['base64', 'base64url'] as const)
          expect(findIn(Buffer.from(inside.toString(encoding)), secret).join(), encoding).toContain(encoding);
      }
    }
  });

  test('in an address, a header, a body, a beacon and the opening of a socket', async ({
    page,
    noise: heard,
    recorded: { recorder, web },
  }) => {
    heard.allow(/WebSocket|404|ERR_ABORTED POST \S+\/raw\/leak$|policy:|Content Security Policy/);
    await page.goto(`${recorder.url}${addressOf('/')}`);
    const leaks: Record<string, (secret: string) => unknown> = {
      address: (secret) => fetch(`/?leak=${encodeURIComponent(secret)}`),
      header: (secret) => fetch('/', { headers: { 'X-Leak': btoa(unescape(encodeURIComponent(secret))) } }),
      body: (secret) => fetch('/raw/leak', { method: 'POST', body: JSON.stringify({ secret }) }).catch(() => null),
      beacon: (secret) => navigator.sendBeacon('/raw/leak', secret),
      socket: (secret) => void new WebSocket(`ws://${location.host}/?leak=${encodeURIComponent(secret)}`),
    };
    for (const [name, leak] of Object.entries(leaks)) {
      const secret = `${name}: ${SECRET_LINE}`;
      await page.evaluate(`(${leak.toString()})(${JSON.stringify(secret)})`);
      await expect.poll(() => findIn(recorder.sent(), secret).length, name).toBeGreaterThan(0);
    }
    expect(await web.log()).not.toContain('kanarie-4711');
  });

  test('in a paste that is not encrypted in the browser', async ({ page, recorded: { recorder } }) => {
    recorder.startAnew();
    await page.goto(`${recorder.url}${addressOf('/')}`);
    await takenOver(page);
    await showMoreOptions(page);
    await page.getByLabel(editorMessages.encrypt).uncheck();
    const { link } = await compose(page, SIZES.small, null, OPEN_TITLE);
    await page.goto(link);
    await takenOver(page);
    for (const secret of [OPEN_TITLE, ...TEXT_PARTS]) expect(findIn(recorder.sent(), secret)).toContain('JSON');
  });
});
