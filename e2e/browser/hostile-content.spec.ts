/**
 * Pastes whose every field is markup that wants to run: no script runs, nothing is fetched from elsewhere, and the
 * document has the very elements that it has for harmless letters. A violation of the policy would fail a test by
 * itself: the policy is the second wall, and nothing may get as far.
 */
import type { Page } from '@playwright/test';
import { siteIcon } from '../../components/shell/site-icon';
import { createPaste } from '../support/api';
import { expect, takenOver, test } from '../support/browser.fixture';
import { PAYLOADS, packed } from '../support/payloads';
import { createSealed } from '../support/sealed';

const TITLES = packed(PAYLOADS, 255);
const ALL_LINES = `${PAYLOADS.join('\n')}\n`;
/** More lines than are shown as plain elements. */
const MANY_LINES = `${ALL_LINES}${'x\n'.repeat(2_000)}`;
const NAMES = PAYLOADS.filter((payload) => [...payload].length <= 64 && !/\p{Cc}/u.test(payload));

/** Harmless letters of the same form: as long, with the same lines. */
const harmless = (text: string) => text.replace(/[^\n]/gu, 'x');

/** What parsing HTML leaves of a text: no NUL, and `\n` for every break (HTML §13.2.3.5, §13.2.6). */
const parsed = (text: string) => text.replaceAll('\u0000', '').replace(/\r\n?/g, '\n');

/** Chromium calls a stream that was read to its end aborted; and pages are left while their colours load. */
test.beforeEach(async ({ page, noise }) => {
  noise.allow(/ERR_ABORTED (GET|POST) .*\/(raw|_next\/static)\//);
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
  /** Handlers in attributes, addresses that run or leave, scripts without the nonce. */
  suspicious: string[];
}

/** @param html of a page that is only to be parsed; null for the page that is open */
function structureOf(page: Page, html: string | null = null): Promise<Structure> {
  return page.evaluate(
    ([source, icon]) => {
      const tree = source === null ? document : new DOMParser().parseFromString(source, 'text/html');
      const tags: Record<string, number> = {};
      const suspicious: string[] = [];
      for (const element of tree.querySelectorAll('*')) {
        const name = element.tagName.toLowerCase();
        // How many pieces the page's data comes in depends on its length.
        if (name !== 'script') tags[name] = (tags[name] ?? 0) + 1;
        else if (!element.getAttribute('src')?.startsWith('/_next/static/') && !(element as HTMLScriptElement).nonce)
          suspicious.push(element.outerHTML);
        // Ours, letter by letter.
        if (name === 'link' && element.getAttribute('href') === icon) continue;
        for (const { name: attribute, value } of element.attributes) {
          if (/^on|^srcdoc$|^formaction$|^ping$/.test(attribute)) suspicious.push(element.outerHTML);
          if (/^(href|src|action|data|poster)$/.test(attribute) && !/^(\/|#|blob:)(?!\/)/.test(value)) suspicious.push(element.outerHTML);
        }
      }
      return { tags, suspicious };
    },
    [html, siteIcon] as const,
  );
}

/** Once everything that could run has had its turn: after two frames, under a pointer. */
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
  noise.allow(/policy:|Content Security Policy|404 \(Not Found\)/i);
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

test('each as a title makes the same elements as letters do, whoever parses the page', async ({ page, web, request }) => {
  await page.goto('/');
  const parse = async (title: string, content: string, syntax: string) => {
    const { publicId } = await createPaste(web.url, { content, title, syntax });
    return structureOf(page, await (await request.get(`${web.url}/view/${publicId}`)).text());
  };
  const expected = await parse('x', 'x', 'xx');
  expect(expected.tags).toMatchObject({ h1: 1, title: 1 });
  for (const payload of PAYLOADS) {
    const syntax = NAMES.includes(payload) ? payload : 'xx';
    const { tags, suspicious } = await parse(payload, payload.replaceAll('\n', ' '), syntax);
    // An unknown language is one more to choose, a known one isn't.
    expect({ tags, suspicious }, payload).toEqual(expected);
  }
});

test('as titles, languages and texts of small pastes', async ({ page, web }) => {
  for (const [index, title] of TITLES.entries()) {
    const { publicId } = await createPaste(web.url, { content: title, title, syntax: NAMES[index] as string });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(parsed(title));
    await expectInert(page);
  }
});

test('as titles, languages and texts of encrypted pastes', async ({ page, web }) => {
  for (const [index, title] of TITLES.entries()) {
    const { path } = await createSealed(web.url, { content: title, title, syntax: NAMES[index] as string });
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Text of the paste' })).toBeVisible();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
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
      await expect(page.getByRole('region', { name: 'Text of the paste' })).toBeVisible();
      await takenOver(page);
      await expectInert(page);
      seen.push(await structureOf(page));
    }
    expect(seen[1]).toEqual(seen[0]);
    const shown = await page.locator('pre').evaluate((pre) => pre.textContent);
    expect(shown).toBe(what === 'encrypted' ? ALL_LINES : parsed(ALL_LINES));
  });

  test(`all in one large text, ${what}: scrolled past, searched, and as raw text`, async ({ page, web }) => {
    await page.goto(await store(web.url, MANY_LINES));
    const editor = page.getByRole('textbox', { name: 'Text of the paste' });
    await expect(editor).toBeVisible();
    await editor.focus();
    for (let screen = 0; screen < 12; screen += 1) {
      await page.keyboard.press('PageDown');
      await expectInert(page);
      expect(await editor.evaluate((element) => [...new Set([...element.querySelectorAll('*')].map(({ tagName }) => tagName))])).toEqual(
        expect.not.arrayContaining(['IMG', 'SCRIPT', 'A', 'SVG', 'svg', 'IFRAME', 'STYLE', 'LINK', 'FORM']),
      );
    }
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('textbox', { name: 'Search in the text' }).fill('</script><script>alert(1)</script>');
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    await expectInert(page);
    await page.getByRole('link', { name: 'Raw' }).click();
    await expect(page.locator('pre')).toContainText('<script>alert(1)</script>');
    expect(await page.evaluate(() => [...document.body.querySelectorAll('pre *')].length)).toBe(0);
  });
}

test('as search, name of a file, and title of a new paste', async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: ALL_LINES });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await page.getByRole('button', { name: 'Search' }).click();
  for (const query of TITLES.slice(0, 10)) {
    await page.getByRole('textbox', { name: 'Search in the text' }).fill(query);
    await expect(page.getByText('No match')).toBeVisible();
    await expectInert(page);
  }
  await page.goto('/');
  await takenOver(page);
  for (const name of NAMES.filter((payload) => !/[/\\]/.test(payload)).slice(0, 40)) {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(name) });
    await expect(page.locator('section[aria-label]').first()).toHaveAttribute('aria-label', name);
    await expect(page.getByLabel('Title')).toHaveValue(name);
    await page.getByRole('button', { name: 'Remove' }).click();
  }
  await expectInert(page);
});

