/** Reading a burn paste whose sender releases each reader, in the reader's browser. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { passwordMessages } from '#components/messages/password';
import { viewMessages } from '#components/messages/view';
import { viewMailedMessages as mailed } from '#components/messages/view-mailed';
import { viewProblemMessages } from '#components/messages/view-problem';
import { viewWaitingMessages as messages } from '#components/messages/view-waiting';
import { CLAIMED, held, json, serve, status, text, tokenRefused, unreachable } from '#components/testing/fake-server';
import { button, heading, openView, queryButton, uncoveredText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { findClaim, keepClaim } from './reader/burn-claim-storage';

const CLAIM = `POST /api/v1/pastes/${PUBLIC_ID}/claim`;
const RAW = `GET /raw/${PUBLIC_ID}`;
const ACKNOWLEDGE = `POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`;
const NOW_MS = Date.parse('2031-01-01T00:00:00.000Z');
const EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

const plain = viewedPaste({ burnAfterRead: true, needsRelease: 'sender' });
const waits = (code = '0711', leftMs = 15 * MINUTE_MS) =>
  status(202, {}, { state: 'waiting', code, expiresAt: new Date(NOW_MS + leftMs).toISOString() });
const refused = status(403, {}, { error: 'Refused', code: 'refused' });
const claimOf = (body: string | undefined): unknown => JSON.parse(body ?? '{}').claim;

beforeEach(
  () => void vi.useFakeTimers({ now: NOW_MS, shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] }),
);

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Opens the page and asks the sender. */
async function ask(paste = plain, fragment = '') {
  const opened = openView(paste, fragment);
  await opened.user.click(await screen.findByRole('button', { name: messages.ask }));
  return opened;
}

it('the page says that the sender must agree, and asks nothing by itself', async () => {
  const server = serve({});
  openView(plain);
  expect(await heading(messages.askTitle)).toBeVisible();
  expect(button(messages.ask).closest('form')).not.toHaveAttribute('action');
  expect(server.requests).toEqual([]);
});

it('a reader sees the code and the time left, and reads once released', async () => {
  const later = held(json(CLAIMED));
  const server = serve({ [CLAIM]: [waits(), later.handler], [RAW]: text('only copy'), [ACKNOWLEDGE]: json({}) });
  const { user } = await ask();
  expect(await heading(messages.title)).toBeVisible();
  expect(screen.getByText('0711')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/1[45]:\d\d/);
  await waitFor(() => expect(screen.getByText(messages.announced('0 7 1 1'))).toHaveAttribute('role', 'status'));
  expect(server.requests[1]?.headers.get('Prefer')).toBe('wait=25');
  later.release();
  expect(await uncoveredText(user)).toHaveTextContent('only copy');
  expect(server.routes()).toEqual([CLAIM, CLAIM, RAW, ACKNOWLEDGE]);
  expect(new Set(server.requests.flatMap(({ route, body }) => (route === CLAIM ? [claimOf(body)] : []))).size).toBe(1);
});

it('an encrypted paste shows the proof of its key once, and never the key', async () => {
  const sealed = await sealedPaste({ content: 'only copy' }, 'right');
  const server = serve({ [CLAIM]: [waits(), json(CLAIMED)], [RAW]: text(sealed.envelope), [ACKNOWLEDGE]: json({}) });
  const { user } = openView({ ...sealed.burning, needsRelease: 'sender' }, `#${sealed.key}`);
  await user.click(await screen.findByRole('button', { name: viewMessages.confirm.buttonWithPassword }));
  await user.type(await screen.findByLabelText(passwordMessages.label), 'right');
  await user.click(button(passwordMessages.buttonUnopened));
  expect(await uncoveredText(user)).toHaveTextContent('only copy');
  const tokens = server.requests.filter(({ route }) => route === CLAIM).map(({ headers }) => headers.get('X-Service-Read-Token'));
  expect(tokens).toEqual([sealed.readToken, null]);
  expect(server.sent()).not.toContain(sealed.key);
});

it('a refused reader is told so, loses nothing, and asks again with another claim', async () => {
  const server = serve({ [CLAIM]: [waits(), refused, waits('1234'), held(json(CLAIMED)).handler] });
  const { user } = await ask();
  expect(await heading(messages.ends.refused.title)).toBeVisible();
  expect(findClaim(PUBLIC_ID)).toBeNull();
  await user.click(button(messages.askAgain));
  expect(await screen.findByText('1234')).toBeVisible();
  expect(claimOf(server.requests[2]?.body)).not.toBe(claimOf(server.requests[0]?.body));
});

it.each([
  ['the server wants the proof again', tokenRefused],
  ['the request has begun another wait', waits('1234', 16 * MINUTE_MS)],
])('a wait that is over says so and asks no more: %s', async (_, response) => {
  const server = serve({ [CLAIM]: [waits(), response, waits('5678', 17 * MINUTE_MS), held(json(CLAIMED)).handler] });
  const { user } = await ask();
  expect(await heading(messages.ends.over.title)).toBeVisible();
  await pass(10 * EVERY_MS);
  expect(server.requests).toHaveLength(2);
  await user.click(button(messages.askAgain));
  expect(await screen.findByText('5678')).toBeVisible();
});

it('a wait ends by the clock, too', async () => {
  const server = serve({ [CLAIM]: waits('0711', EVERY_MS) });
  await ask();
  expect(await screen.findByText('0711')).toBeVisible();
  await pass(2 * EVERY_MS);
  expect(await heading(messages.ends.over.title)).toBeVisible();
  expect(server.requests.length).toBeLessThanOrEqual(3);
});

