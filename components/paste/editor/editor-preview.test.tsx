/** Preview before sending, and the created page that shows what was sent. */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { viewMessages } from '#components/messages/view';
import { burnSwitch, button, languageField, openEditor, textField, titleField, write } from './testing/editor-page';
import { nextUpload } from './testing/upload';

const modeButton = (mode: keyof typeof messages.modes) => screen.queryByRole('button', { name: messages.modes[mode] });
const preview = () => screen.queryByRole('region', { name: messages.preview });

async function create(user: UserEvent): Promise<void> {
  await user.click(button(messages.create));
  await (await nextUpload()).create();
}

it('a text in a language has a preview, from which it is written on or created', async () => {
  const { user } = openEditor();
  await write(user, 'fn main() {}\n');
  await user.selectOptions(languageField(), 'rust');
  await user.click(button(messages.modes.preview));
  expect(modeButton('preview')).toHaveAttribute('aria-pressed', 'true');
  expect(textField()).not.toBeVisible();
  expect((await screen.findByRole('region', { name: viewMessages.textLabel })).textContent).toBe('fn main() {}\n');
  await user.click(button(messages.modes.write));
  expect(preview()).not.toBeInTheDocument();
  expect(textField()).toHaveValue('fn main() {}\n');
  await user.click(button(messages.modes.preview));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await (await nextUpload()).create();
  expect(screen.getByRole('heading', { level: 1, name: createdMessages.heading })).toBeVisible();
});

it('a text can be previewed whatever its language, an empty one can’t', async () => {
  const { user } = openEditor();
  expect(button(messages.modes.preview)).toBeDisabled();
  await write(user, 'just words');
  await user.click(button(messages.modes.preview));
  expect((await screen.findByRole('region', { name: viewMessages.textLabel })).textContent).toContain('just words');
});

it('the created page shows the beginning of what was sent, and the whole when asked', async () => {
  const { user } = openEditor();
  await user.type(titleField(), 'notes');
  await write(user, Array.from({ length: 9 }, (_, line) => `line ${line + 1}`).join('\n'));
  await create(user);
  const sent = await screen.findByRole('region', { name: createdMessages.sentTitled('notes') });
  expect(sent).toHaveTextContent('line 6');
  expect(sent).not.toHaveTextContent('line 7');
  // The link was taken, so the tab no longer keeps the draft; this page still shows it.
  await user.click(button(createdMessages.copyLink));
  await user.click(button(createdMessages.showWhole));
  expect(await screen.findByRole('region', { name: viewMessages.textLabel })).toHaveTextContent('line 9');
  await user.click(button(createdMessages.another));
});

it('the created page of a burn paste shows nothing of what was sent', async () => {
  const { user } = openEditor();
  await write(user, 'once and only once');
  await user.click(burnSwitch());
  await create(user);
  expect(screen.queryByText('once and only once')).not.toBeInTheDocument();
  expect(screen.queryByText(createdMessages.sent)).not.toBeInTheDocument();
});
