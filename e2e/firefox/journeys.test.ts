/** Tests the journeys in a second engine, Debian's Firefox, by WebDriver BiDi. `npm run test:firefox` installs the driver. */
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { answerMessages } from '#components/messages/answer';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { requestMessages } from '#components/messages/request';
import { viewMessages } from '#components/messages/view';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { type Recorder, startRecorder } from '../support/recorder';

const FIREFOX = process.env.TEST_FIREFOX ?? '/usr/bin/firefox-esr';
const PHONE = { width: 360, height: 800, hasTouch: true };

let database: TestDatabase;
let web: WebProcess;
let recorder: Recorder;
let browser: Browser;
const contexts: BrowserContext[] = [];
/** Console messages and errors of all pages. */
let noise: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase('sqlite');
  recorder = await startRecorder();
  web = await startWeb(testEnvironment(database, { BASE_URL: recorder.url }));
  recorder.forwardTo(Number(new URL(web.url).port));
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  const heard = noise;
  noise = [];
  expect(heard).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await web?.kill();
  await recorder?.close();
  await database?.drop();
});

/** Opens a page in a fresh browser context. */
async function newReader(): Promise<Page> {
  const context = await browser.createBrowserContext();
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(String(error)));
  await page.setViewport(PHONE);
  return page;
}

const named = (page: Page, name: string, role: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
const shown = (page: Page, text: string) =>
  page.waitForFunction((part) => document.body.textContent.includes(part), { timeout: 60_000 }, text);

async function createdLink(page: Page): Promise<URL> {
  await named(page, editorMessages.create, 'button').click();
  await named(page, createdMessages.heading, 'heading').wait();
  const link = await page.$eval(
    `::-p-aria([name="${createdMessages.link}"][role="textbox"])`,
    (field) => (field as HTMLInputElement).value,
  );
  return new URL(link);
}

/** Opens the page for new pastes and enters the text. */
async function write(page: Page, text: string): Promise<void> {
  await page.goto(recorder.url);
  await named(page, editorMessages.content, 'textbox').fill(text);
}

it('a text encrypted in Firefox is read on a phone, and no request has its key', async () => {
  const page = await newReader();
  await write(page, 'const firefox = 1;\n');
  const link = await createdLink(page);
  const reader = await newReader();
  await reader.goto(link.href);
  await shown(reader, 'const firefox = 1;');
  expect(link.hash.length).toBe(44);
  expect(recorder.sent().includes(link.hash.slice(1))).toBe(false);
  expect(recorder.sent().includes('const firefox')).toBe(false);
});

it('a paste with a password burns: read once with the right one, then gone', async () => {
  const page = await newReader();
  await write(page, 'only once');
  // On a narrow page the options must be opened first.
  await page.locator('button[aria-expanded="false"]').click();
  await named(page, editorMessages.pasteOptions.burnAfterRead.label, 'switch').click();
  await page.locator('input[type=password]').fill('correct horse battery');
  const link = await createdLink(page);
  const reader = await newReader();
  await reader.goto(link.href);
  await named(reader, viewMessages.confirm.buttonWithPassword, 'button').click();
  await reader.locator('input[type=password]').fill('correct horse battery');
  await reader.keyboard.press('Enter');
  // A short text that burns is covered.
  await named(reader, viewCoveredMessages.show, 'button').click();
  await shown(reader, 'only once');
  const late = await newReader();
  await late.goto(link.href);
  await late.waitForFunction(() => document.body.textContent.length > 0 && !document.body.textContent.includes('only once'));
  expect((await fetch(`${web.url}/raw${link.pathname.slice('/view'.length)}`)).status).toBe(404);
});

it('a code brings a text from one browser to another by keys alone', async () => {
  const receiver = await newReader();
  await receiver.goto(`${recorder.url}/receive`);
  const code = await receiver.waitForFunction(() => /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(document.body.textContent)?.[0], {
    timeout: 60_000,
  });
  const sender = await newReader();
  await sender.goto(`${recorder.url}/send`);
  // A phone is given no focus: its keyboard would cover the page.
  await sender.focus('#code');
  await sender.keyboard.type((await code.jsonValue())?.toLowerCase() ?? '');
  await sender.keyboard.press('Tab');
  await sender.keyboard.type('a blue lizard');
  await sender.keyboard.down('Control');
  await sender.keyboard.press('Enter');
  await named(sender, answerMessages.sentTitle, 'heading').wait();
  await receiver.bringToFront();
  await (await named(receiver, viewCoveredMessages.show, 'button').waitHandle()).press('Enter');
  await shown(receiver, 'a blue lizard');
  expect(recorder.sent().includes('a blue lizard')).toBe(false);
});

it('fields asked for are answered in another browser, and read by the inbox link', async () => {
  const asker = await newReader();
  await asker.goto(`${recorder.url}/requests`);
  await named(asker, requestMessages.ask.label, 'textbox').fill('the printer');
  await asker.keyboard.press('Tab');
  await asker.keyboard.press('ArrowDown');
  await named(asker, requestMessages.ask.submit, 'button').click();
  const linkOf = async (name: string) => {
    const field = await named(asker, name, 'textbox').waitHandle();
    return field.evaluate((element) => (element as HTMLInputElement).value);
  };
  const link = await linkOf(requestMessages.asked.link);
  const inboxLink = await linkOf(requestMessages.asked.inbox);

  const sender = await newReader();
  await sender.goto(link);
  await named(sender, requestMessages.ask.names.user, 'textbox').fill('anna');
  await sender.keyboard.press('Tab');
  await sender.keyboard.type('a red newt');
  await sender.keyboard.down('Control');
  await sender.keyboard.press('Enter');
  await named(sender, answerMessages.sentTitle, 'heading').wait();

  const device = await newReader();
  await device.goto(inboxLink);
  await named(device, requestMessages.answers.openOf({ number: 1, name: 'the printer' }), 'button').click();
  await named(device, viewCoveredMessages.show, 'button').click();
  await shown(device, 'a red newt');
  for (const secret of ['a red newt', 'the printer', new URL(inboxLink).hash.slice(1)])
    expect(recorder.sent().includes(secret)).toBe(false);
});

it('a text of one megabyte goes there and back', async () => {
  const page = await newReader();
  const text = `${'0123456789abcde\n'.repeat(62_500)}last of all`;
  await page.goto(recorder.url);
  await page.$eval(
    'textarea#text',
    (field, value) => {
      field.focus();
      document.execCommand('insertText', false, value);
    },
    text,
  );
  const link = await createdLink(page);
  const reader = await newReader();
  await reader.goto(link.href);
  await shown(reader, viewMessages.lines(62_501));
  await reader.keyboard.down('Control');
  await reader.keyboard.press('End');
  await shown(reader, 'last of all');
});

it.each(['PageDown', 'Space', 'ArrowDown', 'End'] as const)('a large text scrolls by %s right after it was opened', async (key) => {
  const content = '0123456789abcde\n'.repeat(62_500);
  const response = await fetch(`${web.url}/api/v1/pastes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ content }),
  });
  const { publicId } = await response.json();
  const reader = await newReader();
  await reader.goto(`${recorder.url}/view/${publicId}`);
  await reader.locator('.cm-content').wait();
  await reader.keyboard.press(key === 'Space' ? ' ' : key);
  await reader.waitForFunction(() => (document.querySelector('.cm-scroller')?.scrollTop ?? 0) > 0, { timeout: 60_000 });
});