it('a clock that is wrong by an hour ends no wait, and shows no time', async () => {
  serve({ [CLAIM]: [waits('0711', -60 * MINUTE_MS), held(json(CLAIMED)).handler] });
  await ask();
  expect(await screen.findByText('0711')).toBeVisible();
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

it('too many who wait are told so', async () => {
  serve({ [CLAIM]: status(429, { 'Retry-After': '60' }, { error: 'Too Many Requests', code: 'too_many_waiting' }) });
  await ask();
  expect(await heading(messages.ends.full.title)).toBeVisible();
  expect(button(messages.askAgain)).toBeVisible();
});

it.each([
  ['the server is silent', unreachable],
  ['a proxy ends the request', status(504)],
  ['too many requests come from the network', status(429, { 'Retry-After': '1' }, { error: 'x', code: 'rate_limited' })],
])('a wait goes on although %s', async (_, failure) => {
  const server = serve({ [CLAIM]: [waits(), failure, waits(), held(json(CLAIMED)).handler] });
  await ask();
  expect(await screen.findByText(messages.stale)).toBeVisible();
  await pass(EVERY_MS);
  await waitFor(() => expect(screen.queryByText(messages.stale)).not.toBeInTheDocument());
  expect(server.requests.length).toBeGreaterThan(2);
});

it('a paste that is gone meanwhile says so', async () => {
  serve({ [CLAIM]: [waits(), status(404, {}, { error: 'Not Found', code: 'not_found' })] });
  await ask();
  expect(await heading(viewProblemMessages.gone.title)).toBeVisible();
});

it('a reload goes on waiting with the same claim', async () => {
  const claim = 'A'.repeat(43);
  keepClaim({ claim, paste: plain });
  const server = serve({ [CLAIM]: [waits(), held(json(CLAIMED)).handler] });
  openView(plain);
  expect(await screen.findByText('0711')).toBeVisible();
  expect(claimOf(server.requests[0]?.body)).toBe(claim);
  expect(queryButton(messages.ask)).not.toBeInTheDocument();
});

it('a page that is left stops asking and keeps its claim', async () => {
  const server = serve({ [CLAIM]: waits() });
  const { unmount } = await ask();
  expect(await screen.findByText('0711')).toBeVisible();
  unmount();
  const before = server.requests.length;
  await pass(10 * EVERY_MS);
  expect(server.requests.length).toBeLessThanOrEqual(before);
  expect(findClaim(PUBLIC_ID)).not.toBeNull();
});

const TYPE = `${CLAIM}/code`;
const mailedPaste = viewedPaste({ burnAfterRead: true, needsRelease: 'mail' });
const mailedTo = (leftMs = 10 * MINUTE_MS) =>
  status(202, {}, { state: 'waiting', by: 'mail', expiresAt: new Date(NOW_MS + leftMs).toISOString() });
const wrongCode = (triesLeft: number) => status(403, {}, { error: 'Wrong Code', code: 'wrong_code', triesLeft });

it('a reader types the mailed code, learns how many tries are left, and reads', async () => {
  const later = held(json(CLAIMED));
  const server = serve({
    [CLAIM]: [mailedTo(), later.handler],
    [TYPE]: [wrongCode(4), json(CLAIMED)],
    [RAW]: text('only copy'),
    [ACKNOWLEDGE]: json({}),
  });
  const { user } = openView(mailedPaste);
  expect(await heading(mailed.askTitle)).toBeVisible();
  expect(server.requests).toEqual([]);
  await user.click(button(mailed.ask));
  const field = await screen.findByLabelText(mailed.label);
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(field, '12345{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent(mailed.digits);
  await user.type(field, '{Home}0{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(mailed.wrong(4)));
  expect(field).toHaveAccessibleDescription(mailed.wrong(4));
  await user.clear(field);
  await user.type(field, '471 108');
  await user.click(button(mailed.open));
  later.release();
  expect(await uncoveredText(user)).toHaveTextContent('only copy');
  const typed = server.requests.flatMap(({ route, body }) => (route === TYPE ? [JSON.parse(body ?? '{}')] : []));
  expect(typed.map(({ code }) => code)).toEqual(['012345', '471108']);
  expect(new Set([...typed.map(({ claim }) => claim), claimOf(server.requests[0]?.body)]).size).toBe(1);
});

it.each([
  ['refused', status(403, {}, { error: 'Refused', code: 'refused' })],
  ['over', status(404, {}, { error: 'Not Found', code: 'not_waiting' })],
  ['limited', status(429, { 'Retry-After': '60' }, { error: 'Too Many Requests', code: 'too_many_codes' })],
] as const)('a wait for a mailed code that is %s says so, and asks for no mail by itself', async (end, response) => {
  const server = serve({ [CLAIM]: end === 'limited' ? [response, mailedTo()] : [mailedTo(), response, mailedTo()] });
  const { user } = openView(mailedPaste);
  await user.click(await screen.findByRole('button', { name: mailed.ask }));
  expect(await heading(mailed.ends[end].title)).toBeVisible();
  const { length } = server.requests;
  await pass(10 * EVERY_MS);
  expect(server.requests).toHaveLength(length);
  expect(button(mailed.askAgain)).toBeVisible();
});

it('no request near the end of a code causes another mail', async () => {
  const server = serve({ [CLAIM]: mailedTo(2 * EVERY_MS) });
  const { user } = openView(mailedPaste);
  await user.click(await screen.findByRole('button', { name: mailed.ask }));
  await pass(3 * EVERY_MS);
  expect(await heading(mailed.ends.over.title)).toBeVisible();
  expect(server.requests.length).toBeLessThanOrEqual(3);
});
