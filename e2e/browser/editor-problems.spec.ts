/** Tests that a refused or failed create is explained and loses nothing typed. */
import { editorMessages } from '#components/messages/editor';
import { expect, test } from '../support/browser.fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, textArea } from '../support/paste-pages';

const API = '**/api/v1/pastes';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
});

test.describe('what fails', () => {
  test('cancelled while sending: nothing is created, nothing typed is lost', async ({ page, noise }) => {
    noise.allow(/ERR_ABORTED POST \S+\/api\/v1\/pastes$/);
    await page.route(API, (route) => (route.request().method() === 'POST' ? new Promise(() => {}) : route.continue()));
    await textArea(page).fill('kept');
    await createButton(page).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(textArea(page)).toHaveAttribute('readonly');
    await page.getByRole('button', { name: editorMessages.cancel }).click();
    await expect(page.getByText(editorMessages.cancelled).last()).toBeVisible();
    await expect(textArea(page)).toHaveValue('kept');
    await page.unroute(API);
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
    await expect(page.getByRole('alert').filter({ hasText: editorMessages.problems['not-loaded'] })).toBeVisible();
  });
});
