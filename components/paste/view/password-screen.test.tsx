import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { passwordMessages } from '#components/messages/password';
import { revealMessages } from '#components/messages/reveal';
import { viewMessages } from '#components/messages/view';
import { viewProblemActionMessages } from '#components/messages/view-problem-action';
import { CLAIMED, held, json, serve, status, text, tokenRefused } from '#components/testing/fake-server';
import { button, heading, openView, queryButton, shownText, uncoveredText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste } from '#components/testing/viewed-paste';

const PASSWORD = 'open sesame';
const CLAIM = `POST /api/v1/pastes/${PUBLIC_ID}/claim`;
const RAW = `GET /raw/${PUBLIC_ID}`;
const ACKNOWLEDGE = `POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`;

let locked: Awaited<ReturnType<typeof sealedPaste>>;
let link: string;

beforeAll(async () => {
  locked = await sealedPaste({ content: 'the treasure' }, PASSWORD);
  link = `#${locked.key}`;
});

const field = () => screen.findByLabelText<HTMLInputElement>(passwordMessages.label);
const isWrong = () => screen.findByText(passwordMessages.wrong);

it('a paste with a password asks for it, with the focus in the field', async () => {
  openView(locked.inPage, link);
  expect(await heading(passwordMessages.title)).toBeVisible();
  expect(await field()).toHaveFocus();
  expect(screen.queryByRole('group', { name: viewMessages.actions })).not.toBeInTheDocument();
  expect(screen.getByText(passwordMessages.text)).toBeVisible();
});

it('a password is not readable in its field, nor remembered by the browser', async () => {
  openView(locked.inPage, link);
  expect(await field()).toHaveAttribute('type', 'password');
  expect(await field()).toHaveAttribute('autocomplete', 'off');
});

it('the eye shows what is typed, and hides it again', async () => {
  const { user } = openView(locked.inPage, link);
  await field();
  await user.click(button(revealMessages.show(passwordMessages.label)));
  expect(await field()).toHaveAttribute('type', 'text');
  await user.click(button(revealMessages.hide(passwordMessages.label)));
  expect(await field()).toHaveAttribute('type', 'password');
});

it('an empty password is not tried', async () => {
  const { user } = openView(locked.inPage, link);
  await field();
  await user.click(button(passwordMessages.button));
  expect(button(passwordMessages.button)).toBeEnabled();
  expect(await field()).not.toHaveAttribute('aria-invalid', 'true');
});

it('a wrong password is reported, marked and selected', async () => {
  const { user } = openView(locked.inPage, link);
  await user.type(await field(), 'wrong{Enter}');
  expect(await isWrong()).toBeVisible();
  const input = await field();
  expect(input).toHaveAccessibleDescription(passwordMessages.wrong);
  expect(input).toBeInvalid();
  expect(input).toHaveFocus();
  expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['wrong', 0, 5]);
});

it('the right password opens the paste after a wrong one, and nothing is fetched', async () => {
  const server = serve({});
  const { user } = openView(locked.inPage, link);
  await user.type(await field(), 'wrong{Enter}');
  await isWrong();
  await user.keyboard(`${PASSWORD}{Enter}`);
  expect(await uncoveredText(user)).toHaveTextContent('the treasure');
  expect(server.requests).toEqual([]);
});

it('the focus goes from the password to the text, and the opening is announced', async () => {
  const { user } = openView(locked.inPage, link);
  await user.type(await field(), PASSWORD);
  await user.click(button(passwordMessages.button));
  expect(await shownText()).toHaveFocus();
  expect(screen.getByText(viewMessages.opened)).toBeInTheDocument();
});

it('a paste that opens by itself neither takes the focus nor is announced', async () => {
  const { inPage, key } = await sealedPaste({ content: 'opens by itself' });
  openView(inPage, `#${key}`);
  await shownText();
  expect(document.body).toHaveFocus();
  expect(screen.queryByText(viewMessages.opened)).not.toBeInTheDocument();
});

it('a burn paste with a proof is opened by the right password, in no request', async () => {
  const server = serve({ [CLAIM]: [tokenRefused, json(CLAIMED)], [RAW]: text(locked.envelope), [ACKNOWLEDGE]: json({}) });
  const { user } = openView(locked.burning, link);
  await user.click(button(viewMessages.confirm.buttonWithPassword));
  expect(await screen.findByText(passwordMessages.unopened)).toBeVisible();
  expect(screen.getByText(passwordMessages.textProven)).toBeVisible();
  expect(server.requests).toEqual([]);
  await user.type(await field(), 'wrong{Enter}');
  await isWrong();
  expect(server.routes()).toEqual([CLAIM]);
  await user.keyboard(`${PASSWORD}{Enter}`);
  expect(await uncoveredText(user)).toHaveTextContent('the treasure');
  expect(server.routes()).toEqual([CLAIM, CLAIM, RAW, ACKNOWLEDGE]);
  const [wrong, right] = server.requests.map(({ headers }) => headers.get('X-Service-Read-Token'));
  expect(right).toBe(locked.readToken);
  expect(wrong).not.toBe(locked.readToken);
  for (const secret of [PASSWORD, 'wrong', locked.key]) expect(server.sent()).not.toContain(secret);
});

it('during a password check the button says so and ignores a second press', async () => {
  const checking = held(tokenRefused);
  const server = serve({ [CLAIM]: checking.handler });
  const { user } = openView(locked.burning, link);
  await user.click(button(viewMessages.confirm.buttonWithPassword));
  await user.type(await field(), 'wrong{Enter}');
  expect(button(passwordMessages.checking)).toBeDisabled();
  await user.keyboard('{Enter}');
  checking.release();
  expect(await isWrong()).toBeVisible();
  expect(button(passwordMessages.buttonUnopened)).toBeEnabled();
  expect(server.requests).toHaveLength(1);
});

it('a burn paste without a proof is fetched once while its password is tried', async () => {
  const unproven = { ...locked.burning, needsReadToken: false, readHeader: null };
  const server = serve({ [CLAIM]: json(CLAIMED), [RAW]: text(locked.envelope), [ACKNOWLEDGE]: json({}) });
  const { user } = openView(unproven, link);
  await user.click(button(viewMessages.confirm.button));
  expect(await screen.findByText(passwordMessages.claimed)).toBeVisible();
  await user.type(await field(), 'wrong{Enter}');
  await isWrong();
  expect(server.routes()).toEqual([CLAIM, RAW]);
  await user.keyboard(`${PASSWORD}{Enter}`);
  expect(await uncoveredText(user)).toHaveTextContent('the treasure');
  expect(server.routes()).toEqual([CLAIM, RAW, ACKNOWLEDGE]);
});

it('a server that fails at the check loses nothing: the password is asked again', async () => {
  const server = serve({ [CLAIM]: [status(500), json(CLAIMED)], [RAW]: text(locked.envelope), [ACKNOWLEDGE]: json({}) });
  const { user } = openView(locked.burning, link);
  await user.click(button(viewMessages.confirm.buttonWithPassword));
  await user.type(await field(), `${PASSWORD}{Enter}`);
  await user.click(await screen.findByRole('button', { name: viewProblemActionMessages.tryAgain }));
  await user.type(await field(), `${PASSWORD}{Enter}`);
  expect(await uncoveredText(user)).toHaveTextContent('the treasure');
  expect(new Set(server.requests.filter(({ route }) => route === CLAIM).map(({ body }) => body)).size).toBe(1);
  expect(queryButton(viewProblemActionMessages.tryAgain)).not.toBeInTheDocument();
});
