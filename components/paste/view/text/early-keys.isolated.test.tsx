/** Keys for a large text that come before its program. */
import { EditorView } from '@codemirror/view';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { viewMessages } from '#components/messages/view';
import { openView } from '#components/testing/open-view';
import { viewedPaste } from '#components/testing/viewed-paste';
import { SMALL_MAX_LINES } from '../model/view-limits';

const arrival = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrived, arrive };
});
vi.mock('./large-text', async (load) => {
  await arrival.arrived;
  return load();
});

it('keys pressed before the program of a large text has come act once it is there', async () => {
  const content = `${'x\n'.repeat(SMALL_MAX_LINES)}the end`;
  const goes = vi.spyOn(EditorView, 'scrollIntoView');
  const { user } = openView(viewedPaste({ content }));
  expect(screen.queryByRole('textbox', { name: viewMessages.textLabel })).not.toBeInTheDocument();
  await user.keyboard('{Control>}{End}{/Control}');
  arrival.arrive();
  const editor = await screen.findByRole('textbox', { name: viewMessages.textLabel });
  await waitFor(() => expect(goes).toHaveBeenCalledWith(content.length - 'the end'.length, { y: 'end' }));
  expect(editor).toHaveFocus();
});
