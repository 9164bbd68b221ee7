/** Reading a burn paste once, step by step, with the failures of each step. */

import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { openedMessages } from '#components/messages/opened';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { viewProblemActionMessages } from '#components/messages/view-problem-action';
import { restoreDraft } from '#components/paste/editor/model/draft-storage';
import { asksBeforeLeaving, watchDownloads, watchNavigation } from '#components/testing/fake-browser';
import { CLAIMED, json, serve, status, text, tokenRefused, unreachable } from '#components/testing/fake-server';
import { button, heading, openView, queryButton, shownText, uncoveredText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { formatTime } from '#lib/locales/format.rules';
import { findClaim, keepClaim } from './burn-claim-storage';

const ADDRESS = `/api/v1/pastes/${PUBLIC_ID}`;
const CLAIM = `POST ${ADDRESS}/claim`;
const RAW = `GET /raw/${PUBLIC_ID}`;
const ACKNOWLEDGE = `POST ${ADDRESS}/acknowledge`;
const RECEIPT = `GET ${ADDRESS}/receipt`;

const plain = viewedPaste({ burnAfterRead: true });
const GOOD = { [CLAIM]: json(CLAIMED), [RAW]: text('only copy'), [ACKNOWLEDGE]: json({}) };

let sealed: Awaited<ReturnType<typeof sealedPaste>>;
let link: string;
beforeAll(async () => {
  sealed = await sealedPaste({ content: 'only copy' });
  link = `#${sealed.key}`;
});

const claimOf = (body: string | undefined): unknown => JSON.parse(body ?? '{}').claim;

/** Opens a burn paste as its reader does, up to the text. */
async function readIt(paste = plain, fragment = '') {
  const opened = openView(paste, fragment);
  await opened.user.click(button(viewMessages.confirm.button));
  expect(await uncoveredText(opened.user)).toHaveTextContent('only copy');
  return opened;
}

it('looking at the page of a burn paste asks the server nothing', async () => {
  const server = serve({});
  openView(plain);
  expect(await heading(viewMessages.confirm.title)).toBeVisible();
  for (const said of [viewMessages.confirm.text, viewMessages.confirm.later]) expect(screen.getByText(said)).toBeVisible();
  expect(screen.queryByRole('group', { name: viewMessages.actions })).not.toBeInTheDocument();
  expect(server.requests).toEqual([]);
});

it('a burn paste is claimed, fetched with its claim, then acknowledged', async () => {
  const server = serve(GOOD);
  await readIt();
  expect(server.routes()).toEqual([CLAIM, RAW, ACKNOWLEDGE]);
  const [claim, raw, acknowledge] = server.requests;
  expect(claimOf(claim?.body)).toMatch(/^[\w-]{43}$/);
  expect(raw?.headers.get('X-Service-Claim')).toBe(claimOf(claim?.body));
  expect(claimOf(acknowledge?.body)).toBe(claimOf(claim?.body));
});

it('a claim’s title heads the text, names the file, and goes along to a duplicate', async () => {
  serve({ ...GOOD, [CLAIM]: json({ ...CLAIMED, title: 'minutes.txt' }) });
  const saved = watchDownloads();
  const visited = watchNavigation();
  const { user } = await readIt();
  expect(await heading('minutes.txt')).toBeVisible();
  await user.click(button(viewMessages.download));
  expect(saved).toMatchObject([{ name: 'minutes.txt' }]);
  await user.click(button(viewMessages.duplicate));
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(restoreDraft(sessionStorage)).toMatchObject({ title: 'minutes.txt', text: 'only copy' });
});

it('an opened burn paste warns that it is the only copy and takes the focus', async () => {
  serve(GOOD);
  await readIt();
  expect(screen.getByText(viewMessages.burned)).toBeVisible();
  expect(screen.getByText(viewMessages.opened)).toBeInTheDocument();
  expect(await shownText()).toHaveFocus();
});

it('an encrypted burn paste is claimed with a proof of its key, never with the key', async () => {
  const server = serve({ ...GOOD, [RAW]: text(sealed.envelope) });
  await readIt(sealed.burning, link);
  expect(server.requests[0]?.headers.get('X-Service-Read-Token')).toBe(sealed.readToken);
  expect(server.sent()).not.toContain(sealed.key);
  expect(location.hash).toBe('');
});

it('the claim is kept before it is sent, and forgotten once the text is here', async () => {
  let kept: string | undefined;
  const server = serve({
    ...GOOD,
    [CLAIM]: () => {
      kept = findClaim(PUBLIC_ID)?.claim;
      return Response.json(CLAIMED);
    },
  });
  await readIt();
  expect(kept).toBe(claimOf(server.requests[0]?.body));
  expect(findClaim(PUBLIC_ID)).toBeNull();
});

it.each([
  ['', 'key-missing'],
  ['#cut', 'key-malformed'],
] as const)('a link that can’t open a burn paste can’t burn it either: %j', async (fragment, problem) => {
  const server = serve({});
  openView(sealed.burning, fragment);
  expect(await heading(viewProblemMessages[problem].title)).toBeVisible();
  expect(queryButton(viewMessages.confirm.button)).not.toBeInTheDocument();
  expect(server.requests).toEqual([]);
});

it('a wrong key loses nothing: the right link, pasted afterwards, opens the paste', async () => {
  const server = serve({ ...GOOD, [CLAIM]: [tokenRefused, json(CLAIMED)], [RAW]: text(sealed.envelope) });
  const { user } = openView(sealed.burning, `#${'A'.repeat(43)}`);
  await user.click(button(viewMessages.confirm.button));
  expect(await heading(viewProblemMessages['key-refused'].title)).toBeVisible();
  expect(screen.getByText(viewProblemMessages['key-refused'].text)).toBeVisible();
  location.hash = link;
  await user.click(await screen.findByRole('button', { name: viewMessages.confirm.button }));
  expect(await uncoveredText(user)).toHaveTextContent('only copy');
  expect(server.routes()).toEqual([CLAIM, CLAIM, RAW, ACKNOWLEDGE]);
});

it('the second reader of a plain burn paste is told that it is gone', async () => {
  const server = serve({ [CLAIM]: status(404) });
  const { user } = openView(plain);
  await user.click(button(viewMessages.confirm.button));
  expect(await heading(viewProblemMessages.gone.title)).toBeVisible();
  expect(server.routes()).toEqual([CLAIM]);
  expect(sessionStorage).toHaveLength(0);
});

it('the second reader with the whole link learns when it was opened', async () => {
  const at = '2031-01-01T00:00:00.000Z';
  const server = serve({
    [CLAIM]: status(404),
    [RECEIPT]: json({ publicId: PUBLIC_ID, state: 'opened', createdAt: '2031-01-01T00:00:00.000Z', at }),
  });
  const { user } = openView(sealed.burning, link);
  await user.click(button(viewMessages.confirm.button));
  expect(await screen.findByText(openedMessages.text(formatTime(new Date(at))))).toBeVisible();
  expect(server.requests[1]?.headers.get('X-Service-Read-Token')).toBe(sealed.readToken);
});

it.each([
  ['nobody opened it', json({ state: 'expired', at: '2031-01-01T00:00:00.000Z' })],
  ['there is no receipt', status(404)],
  ['the receipt can’t be had', unreachable],
])('who comes late is told no more than that it is gone, when %s', async (_, receipt) => {
  serve({ [CLAIM]: status(404), [RECEIPT]: receipt });
  const { user } = openView(sealed.burning, link);
  await user.click(button(viewMessages.confirm.button));
  expect(await screen.findByText(viewProblemMessages.gone.text)).toBeVisible();
});

it.each([
  ['the claim gets no response', CLAIM, unreachable, 'offline'],
  ['the server fails at the claim', CLAIM, status(500), 'server-error'],
  ['claims are asked for too often', CLAIM, status(429), 'rate-limited'],
  ['the text gets no response', RAW, unreachable, 'offline'],
  ['the server fails at the text', RAW, status(503), 'server-error'],
] as const)('when %s the same reader tries again, under the same claim', async (_, step, failure, problem) => {
  const server = serve({ ...GOOD, [step]: [failure, GOOD[step] ?? failure] });
  const { user } = openView(plain);
  await user.click(button(viewMessages.confirm.button));
  expect(await heading(viewProblemMessages[problem].title)).toBeVisible();
  expect(findClaim(PUBLIC_ID)?.claim).toBe(claimOf(server.requests[0]?.body));
  await user.click(button(viewProblemActionMessages.tryAgain));
  expect(await uncoveredText(user)).toHaveTextContent('only copy');
  const claims = server.requests.filter(({ route }) => route === CLAIM).map(({ body }) => body);
  expect(claims).toHaveLength(2);
  expect(claims[1]).toBe(claims[0]);
  expect(server.routes().filter((route) => route === ACKNOWLEDGE)).toHaveLength(1);
});

it('a lease that ran out before the text was fetched leaves nothing to try again', async () => {
  serve({ [CLAIM]: json(CLAIMED), [RAW]: status(404) });
  const { user } = openView(plain);
  await user.click(button(viewMessages.confirm.button));
  expect(await heading(viewProblemMessages.gone.title)).toBeVisible();
  expect(queryButton(viewProblemActionMessages.tryAgain)).not.toBeInTheDocument();
});

it('an acknowledgement that does not get through costs nothing', async () => {
  serve({ ...GOOD, [ACKNOWLEDGE]: unreachable });
  await readIt();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(findClaim(PUBLIC_ID)).toBeNull();
});

it('an envelope that does not open is not acknowledged, and can be saved', async () => {
  const server = serve({ ...GOOD, [RAW]: text(sealed.envelope.slice(0, -20)) });
  const { user } = openView({ ...sealed.burning, needsReadToken: false }, link);
  await user.click(button(viewMessages.confirm.button));
  expect(await screen.findByRole('button', { name: viewProblemActionMessages.saveCiphertext })).toBeVisible();
  expect(screen.getByText(viewMessages.burned)).toBeVisible();
  expect(server.routes()).toEqual([CLAIM, RAW]);
});

it('a reload in the middle goes on under the kept claim, without asking again', async () => {
  const server = serve({ ...GOOD, [CLAIM]: json({ ...CLAIMED, title: 'minutes.txt' }) });
  keepClaim({ claim: 'kept', paste: plain });
  const { user } = openView(plain, '', { isResumed: true });
  expect(await uncoveredText(user)).toHaveTextContent('only copy');
  expect(await heading('minutes.txt')).toBeVisible();
  expect(claimOf(server.requests[0]?.body)).toBe('kept');
});

it('the only copy is asked about before it is left, until it was copied', async () => {
  serve(GOOD);
  openView(plain).unmount();
  expect(asksBeforeLeaving()).toBe(false);
  const { user } = await readIt();
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
  await user.click(button(viewMessages.copyText));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  expect(await navigator.clipboard.readText()).toBe('only copy');
});

it('the only copy is not asked about any more once it was saved', async () => {
  serve(GOOD);
  const saved = watchDownloads();
  const { user } = await readIt();
  await user.click(button(viewMessages.download));
  expect(saved).toHaveLength(1);
  expect(asksBeforeLeaving()).toBe(false);
});

it('the only copy is not asked about when it is handed to a new paste', async () => {
  serve(GOOD);
  const visited = watchNavigation();
  const { user } = await readIt();
  await user.click(button(viewMessages.duplicate));
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(asksBeforeLeaving()).toBe(false);
});

it('a paste that stays is left without a question', async () => {
  openView(viewedPaste({ content: 'stays' }));
  await shownText();
  expect(asksBeforeLeaving()).toBe(false);
});

it('the tab that opened a burn paste keeps saying so', async () => {
  serve(GOOD);
  const { unmount } = await readIt();
  unmount();
  serve({ [CLAIM]: status(404) });
  const { user } = openView(plain);
  await user.click(button(viewMessages.confirm.button));
  expect(await heading(viewProblemMessages['opened-here'].title)).toBeVisible();
  expect(screen.queryByText(viewProblemMessages.gone.text)).not.toBeInTheDocument();
});

it('an opened burn paste names no expiry beside the words that it is gone', async () => {
  serve(GOOD);
  const { user } = openView({ ...plain, expiresAt: 86_400_000 });
  expect(screen.getByText(new RegExp(viewMessages.expires))).toBeVisible();
  await user.click(button(viewMessages.confirm.button));
  expect(await screen.findByText(viewMessages.burned)).toBeVisible();
  expect(screen.queryByText(new RegExp(viewMessages.expires))).not.toBeInTheDocument();
});
