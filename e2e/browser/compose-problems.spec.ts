/** A new paste that is refused or fails: said in words, and nothing typed is lost. */
import { composeTexts, createdTexts } from '../../components/text/compose';
import { expect, test, withWeb } from '../support/browser.fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, fileField, textArea, textFile } from '../support/paste-pages';

const API = '**/api/v1/pastes';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
});

test.describe('what is refused', () => {
  test('nothing', async ({ page }) => {
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: composeTexts.problems.empty })).toBeVisible();
    await expect(textArea(page)).toHaveAttribute('aria-invalid', 'true');
    await textArea(page).fill('something');
    await expect(page.getByText(composeTexts.problems.empty)).toBeHidden();
  });

  test('a file that is binary, in another encoding or larger than 10 MB, and the text stays', async ({ page }) => {
    await textArea(page).fill('mine');
    for (const [name, content, words] of [
      ['photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), composeTexts.problems.binary('photo.png')],
      ['latin1.txt', Buffer.from([0x67, 0x72, 0xfc, 0xdf]), composeTexts.problems.binary('latin1.txt')],
      ['notes.txt', Buffer.from([0xff, 0xfe, 0x61, 0]), composeTexts.problems.utf16('notes.txt')],
      ['big.log', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), composeTexts.problems.tooLarge('10.1 MB', '10 MB')],
    ] as const) {
      await fileField(page).setInputFiles(textFile(name, content));
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(textArea(page), name).toHaveValue('mine');
    }
  });

  test('a title of 256 characters', async ({ page }) => {
    await textArea(page).fill('text');
    await page.getByLabel(composeTexts.title).fill('😀'.repeat(256));
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: composeTexts.problems.titleTooLong })).toBeVisible();
    await page.getByLabel(composeTexts.title).fill('😀'.repeat(255));
    await createButton(page).click();
    await createdLinks(page);
  });
});

test.describe('what fails', () => {
  test('cancelled while sending: nothing is created, nothing typed is lost', async ({ page, noise }) => {
    noise.allow(/ERR_ABORTED POST \S+\/api\/v1\/pastes$/);
    await page.route(API, () => new Promise(() => {}));
    await textArea(page).fill('kept');
    await createButton(page).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(textArea(page)).toHaveAttribute('readonly');
    await page.getByRole('button', { name: composeTexts.cancel }).click();
    await expect(page.getByRole('status')).toHaveText(composeTexts.cancelled);
    await expect(textArea(page)).toHaveValue('kept');
    await page.unroute(API);
    await createButton(page).click();
    await createdLinks(page);
  });

  test('too many requests: says how long to wait', async ({ page, noise }) => {
    noise.allow(/status of 429/);
    await withWeb({ RATE_LIMIT_ANONYMOUS: '1' }, async (strict) => {
      await page.goto(strict.url);
      await takenOver(page);
      await textArea(page).fill('first');
      await createButton(page).click();
      await createdLinks(page);
      await page.getByRole('button', { name: createdTexts.another }).click();
      await textArea(page).fill('second');
      await createButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: /Try again in \d+ seconds?; nothing you typed is lost/ })).toBeVisible();
      await expect(textArea(page)).toHaveValue('second');
      await page.goto('about:blank');
    });
  });

  test('a server that refuses or breaks, in its own words, and the text stays', async ({ page, noise }) => {
    noise.allow(/status of (413|500|400)/);
    await textArea(page).fill('kept');
    const json = { error: 'x', details: [{ path: ['content'], message: 'wrong' }] };
    for (const [status, words] of [
      [413, composeTexts.problems.tooLargeForServer('10 MB')],
      [500, composeTexts.problems.serverError + composeTexts.problems.requestId('abc-123')],
      [400, composeTexts.problems.refused('content wrong')],
    ] as const) {
      await page.route(API, (route) => route.fulfill({ status, json, headers: { 'X-Request-Id': 'abc-123' } }), { times: 1 });
      await createButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(textArea(page), words).toHaveValue('kept');
    }
  });

  test('offline', async ({ page, context, noise }) => {
    noise.allow(/ERR_INTERNET_DISCONNECTED/);
    // The guess comes from the worker: it is loaded.
    await textArea(page).fill('#!/bin/sh');
    await expect(page.getByLabel(composeTexts.language)).toContainText(composeTexts.detected('Bash'));
    await context.setOffline(true);
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: composeTexts.problems.offline })).toBeVisible();
    await context.setOffline(false);
    await createButton(page).click();
    await createdLinks(page);
  });

  test('the worker doesn’t load', async ({ page, noise }) => {
    noise.allow(/worker|ERR_FAILED/i);
    await page.route(/turbopack-worker/, (route) => route.abort());
    await page.reload();
    await takenOver(page);
    await textArea(page).fill('kept');
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: composeTexts.problems.notLoaded })).toBeVisible();
  });
});
