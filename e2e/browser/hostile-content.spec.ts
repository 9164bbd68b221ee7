/**
 * Tests pastes with hostile markup in every field: no script runs, nothing is fetched from elsewhere, and the document has
 * exactly the elements that it has for harmless letters. A violation of the policy fails a test, too: the policy is the second
 * line of defence, and nothing may get that far.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { editorMessages } from '#components/messages/editor';
import { searchMessages } from '#components/messages/search';
import { viewMessages } from '#components/messages/view';
import { readAnsi } from '#components/paste/view/renditions/read-ansi';
import { PAYLOADS, packed } from '#components/testing/payloads';
import { addressOf } from '#lib/site/address.rules';
import { SITE_ICON_URL } from '#lib/site/site-icon.rules';
import { createPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { IN_EXTENSION } from '../support/extension';
import { takenOver } from '../support/page-state';
import { fileField, textArea, textOf } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const TITLES = packed(PAYLOADS, 255);
const ALL_LINES = `${PAYLOADS.join('\n')}\n`;
/** A text of more lines than a page shows as plain elements. */
const MANY_LINES = `${ALL_LINES}${'x\n'.repeat(2_000)}`;
const NAMES = PAYLOADS.filter((payload) => [...payload].length <= 64 && !/\p{Cc}/u.test(payload));

/** Splits the items; each part gets a test, so that two can run at a time. */
function parts<Item>(items: readonly Item[], length: number): Item[][] {
  return items.length === 0 ? [] : [items.slice(0, length), ...parts(items.slice(length), length)];
}

/** Number of requests that are sent at a time. */
const AT_A_TIME = 20;

/** Characters for which the page shows a warning, an element of its own. */
const HIDDEN_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/;

/** Replaces a text by harmless letters, but keeps its length, lines, hidden directions and terminal colours. */
const harmless = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of a terminal begin with one
  text.replace(/\u001B\[[\d;]*m|[^\n\u202A-\u202E\u2066-\u2069]/gu, (found) => (found.startsWith('\u001B[') ? found : 'x'));

/** The text after HTML parsing: without NUL, and with `\n` for every line break (HTML §13.2.3.5, §13.2.6). */
const parsed = (text: string) => text.replaceAll('\u0000', '').replace(/\r\n?/g, '\n');

test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => {
    console.error(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt'] as const) window[name] = () => console.error(`script ran: ${name}`) as never;
  });
});

interface Structure {
  tags: Record<string, number>;
  /** Handlers in attributes, addresses that run code or lead away, scripts without the nonce that are in no file of the build. */
  suspicious: string[];
}

/** The scripts in the pages that are files: the same for every paste. */
const STATIC_SCRIPTS = readdirSync('dist/pages/documents/en')
  .filter((name) => name.endsWith('.html'))
  .flatMap((name) => [
    ...readFileSync(`dist/pages/documents/en/${name}`, 'utf8').matchAll(/<script[^>]*>([^<]+(?:<(?!\/script>)[^<]*)*)<\/script>/g),
  ])
  .map(([, code]) => code ?? '');

/** The extension's pages have a program of their own, and links to pages that only the server has. */
const OF_EXTENSION = IN_EXTENSION ? '^(?:/page\\.js|http://127\\.0\\.0\\.1:\\d+/(?:raw|report)/\\w+)$' : '(?!)';

/** The structure of the open page. */
async function structureOf(page: Page): Promise<Structure> {
  return only(await structures(page, [null]));
}

/** The style of a page that is a file, which the policy of another page forbids. */
const OWN_STYLE = /<style>[^<]*<\/style>/;

/** The structures of pages that are only parsed, so that nothing in them runs. */
const structuresOf = (page: Page, htmls: readonly string[]): Promise<Structure[]> =>
  structures(
    page,
    htmls.map((html) => html.replace(OWN_STYLE, '')),
  );

