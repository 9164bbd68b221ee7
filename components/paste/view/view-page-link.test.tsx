/** The fragment of a link, on its page. */
import { render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { keyFormMessages } from '#components/messages/key-form';
import { passwordMessages } from '#components/messages/password';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { copied } from '#components/testing/copied';
import { startUser } from '#components/testing/fake-browser';
import { serve, text } from '#components/testing/fake-server';
import { addressOfLink } from '#components/testing/links';
import { button, heading, openView, shownText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { RawPage } from './raw-page';
import { ViewPage } from './view-page';

const CODE = 'first\nsecond\nthird\n';
const WRONG_KEY = `#${'A'.repeat(43)}`;
const ADDRESS = `/view/${PUBLIC_ID}`;

let sealed: Awaited<ReturnType<typeof sealedPaste>>;
let link: string;

beforeAll(async () => {
  sealed = await sealedPaste({ content: CODE, title: 'Secret', syntax: 'plaintext' });
  link = `#${sealed.key}`;
});

const markedLines = (container: HTMLElement) => [...container.querySelectorAll('[data-marked]')].map(({ textContent }) => textContent);

it('an encrypted paste opens with the key of its link, title and all', async () => {
  openView(sealed.inPage, link);
  expect(await heading('Secret')).toBeVisible();
  expect(await shownText()).toHaveTextContent('first second third');
  expect(screen.getByText(viewMessages.encryptedBadge)).toBeVisible();
});

it('the address of an opened paste that does not burn stays its link', async () => {
  const { container } = openView(sealed.inPage, `${link}&L2-L3`);
  await heading('Secret');
  expect(location.pathname + location.hash).toBe(`${ADDRESS}${link}&L2-L3`);
  expect(history.state).toBeNull();
  expect(markedLines(container)).toEqual(['second\n', 'third\n']);
});

it('a burn paste’s key leaves the address bar at once, and the page says so', () => {
  openView(sealed.burning, link);
  expect(location.pathname + location.hash).toBe(ADDRESS);
  expect(screen.getByText(viewMessages.confirm.laterWithLink)).toBeVisible();
});

it('what else is kept in the entry of the history stays there', async () => {
  history.replaceState({ mine: 'kept' }, '', `/view/${PUBLIC_ID}${link}`);
  render(<ViewPage paste={sealed.burning} />);
  expect(history.state).toMatchObject({ mine: 'kept' });
});

it('an address without a key is left as it is', () => {
  openView(viewedPaste({ content: CODE }), '#L2');
  expect(location.hash).toBe('#L2');
  expect(history.state).toBeNull();
});

it('what follows # of a paste that is not encrypted is not kept as a key', async () => {
  const { user } = openView(viewedPaste({ content: CODE }), '#something');
  await user.click(button(viewMessages.copyLink));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/view/${PUBLIC_ID}`);
});

it('an envelope that is fetched is fetched once, and its key is in no request', async () => {
  const server = serve({ [`GET /raw/${PUBLIC_ID}`]: text(sealed.envelope) });
  openView({ ...sealed.inPage, content: null }, link);
  expect(await heading('Secret')).toBeVisible();
  expect(server.routes()).toEqual([`GET /raw/${PUBLIC_ID}`]);
  expect(server.sent()).not.toContain(sealed.key);
});

it('a link without its key is told apart, and asks the server nothing', async () => {
  const server = serve({});
  openView({ ...sealed.inPage, content: null });
  expect(await heading(viewProblemMessages['key-missing'].title)).toBeVisible();
  expect(server.requests).toEqual([]);
});

it.each(['cut', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}!`])('a malformed key is told apart: %s', async (key) => {
  const server = serve({});
  openView({ ...sealed.inPage, content: null }, `#${key}`);
  expect(await heading(viewProblemMessages['key-malformed'].title)).toBeVisible();
  expect(server.requests).toEqual([]);
});

it('a wrong key is told apart from a malformed one', async () => {
  openView(sealed.inPage, WRONG_KEY);
  expect(await heading(viewProblemMessages['wrong-key'].title)).toBeVisible();
});

it('the right link, pasted after a wrong one, opens what was fetched already', async () => {
  const server = serve({ [`GET /raw/${PUBLIC_ID}`]: text(sealed.envelope) });
  openView({ ...sealed.inPage, content: null }, WRONG_KEY);
  await heading(viewProblemMessages['wrong-key'].title);
  location.hash = link;
  expect(await heading('Secret')).toBeVisible();
  expect(server.requests).toHaveLength(1);
});

it('the right link, pasted after one without a key, opens the paste', async () => {
  openView(sealed.inPage);
  await heading(viewProblemMessages['key-missing'].title);
  location.hash = link;
  expect(await heading('Secret')).toBeVisible();
});

it.each(['whole link', 'key alone'])('a paste whose key is missing opens with the %s that is pasted into the page', async (what) => {
  const server = serve({});
  const { user } = openView(sealed.inPage);
  await heading(viewProblemMessages['key-missing'].title);
  const pasted = what === 'key alone' ? sealed.key : `${location.origin}${ADDRESS}${link}`;
  await pasteKey(user, pasted);
  expect(await heading('Secret')).toBeVisible();
  expect(location.hash).toBe(link);
  expect(server.requests).toEqual([]);
});

it('the page says why a pasted key does not open the paste', async () => {
  const { user } = openView(sealed.inPage);
  const alert = () => screen.getAllByRole('alert').at(-1);
  await pasteKey(user, 'not a key');
  expect(alert()).toHaveTextContent(keyFormMessages.problems.invalid);
  await pasteKey(user, `${location.origin}/view/${'b'.repeat(24)}${link}`);
  expect(alert()).toHaveTextContent(keyFormMessages.problems['other-paste']);
  expect(addressOfLink(screen.getByRole('link', { name: keyFormMessages.openOther }))).toBe(`/view/${'b'.repeat(24)}${link}`);
  await pasteKey(user, WRONG_KEY);
  await heading(viewProblemMessages['wrong-key'].title);
  await pasteKey(user, WRONG_KEY);
  expect(alert()).toHaveTextContent(keyFormMessages.problems.same);
});

it('other lines in the address of an opened paste are marked instead', async () => {
  const { container } = openView(sealed.inPage, `${link}&L1`);
  await heading('Secret');
  location.hash = `${link}&L3`;
  await waitFor(() => expect(markedLines(container)).toEqual(['third\n']));
});

it('the link to copy holds the key and the lines', async () => {
  const { user } = openView(sealed.inPage, `${link}&L2`);
  await heading('Secret');
  await user.click(button(viewMessages.copyLink));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/view/${PUBLIC_ID}${link}&L2`);
  expect(screen.getByRole('status')).toHaveTextContent(viewMessages.linkCopiedWithKey);
});

it('the way to the plain text of an encrypted paste takes the key along', async () => {
  openView(sealed.inPage, `${link}&L2`);
  await heading('Secret');
  expect(addressOfLink(screen.getByRole('link', { name: viewMessages.raw }))).toBe(`/view/${PUBLIC_ID}?raw${link}`);
});

it('the plain page of an encrypted paste shows the text and nothing else', async () => {
  openRaw(link);
  expect((await screen.findByText(/second/)).textContent).toBe(CODE);
  expect(screen.queryByRole('group', { name: viewMessages.actions })).not.toBeInTheDocument();
});

it('the plain page’s text is copied as it is stored', async () => {
  const stored = 'a\u00a0b\r\nc';
  const paste = await sealedPaste({ content: stored });
  openRaw(`#${paste.key}`, paste);
  await screen.findByText(/b/, { selector: 'pre' });
  getSelection()?.selectAllChildren(document.body);
  expect(copied()).toBe(stored);
});

it('the plain page says what is wrong with its link', async () => {
  openRaw('');
  expect(await heading(viewProblemMessages['key-missing'].title)).toBeVisible();
});

it('the plain page asks for a password', async () => {
  const locked = await sealedPaste({ content: CODE }, 'open sesame');
  const user = startUser();
  openRaw(`#${locked.key}`, locked);
  await user.type(await screen.findByLabelText(passwordMessages.label), 'open sesame{Enter}');
  expect((await screen.findByText(/second/)).textContent).toBe(CODE);
});

/** Replaces the content of the key field. */
async function pasteKey(user: UserEvent, text: string): Promise<void> {
  const field = await screen.findByLabelText(keyFormMessages.label);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
  await user.keyboard('{Enter}');
}

function openRaw(fragment: string, { inPage } = sealed): void {
  const { unmount } = openView(viewedPaste({ content: '' }));
  unmount();
  history.replaceState(null, '', `/raw/${PUBLIC_ID}${fragment}`);
  render(<RawPage paste={inPage} />);
}
