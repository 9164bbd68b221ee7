/** The pages for writing and reading pastes, as tests use them. */
import { expect, type Page } from '@playwright/test';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { viewMessages } from '#components/messages/view';
import { PARSE_LIMIT_MS } from '#components/paste/view/markdown/markdown-limits';

/** The text field of a new paste; on a paste's page the editor that shows a large text. */
export const textArea = (page: Page) => page.getByRole('textbox', { name: editorMessages.content });
export const fileField = (page: Page) => page.locator('input[type=file]');
export const textFile = (name: string, content: string | Buffer) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
export const createButton = (page: Page) => page.getByRole('button', { name: editorMessages.create });
/** Opens the options that few pastes have. */
export const showMoreOptions = (page: Page) => page.getByRole('button', { name: editorMessages.more }).click();
/** The region that shows a small text. */
export const textOf = (page: Page) => page.getByRole('region', { name: viewMessages.textLabel });
/** The first button of a paste that burns, with a password or without. */
export const openButton = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^(?:${viewMessages.confirm.button}|${viewMessages.confirm.buttonWithPassword})$`) });

/** Opens what few senders need of a created paste. */
export const showMoreOfLink = (page: Page) => page.getByRole('button', { name: createdMessages.more, exact: true }).click();

export interface CreatedLinks {
  link: string;
  publicId: string;
  /** Empty when the paste is not encrypted in the browser. */
  key: string;
  manageLink: string;
}

/** Waits until a paste is created and reads its links from the page. */
export async function createdLinks(page: Page): Promise<CreatedLinks> {
  await expect(page.getByRole('heading', { name: createdMessages.heading })).toBeVisible();
  const link = await page.getByRole('textbox', { name: createdMessages.link, exact: true }).inputValue();
  const manageLink = await page.getByLabel(createdMessages.manageLink, { exact: true }).inputValue();
  const { pathname, hash } = new URL(link);
  return { link, manageLink, publicId: pathname.split('/').at(-1) ?? '', key: hash.slice(1) };
}

/** Removes the time limit of rendering Markdown from the next page on, since a busy machine may need longer. */
export const renderHoweverLong = (page: Page) =>
  page.addInitScript((limitMs) => {
    const { setTimeout: start } = window;
    window.setTimeout = ((run: () => void, ms?: number, ...args: []) =>
      ms === limitMs ? start(run, 10 * 60_000, ...args) : start(run, ms, ...args)) as typeof setTimeout;
  }, PARSE_LIMIT_MS);

/** Whether a cookie is the mark that this browser made the paste of its path, and carries nothing else. */
export const isMakersMark = ({ name, value, path }: { name: string; value: string; path: string }): boolean =>
  name === 'made' && value === '1' && /\/view\/[0-9A-Za-z]{24}$/.test(path);