/** @param sources HTML; null for the open page */
function structures(page: Page, sources: readonly (string | null)[]): Promise<Structure[]> {
  return page.evaluate(
    ([all, icon, scripts, own, ofExtension]) =>
      all.map((source) => {
        const tree = source === null ? document : new DOMParser().parseFromString(source, 'text/html');
        const tags: Record<string, number> = {};
        const suspicious: string[] = [];
        for (const element of tree.querySelectorAll('*')) {
          const name = element.tagName.toLowerCase();
          // The number of scripts with the page's data depends on its length.
          // A text has as many marks as hidden characters.
          if (name !== 'script') tags[name] = (tags[name] ?? 0) + (element.className === 'hidden-character' ? 0 : 1);
          else if (
            !scripts.some((folder) => element.getAttribute('src')?.startsWith(folder)) &&
            !RegExp(ofExtension).test(element.getAttribute('src') ?? '') &&
            !(element as HTMLScriptElement).nonce &&
            !own.includes(element.textContent)
          )
            suspicious.push(element.outerHTML);
          // This is our own icon, letter by letter.
          if (name === 'link' && element.getAttribute('href') === icon) continue;
          for (const { name: attribute, value } of element.attributes) {
            if (/^on|^srcdoc$|^formaction$|^ping$/.test(attribute)) suspicious.push(element.outerHTML);
            if (/^(href|src|action|data|poster)$/.test(attribute) && !/^(\/|#|blob:)(?!\/)/.test(value) && !RegExp(ofExtension).test(value))
              suspicious.push(element.outerHTML);
          }
        }
        return { tags, suspicious };
      }),
    [sources, SITE_ICON_URL, [addressOf('/_next/static/'), addressOf('/assets/')], STATIC_SCRIPTS, OF_EXTENSION] as const,
  );
}

function only<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`expected one, got ${items.length}`);
  return item;
}

/** Gives everything that could run the chance to (two frames, under a pointer), then expects that nothing ran. */
async function expectInert(page: Page): Promise<void> {
  await page.mouse.move(300, 100);
  await page.mouse.move(400, 300);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect((await structureOf(page)).suspicious).toEqual([]);
}

test('there are more than two hundred of them, all different', () => {
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
  expect(PAYLOADS.length).toBeGreaterThan(200);
  expect(TITLES.join(' ')).toBe(PAYLOADS.join(' '));
});

test('what would run is noticed: by the elements, and by the policy', async ({ page, web, noise }) => {
  noise.allow(/policy:|Content Security Policy|404 \(Not Found\)|ERR_FILE_NOT_FOUND/i);
  const { publicId } = await createPaste(web.url, { content: 'x' });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  const before = await structureOf(page);
  expect(before.suspicious).toEqual([]);
  const refused = page.waitForEvent('console', (message) => message.text().startsWith('policy:'));
  await page.evaluate(() => document.querySelector('h1')?.insertAdjacentHTML('beforeend', '<img src="/x" onerror="alert(1)">'));
  await refused;
  const after = await structureOf(page);
  expect(after.tags.img).toBe((before.tags.img ?? 0) + 1);
  expect(after.suspicious).toHaveLength(1);
});

test('each as a title makes the same elements as letters do, whoever parses the page', async ({ page, web }) => {
  await page.goto('/');
  const htmlOf = async (title: string, syntax: string) => {
    const { publicId } = await createPaste(web.url, { content: title.replaceAll('\n', ' '), title, syntax });
    return (await fetch(`${web.url}/view/${publicId}`)).text();
  };
  const expected = only(await structuresOf(page, [await htmlOf('x', 'xx')]));
  const expectedHidden = only(await structuresOf(page, [await htmlOf('\u202Ex', 'xx')]));
  expect(expected.tags).toMatchObject({ h1: 1, title: 1 });
  for (const part of parts(PAYLOADS, AT_A_TIME)) {
    // An unknown language adds an option to the page, while a known one adds none.
    const htmls = await Promise.all(part.map((payload) => htmlOf(payload, NAMES.includes(payload) ? payload : 'xx')));
    const seen = await structuresOf(page, htmls);
    for (const [index, payload] of part.entries())
      expect(seen[index], payload).toEqual(HIDDEN_DIRECTION.test(payload) ? expectedHidden : expected);
  }
});

