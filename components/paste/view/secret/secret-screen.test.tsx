/** A short secret, which is covered until somebody wants to see it. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { passwordMessages } from '#components/messages/password';
import { viewMessages } from '#components/messages/view';
import { viewCoveredMessages as messages } from '#components/messages/view-covered';
import { asksBeforeLeaving, watchDownloads } from '#components/testing/fake-browser';
import { CLAIMED, json, serve, text } from '#components/testing/fake-server';
import { button, openView, queryButton } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';

const ADDRESS = `/api/v1/pastes/${PUBLIC_ID}`;
const NOTE = 'Host: db.example.org\nUser: anna\nPassword: correct horse battery\n';

/** Opens a burn paste as its reader does. */
async function openSecret(content: string, fields = {}) {
  serve({
    [`POST ${ADDRESS}/claim`]: json(CLAIMED),
    [`GET /raw/${PUBLIC_ID}`]: text(content),
    [`POST ${ADDRESS}/acknowledge`]: json({}),
  });
  const { user } = openView(viewedPaste({ burnAfterRead: true, ...fields }));
  await user.click(button(viewMessages.confirm.button));
  return { user, region: await screen.findByRole('region', { name: viewMessages.textLabel }) };
}

const clipboard = () => navigator.clipboard.readText();

it('a short text that burns is nowhere in the page until it is shown', async () => {
  const { user, region } = await openSecret('hunter2');
  expect(region).toHaveFocus();
  expect(region).toHaveTextContent(messages.covered);
  expect(document.body).not.toHaveTextContent('hunter2');
  await user.click(button(messages.show));
  expect(region).toHaveTextContent('hunter2');
  await user.click(button(messages.hide));
  expect(document.body).not.toHaveTextContent('hunter2');
});

it('a covered secret is copied whole without being seen, then may be left', async () => {
  const { user } = await openSecret(NOTE);
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(button(viewMessages.copyAll));
  expect(await clipboard()).toBe(NOTE);
  expect(document.body).not.toHaveTextContent('anna');
  expect(asksBeforeLeaving()).toBe(false);
});

it('a covered secret is saved without being seen', async () => {
  const saved = watchDownloads();
  const { user } = await openSecret('hunter2');
  await user.click(button(viewMessages.download));
  expect(saved).toMatchObject([{ name: `${PUBLIC_ID}.txt` }]);
  expect(asksBeforeLeaving()).toBe(false);
});

it('each line with a name is copied by itself, without the name', async () => {
  const { user, region } = await openSecret(`The database:\n${NOTE}`);
  expect(within(region).getByText('Host')).toBeVisible();
  await user.click(button(messages.copyValue('Password')));
  expect(await clipboard()).toBe('correct horse battery');
  expect(asksBeforeLeaving()).toBe(true);
  expect(queryButton(messages.copyValue('The database'))).not.toBeInTheDocument();
});

it('a text with a request link of this host has a button for a reply', async () => {
  const path = `/request/${'r'.repeat(24)}#${'t'.repeat(43)}.${'l'.repeat(43)}`;
  const { user } = await openSecret(`https://evil.example${path}\nReply to ${location.origin}${path}.`);
  await user.click(button(messages.asText));
  const opens = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: viewMessages.reply }));
  await user.keyboard('{/Control}');
  expect(opens.mock.calls[0]?.[0]).toBe(path);
});

it('a request link of another host has none', async () => {
  await openSecret(`https://evil.example/request/${'r'.repeat(24)}#${'t'.repeat(43)}`);
  expect(screen.queryByRole('link', { name: viewMessages.reply })).not.toBeInTheDocument();
});

it('a secret can be shown as any other text', async () => {
  const { user } = await openSecret('hunter2');
  await user.click(button(messages.asText));
  expect(screen.getByRole('region', { name: viewMessages.textLabel })).toHaveTextContent('hunter2');
  expect(screen.getByRole('group', { name: viewMessages.actions })).toBeVisible();
});

it('a text behind a password is covered, too', async () => {
  const { key, inPage } = await sealedPaste({ content: 'hunter2' }, 'open sesame');
  const { user } = openView(inPage, `#${key}`);
  await user.type(await screen.findByLabelText(passwordMessages.label), 'open sesame{Enter}');
  expect(await screen.findByRole('button', { name: messages.show })).toBeVisible();
});

describe('shown at once is', () => {
  it.each([
    ['what is longer than a secret', 'a'.repeat(4097), {}],
    ['what has a language', 'hunter2', { syntax: 'bash' }],
  ])('%s', async (_, content, fields) => {
    const { region } = await openSecret(content, fields);
    expect(region).toHaveTextContent(content);
  });

  it('what everybody with the link may read', async () => {
    openView(viewedPaste({ content: 'hunter2' }));
    expect(screen.getByRole('region', { name: viewMessages.textLabel })).toHaveTextContent('hunter2');
  });
});
