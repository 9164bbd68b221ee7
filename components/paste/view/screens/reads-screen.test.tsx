/** The page of a paste with limited reads asks before it uses one. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewReadsMessages as messages } from '#components/messages/view-reads';
import { serve, text } from '#components/testing/fake-server';
import { button, heading, openView, shownText } from '../testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '../testing/viewed-paste';

const RAW = `GET /raw/${PUBLIC_ID}`;

it.each([2, 1])('says how many reads are left (%i), and asks the server nothing', async (left) => {
  const server = serve({});
  openView(viewedPaste({ readsLeft: left }));
  expect(await heading(messages.title(left))).toBeVisible();
  for (const said of [messages.text(left), messages.later]) expect(screen.getByText(said)).toBeVisible();
  expect(server.requests).toEqual([]);
});

it('is read once when somebody decides to, without a claim', async () => {
  const server = serve({ [RAW]: text('for three') });
  const { user } = openView(viewedPaste({ readsLeft: 3 }));
  await heading(messages.title(3));
  await user.click(button(messages.button));
  expect(await shownText()).toHaveTextContent('for three');
  expect(server.routes()).toEqual([RAW]);
});

it('that is encrypted is decrypted with the key of the link', async () => {
  const sealed = await sealedPaste({ content: 'sealed for three' });
  const server = serve({ [RAW]: text(sealed.envelope) });
  const { user } = openView({ ...sealed.inPage, content: null, readsLeft: 3 }, `#${sealed.key}`);
  await heading(messages.title(3));
  await user.click(button(messages.button));
  expect(await shownText()).toHaveTextContent('sealed for three');
  expect(server.routes()).toEqual([RAW]);
});