test('as addresses of pages that don’t exist', async ({ page, web, request, noise }) => {
  noise.allow(/404/);
  await page.goto('/');
  const paths = (payload: string) =>
    ['', 'view/', 'manage/', 'raw/', 'api/v1/pastes/'].map((folder) => `/${folder}${encodeURIComponent(payload)}`);
  const expected = new Map<string, Structure>();
  const get = async (path: string) => {
    const response = await request.get(`${web.url}${path}`, { maxRedirects: 0, headers: { accept: 'text/html' } });
    const { 'content-type': type = '', location = '' } = response.headers();
    return { status: response.status(), type, location, body: await response.text() };
  };
  for (const [index, path] of paths('xx').entries()) {
    const { type, body } = await get(path);
    if (type.startsWith('text/html')) expected.set(String(index), await structureOf(page, body));
  }
  expect(expected.size).toBe(3);
  for (const payload of PAYLOADS) {
    for (const [index, path] of paths(payload).entries()) {
      const { status, type, location, body } = await get(path);
      // Sent to the page of the same name, which is among these.
      if (status === 303) {
        expect([path, body]).toEqual([location.replace('/view/', '/raw/'), '']);
        continue;
      }
      expect(status, path).toBe(404);
      if (type.startsWith('application/json')) expect(body.includes('alert'), path).toBe(false);
      else expect(await structureOf(page, body), path).toEqual(expected.get(String(index)));
    }
  }
  for (const path of PAYLOADS.slice(0, 4).flatMap((payload) => paths(payload.replaceAll('/', '')).slice(0, 3))) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectInert(page);
  }
});

test('as raw text: sent as text and sandboxed, whatever it begins with', async ({ page, web, request }) => {
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
  for (const content of [...beginnings, ...PAYLOADS]) {
    const { publicId } = await createPaste(web.url, { content, syntax: 'html' });
    const response = await request.get(`${web.url}/raw/${publicId}`, { headers: { accept: 'text/html' } });
    expect(await response.text()).toBe(content);
    expect(response.headers()).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*\bsandbox\b/),
      'cache-control': 'no-store',
    });
    if (!beginnings.includes(content)) continue;
    await page.goto(`/raw/${publicId}`);
    expect(await page.evaluate(() => [document.contentType, document.body.children.length])).toEqual(['text/plain', 1]);
    expect(await page.locator('pre').textContent()).toBe(content.replace('\ufeff', ''));
  }
});