// view-page-hostile.test.tsx proves for each payload that it makes no element or attribute.
test('as titles, languages and texts of encrypted pastes: every sixth', async ({ page, web }) => {
  for (const [index, title] of TITLES.entries()) {
    if (index % 6 !== 0) continue;
    const { path } = await createSealed(web.url, { content: title, title, syntax: NAMES[index] ?? '' });
    await page.goto(path);
    await expect(textOf(page)).toBeVisible();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    await expectInert(page);
  }
});

// Every payload makes harmless HTML (above), and React treats it as in encrypted pastes. The extension parses no HTML.
test('every twelfth hostile title, language and text is inert in a small paste', async ({ page, web }) => {
  for (const [index, title] of TITLES.entries()) {
    if (index % 12 !== 0) continue;
    const { publicId } = await createPaste(web.url, { content: title, title, syntax: NAMES[index] ?? '' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(IN_EXTENSION ? title : parsed(title));
    await expectInert(page);
  }
});

for (const [what, store] of [
  ['stored as it is', async (url: string, content: string) => `/view/${(await createPaste(url, { content, syntax: 'html' })).publicId}`],
  ['encrypted', async (url: string, content: string) => (await createSealed(url, { content, syntax: 'html' })).path],
] as const) {
  test(`all in one text, ${what}: the elements of a small text are those of letters`, async ({ page, web }) => {
    const seen: Structure[] = [];
    for (const content of [harmless(ALL_LINES), ALL_LINES]) {
      await page.goto(await store(web.url, content));
      await expect(textOf(page)).toBeVisible();
      await takenOver(page);
      // One of the lines has terminal colours, which a separate program adds after the text.
      await expect.poll(() => page.locator('pre').evaluate((pre) => pre.textContent)).toBe(readAnsi(content).text);
      await expectInert(page);
      seen.push(await structureOf(page));
    }
    expect(seen[1]).toEqual(seen[0]);
  });

  test(`all in one large text, ${what}: scrolled past, searched, and as raw text`, { tag: '@prove' }, async ({ page, web }) => {
    await page.goto(await store(web.url, MANY_LINES));
    const editor = textArea(page);
    await expect(editor).toBeVisible();
    await editor.focus();
    for (let screen = 0; screen < 12; screen += 1) {
      await page.keyboard.press('PageDown');
      await expectInert(page);
      expect(await editor.evaluate((element) => [...new Set([...element.querySelectorAll('*')].map(({ tagName }) => tagName))])).toEqual(
        expect.not.arrayContaining(['IMG', 'SCRIPT', 'A', 'SVG', 'svg', 'IFRAME', 'STYLE', 'LINK', 'FORM']),
      );
    }
    await page.getByRole('button', { name: viewMessages.search }).click();
    await page.getByRole('textbox', { name: searchMessages.label }).fill('</script><script>alert(1)</script>');
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    await expectInert(page);
    await page.getByRole('button', { name: viewMessages.moreActions }).click();
    await page.getByRole('link', { name: viewMessages.raw }).click();
    await expect(page.locator('pre')).toContainText('<script>alert(1)</script>');
    expect(await page.evaluate(() => [...document.body.querySelectorAll('pre *')].length)).toBe(0);
  });
}

test('as search, name of a file, and title of a new paste', { tag: '@prove' }, async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: ALL_LINES });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await page.getByRole('button', { name: viewMessages.search }).click();
  for (const query of TITLES.slice(0, 10)) {
    await page.getByRole('textbox', { name: searchMessages.label }).fill(query);
    await expect(page.getByText(searchMessages.none)).toBeVisible();
    await expectInert(page);
  }
  await page.goto('/');
  await takenOver(page);
  for (const name of NAMES.filter((payload) => !/[/\\]/.test(payload)).slice(0, 40)) {
    // Carriage returns make the page keep this as a file instead of putting it into the editor.
    await fileField(page).setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(`${name}\r\n`) });
    await expect(page.locator('section[aria-label]').first()).toHaveAttribute('aria-label', name);
    await expect(page.getByLabel(editorMessages.title)).toHaveValue(name);
    await page.getByRole('button', { name: 'Remove' }).click();
  }
  await expectInert(page);
});

