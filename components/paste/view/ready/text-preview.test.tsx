/** A text is shown before it is sent as its readers will see it. The workers' code is real. */
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renditionMessages } from '#components/messages/rendition';
import { viewMessages } from '#components/messages/view';
import { startUser } from '#components/testing/fake-browser';
import { runWorkers } from '#components/testing/fake-worker';
import { parseMarkdown } from '../markdown/markdown-parse';
import { makeRendition } from '../renditions/make-rendition';
import { TextPreview } from './text-preview';

beforeEach(() => void runWorkers({ rendition: makeRendition, markdown: parseMarkdown }));

const shownText = () => screen.findByRole('region', { name: viewMessages.textLabel });

it('a preview of Markdown is rendered', async () => {
  render(<TextPreview text={'# Hello\n\n- one'} syntax="markdown" />);
  expect(await screen.findByRole('heading', { name: 'Hello' })).toBeVisible();
  expect(screen.getByRole('listitem')).toHaveTextContent('one');
});

it('a preview of JSON is formatted when somebody wants it, as for readers', async () => {
  render(<TextPreview text='{"a":1}' syntax="json" />);
  await startUser().click(await screen.findByRole('button', { name: renditionMessages.buttons.json }));
  await waitFor(async () => expect((await shownText()).textContent).toBe('{\n  "a": 1\n}\n'));
});

it('a preview of a log has its colours instead of escape sequences', async () => {
  render(<TextPreview text={'ok\n\u001b[31mbad\u001b[0m\n'} syntax="plaintext" />);
  await waitFor(async () => expect((await shownText()).textContent).toBe('ok\nbad\n'));
});

it('a preview follows the text and the language', async () => {
  const { rerender } = render(<TextPreview text="one" syntax="markdown" />);
  expect(await screen.findByText('one', { selector: 'p' })).toBeVisible();
  rerender(<TextPreview text="two" syntax="plaintext" />);
  expect((await shownText()).textContent).toBe('two\n');
});