test('as addresses of pages that don’t exist', { tag: '@prove' }, async ({ page, web, noise }) => {
  noise.allow(/404/);
  // A page of ours would report each style of those that are parsed in it.
  await page.goto('about:blank');
  const paths = (payload: string) =>
    ['', 'view/', 'manage/', 'raw/', 'api/v1/pastes/'].map((folder) => `/${folder}${encodeURIComponent(payload)}`);
  const get = async (path: string) => {
    const response = await fetch(`${web.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } });
    const { 'content-type': type = '', location = '' } = Object.fromEntries(response.headers);
    return { path, folder: path.slice(0, path.lastIndexOf('/')), status: response.status, type, location, body: await response.text() };
  };
  const isPage = ({ status, type }: { status: number; type: string }) => status === 404 && type.startsWith('text/html');
  const ofLetters = (await Promise.all(paths('xx').map(get))).filter(isPage);
  const seen = await structuresOf(
    page,
    ofLetters.map(({ body }) => body),
  );
  const expected = new Map(ofLetters.map(({ folder }, index) => [folder, seen[index]]));
  expect([...expected.keys()]).toEqual(['', '/view', '/manage']);
  // These payloads share an address with others; each has only characters that a router might misread in a name.
  const names = [...TITLES, ...PAYLOADS.filter((payload) => !/[<>"'\s]/.test(payload))];
  for (const part of parts(names.flatMap(paths), AT_A_TIME)) {
    const replies = await Promise.all(part.map(get));
    for (const { path, status, type, location, body } of replies) {
      // The redirect leads to the page of the same name, which is among these paths.
      if (status === 303) expect([addressOf(`/${path.slice(1)}`), body]).toEqual([location.replace('/view/', '/raw/'), '']);
      else expect(status, path).toBe(404);
      if (type.startsWith('application/json')) expect(body.includes('alert'), path).toBe(false);
      else if (status === 404) expect(type, path).toMatch(/^text\/html/);
    }
    const pages = replies.filter(isPage);
    const structured = await structuresOf(
      page,
      pages.map(({ body }) => body),
    );
    // An address that no link has gets the page of all addresses without a page.
    for (const [index, { path, folder }] of pages.entries())
      expect([expected.get(folder), expected.get('')], path).toContainEqual(structured[index]);
  }
  for (const path of PAYLOADS.slice(0, 4).flatMap((payload) => paths(payload.replaceAll('/', '')).slice(0, 3))) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectInert(page);
  }
});

test('as raw text: sent as text and sandboxed, whatever it begins with', async ({ page, web }) => {
  const beginnings = [
    '<!doctype html><title>x</title><script>alert(1)</script>',
    '<html><body onload=alert(1)>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    'alert(1)//',
    '\ufeff<script>alert(1)</script>',
    '%PDF-1.4',
    'GIF89a/*<svg/onload=alert(1)>*/=alert(1)//',
    '{"a":"<script>alert(1)</script>"}',
  ];
  const store = async (content: string) => (await createPaste(web.url, { content, syntax: 'html' })).publicId;
  for (const part of parts([...beginnings, ...PAYLOADS], AT_A_TIME)) {
    const sent = await Promise.all(
      part.map(async (content) => {
        const response = await fetch(`${web.url}/raw/${await store(content)}`, { headers: { accept: 'text/html' } });
        return { content, headers: Object.fromEntries(response.headers), body: Buffer.from(await response.arrayBuffer()).toString() };
      }),
    );
    for (const { content, headers, body } of sent) {
      expect(body).toBe(content);
      expect(headers, content).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*\bsandbox\b/),
        'cache-control': 'no-store',
      });
    }
  }
  for (const content of beginnings) {
    await page.goto(`/raw/${await store(content)}`);
    expect(await page.evaluate(() => [document.contentType, document.body.children.length])).toEqual(['text/plain', 1]);
    expect(await page.locator('pre').textContent()).toBe(content.replace('\ufeff', ''));
  }
});
