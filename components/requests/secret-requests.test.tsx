/** Asking for secrets and reading the answers, with real keys, a fake server and a fake IndexedDB. */

import { act, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problemMessages } from '#components/messages/problem';
import { requestMessages as messages } from '#components/messages/request';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { viewFilesMessages as filesMessages } from '#components/messages/view-files';
import { fillIndexedDb, installIndexedDb, resetIndexedDb, storedFiles } from '#components/paste/editor/testing/fake-indexed-db';
import { copied } from '#components/testing/copied';
import { asksBeforeLeaving, startUser, watchDownloads } from '#components/testing/fake-browser';
import { json, serve, status, text, unreachable } from '#components/testing/fake-server';
import { translatePage } from '#components/testing/translate-page';
import { createRequestKeys, type PublicJwk, thumbprintOf } from '#lib/envelope/answer-keys';
import { sealAnswer } from '#lib/envelope/answer-seal';
import { offeredExpiries } from '#lib/pastes/expiry.rules';
import type { AnswerJson, OwnSecretRequestJson } from '#lib/requests/request.schema';
import { listSecretRequests } from './keys/secret-request-keys';
import { SecretRequests } from './secret-requests';

const ID = 'r'.repeat(24);
const PUBLIC_ID = 'p'.repeat(24);
const AT = '2031-01-01T00:00:00.000Z';
const UNTIL = '2031-01-08T00:00:00.000Z';
const CREATE = 'POST /api/v1/requests';
const INBOX = `GET /api/v1/requests/${ID}/answers`;
const CLAIM = `POST /api/v1/pastes/${PUBLIC_ID}/claim`;
const RAW = `GET /raw/${PUBLIC_ID}`;
const ACKNOWLEDGE = `POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`;
const LABEL = 'The password of the printer';

const url = `https://paste.example/request/${ID}`;
const created = json({ requestId: ID, url, expiresAt: UNTIL, manageToken: 'manage-token' });
const claimed = json({ publicId: PUBLIC_ID, claimedUntil: UNTIL, title: '' });

const own = (fields: Partial<OwnSecretRequestJson> = {}): OwnSecretRequestJson => ({
  requestId: ID,
  publicKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
  label: LABEL,
  createdAt: AT,
  expiresAt: UNTIL,
  maxAnswers: 1,
  answersLeft: 1,
  burnAfterRead: true,
  url,
  state: 'open',
  waitingAnswers: 0,
  keptUntil: UNTIL,
  ...fields,
});
const answer = (fields: Partial<AnswerJson> = {}): AnswerJson => ({
  publicId: PUBLIC_ID,
  state: 'created',
  createdAt: AT,
  expiresAt: UNTIL,
  ...fields,
});
const empty = json({ request: own(), answers: [] });
const waiting = json({ request: own({ state: 'full', answersLeft: 0, waitingAnswers: 1 }), answers: [answer()] });
const opened = json({ request: own({ state: 'full', answersLeft: 0 }), answers: [answer({ state: 'opened', expiresAt: null })] });

beforeEach(() => {
  resetIndexedDb();
  installIndexedDb();
});

const OFFERED = offeredExpiries({ choices: [3_600, 604_800, null], preselected: 604_800 });

function open(owned: readonly OwnSecretRequestJson[] = []) {
  const user = startUser();
  return { user, ...render(<SecretRequests owned={owned} expiries={OFFERED} />) };
}

async function ask(user: ReturnType<typeof startUser>, { isForDevice = false } = {}): Promise<void> {
  await user.type(screen.getByLabelText(messages.ask.label), LABEL);
  if (isForDevice) await user.click(screen.getByRole('switch', { name: messages.ask.device }));
  await user.click(screen.getByRole('button', { name: messages.ask.submit }));
  await screen.findByRole('heading', { name: messages.asked.heading });
}

const linkField = () =>
  within(screen.getByRole('region', { name: messages.asked.heading })).getByLabelText<HTMLInputElement>(messages.asked.link);
const row = async () => (await screen.findByRole('heading', { level: 3, name: LABEL })).closest('li') as HTMLElement;
const openButton = () => screen.findByRole('button', { name: messages.answers.openOf({ number: 1, name: LABEL }) });
const keyOf = async () => (await listSecretRequests(0))[0];
const sentKey = (body: string) => (JSON.parse(body) as { publicKey: PublicJwk }).publicKey;

/** Encrypts an answer for the key that the page has made. */
async function sealFor(body: string, content: string): Promise<string> {
  return sealAnswer({ content }, sentKey(body));
}

describe('asking', () => {
  it('the link has the thumbprint of the key that this browser made and keeps', async () => {
    const server = serve({ [CREATE]: created, [INBOX]: empty });
    const { user } = open();
    await ask(user);
    const body = JSON.parse(server.requests[0]?.body ?? '') as { publicKey: PublicJwk };
    expect(body).toMatchObject({ label: LABEL, ttlSeconds: 604_800, maxAnswers: 1 });
    expect(linkField()).toHaveValue(`${url}#${await thumbprintOf(body.publicKey)}`);
    expect((await keyOf())?.privateKey.extractable).toBe(false);
    expect(screen.queryByLabelText(messages.private.link)).not.toBeInTheDocument();
  });

  it('a label in the address is in the form, and in the address no more', async () => {
    serve({});
    window.history.replaceState(null, '', `/requests#label=${encodeURIComponent(LABEL)}%2E`);
    open();
    await waitFor(() => expect(screen.getByLabelText(messages.ask.label)).toHaveValue(`${LABEL}.`));
    expect(location.hash).toBe('');
    expect(screen.queryByText(messages.private.damaged)).not.toBeInTheDocument();
  });

  it('of the keys only the public one leaves the browser', async () => {
    const server = serve({ [CREATE]: created, [INBOX]: empty });
    const { user } = open();
    await ask(user, { isForDevice: true });
    const secret = await screen.findByLabelText<HTMLInputElement>(messages.private.link);
    const { d: exported = '' } = await crypto.subtle.exportKey('jwk', (await keyOf())?.privateKey as CryptoKey);
    expect(secret.value).toBe(`https://paste.example/requests#${ID}.${exported}.manage-token`);
    expect(server.sent()).not.toContain(exported);
    expect(server.sent()).not.toContain((await keyOf())?.thumbprint);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(exported);
  });

  it('a lost browser is called a lost key before there is a link', () => {
    serve({});
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    open();
    expect(screen.getByText(messages.ask.lostTitle).parentElement).toHaveTextContent(messages.ask.lost);
  });

  it('Safari, which forgets what isn’t visited, is told so', () => {
    serve({});
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1';
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari);
    open();
    expect(screen.getByText(messages.ask.lostTitle).parentElement).toHaveTextContent(messages.ask.lostWebKit);
  });

  it('a browser that can’t keep the key makes no request', async () => {
    const server = serve({});
    fillIndexedDb();
    const { user } = open();
    await user.click(screen.getByRole('button', { name: messages.ask.submit }));
    expect(await screen.findByText(messages.problems.store)).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['away', unreachable, problemMessages.unreachable],
    ['full', status(429, { 'Retry-After': '7' }), problemMessages.tooMany('7 seconds')],
    ['closed', status(401), messages.problems['key-needed']],
  ])('a server that is %s leaves no key behind, and the words in the field', async (_, handler, words) => {
    serve({ [CREATE]: handler });
    const { user } = open();
    await user.type(screen.getByLabelText(messages.ask.label), LABEL);
    await user.click(screen.getByRole('button', { name: messages.ask.submit }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText(messages.ask.label)).toHaveValue(LABEL);
    expect(storedFiles()).toEqual([]);
  });

  it.each(['0', '51', ''])('%s answers are refused beside the field', async (count) => {
    const server = serve({});
    const { user } = open();
    const field = screen.getByLabelText(messages.ask.answers);
    await user.clear(field);
    if (count !== '') await user.type(field, count);
    await user.click(screen.getByRole('button', { name: messages.ask.submit }));
    expect(screen.getByText(messages.ask.answersInvalid(50))).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  it('a label of 80 characters is taken, one of 81 is not', async () => {
    const server = serve({ [CREATE]: created, [INBOX]: empty });
    const { user } = open();
    await user.click(screen.getByLabelText(messages.ask.label));
    await user.paste('€'.repeat(81));
    await user.click(screen.getByRole('button', { name: messages.ask.submit }));
    expect(screen.getByText(messages.ask.labelTooLong(80))).toBeVisible();
    expect(server.requests).toEqual([]);
    await user.type(screen.getByLabelText(messages.ask.label), '{Backspace}');
    await user.click(screen.getByRole('button', { name: messages.ask.submit }));
    await screen.findByRole('heading', { name: messages.asked.heading });
  });
});

describe('what came in', () => {
  it('an answer that arrives is in the tab’s title, in place of the spent link', async () => {
    document.title = 'Sealpaste';
    serve({ [CREATE]: created, [INBOX]: waiting });
    const { user } = open();
    await ask(user);
    await waitFor(() => expect(screen.queryByRole('heading', { name: messages.asked.heading })).not.toBeInTheDocument());
    await waitFor(() => expect(document.title).toBe('(1) An answer waits · Sealpaste'));
    const inbox = screen.getByRole('region', { name: messages.list.title });
    const another = screen.getByRole('button', { name: messages.asked.another });
    expect(inbox.compareDocumentPosition(another)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(another);
    expect(screen.getByLabelText(messages.ask.label)).toBeVisible();
  });

  it('an answer that waits from before stands above the form', async () => {
    serve({ [INBOX]: waiting });
    open([own({ state: 'full', answersLeft: 0 })]);
    const inbox = screen.getByRole('region', { name: messages.list.title });
    await waitFor(() =>
      expect(inbox.compareDocumentPosition(screen.getByLabelText(messages.ask.label))).toBe(Node.DOCUMENT_POSITION_FOLLOWING),
    );
  });

  it('an answer is claimed, fetched, shown as the only copy, and acknowledged', async () => {
    let body = '';
    const server = serve({
      [CREATE]: created,
      [INBOX]: [waiting, opened],
      [CLAIM]: claimed,
      [RAW]: async () => new Response(await sealFor(body, 'the secret')),
      [ACKNOWLEDGE]: json({ acknowledged: true }),
    });
    const { user } = open();
    await ask(user);
    body = server.requests[0]?.body ?? '';
    await user.click(await openButton());
    await user.click(await screen.findByRole('button', { name: viewCoveredMessages.show }));
    expect(screen.getByRole('region', { name: messages.answers.textLabel })).toHaveTextContent('the secret');
    expect(screen.getByText(messages.answers.only)).toBeVisible();
    await vi.waitFor(() => expect(server.routes().slice(1)).toEqual(expect.arrayContaining([CLAIM, RAW, ACKNOWLEDGE])));
    const claims = server.requests.filter(({ route }) => route === CLAIM || route === ACKNOWLEDGE).map((sent) => sent.body);
    expect(new Set(claims).size).toBe(1);
    expect(server.sent()).not.toContain('the secret');
    expect(await row()).toHaveTextContent(messages.list.states.full);
  });

  it('leaving is asked about until the opened answer was saved', async () => {
    let body = '';
    const saved = watchDownloads();
    const server = serve({
      [CREATE]: created,
      [INBOX]: [waiting, opened],
      [CLAIM]: claimed,
      [RAW]: async () => new Response(await sealFor(body, 'the secret')),
      [ACKNOWLEDGE]: json({ acknowledged: true }),
    });
    const { user } = open();
    await ask(user);
    body = server.requests[0]?.body ?? '';
    await user.click(await openButton());
    await screen.findByText(messages.answers.only);
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    await user.click(screen.getByRole('button', { name: viewCoveredMessages.download }));
    expect(saved.map(({ name }) => name)).toEqual([`${PUBLIC_ID}.txt`]);
    expect(asksBeforeLeaving()).toBe(false);
    await user.click(screen.getByRole('button', { name: messages.answers.close }));
    expect(screen.queryByRole('region', { name: messages.answers.textLabel })).not.toBeInTheDocument();
  });

  it('closing an opened answer hides the only copy, which this tab can show again', async () => {
    let body = '';
    const server = serve({
      [CREATE]: created,
      [INBOX]: [waiting, opened],
      [CLAIM]: claimed,
      [RAW]: async () => new Response(await sealFor(body, 'the secret')),
      [ACKNOWLEDGE]: json({ acknowledged: true }),
    });
    const { user } = open();
    await ask(user);
    body = server.requests[0]?.body ?? '';
    await user.click(await openButton());
    await screen.findByText(messages.answers.only);
    await user.click(screen.getByRole('button', { name: messages.answers.close }));
    expect(screen.queryByRole('region', { name: messages.answers.textLabel })).not.toBeInTheDocument();
    expect(asksBeforeLeaving()).toBe(true);
    const again = screen.getByRole('button', { name: messages.answers.showAgainOf({ number: 1, name: LABEL }) });
    expect(again).toHaveFocus();
    await user.click(again);
    await user.click(screen.getByRole('button', { name: viewCoveredMessages.show }));
    expect(screen.getByRole('region', { name: messages.answers.textLabel })).toHaveTextContent('the secret');
  });

  it('leaving the page removes the answer, so a browser can’t show it again', async () => {
    let body = '';
    const server = serve({
      [CREATE]: created,
      [INBOX]: [waiting, opened],
      [CLAIM]: claimed,
      [RAW]: async () => new Response(await sealFor(body, 'the secret')),
      [ACKNOWLEDGE]: json({ acknowledged: true }),
    });
    const { user } = open();
    await ask(user);
    body = server.requests[0]?.body ?? '';
    await user.click(await openButton());
    await screen.findByText(messages.answers.only);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(screen.queryByText('the secret')).not.toBeInTheDocument();
  });

  it('files of an answer are saved one by one, and leaving asks until all are saved', async () => {
    let body = '';
    const saved = watchDownloads();
    const files = [
      { name: 'key.pem', syntax: 'plaintext', content: 'the key' },
      { name: '../../evil.svg', type: 'image/svg+xml', data: new TextEncoder().encode('<svg/>') },
    ];
    const server = serve({
      [CREATE]: created,
      [INBOX]: [waiting, opened],
      [CLAIM]: claimed,
      [RAW]: async () => new Response(await sealAnswer({ content: '', files }, sentKey(body))),
      [ACKNOWLEDGE]: json({ acknowledged: true }),
    });
    const { user } = open();
    await ask(user);
    body = server.requests[0]?.body ?? '';
    await user.click(await openButton());
    await user.click(await screen.findByRole('button', { name: filesMessages.downloadOne('key.pem') }));
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    await user.click(screen.getByRole('button', { name: filesMessages.downloadOne('evil.svg') }));
    expect(asksBeforeLeaving()).toBe(false);
    expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([
      ['key.pem', 'application/octet-stream'],
      ['evil.svg', 'application/octet-stream'],
    ]);
    expect(screen.queryByRole('region', { name: messages.answers.textLabel })).not.toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
  });

  it('a broken connection loses nothing: the same claim goes on', async () => {
    let body = '';
    const server = serve({
      [CREATE]: created,
      [INBOX]: [waiting, opened],
      [CLAIM]: claimed,
      [RAW]: [unreachable, async () => new Response(await sealFor(body, 'the secret'))],
      [ACKNOWLEDGE]: json({ acknowledged: true }),
    });
    const { user } = open();
    await ask(user);
    body = server.requests[0]?.body ?? '';
    await user.click(await openButton());
    expect(await screen.findByText(messages.answers.problems.offline)).toBeVisible();
    await user.click(screen.getByRole('button', { name: messages.answers.resumeOf({ number: 1, name: LABEL }) }));
    await user.click(await screen.findByRole('button', { name: viewCoveredMessages.show }));
    expect(screen.getByRole('region', { name: messages.answers.textLabel })).toHaveTextContent('the secret');
    const claims = server.requests.filter(({ route }) => route === CLAIM).map((sent) => sent.body);
    expect(claims).toHaveLength(2);
    expect(new Set(claims).size).toBe(1);
  });

  it('an answer for another key isn’t acknowledged, and can be saved as it is', async () => {
    const { publicKey: other } = await createRequestKeys({ extractable: false });
    const foreign = await sealAnswer({ content: 'for somebody else' }, other);
    const server = serve({ [CREATE]: created, [INBOX]: waiting, [CLAIM]: claimed, [RAW]: text(foreign) });
    const { user } = open();
    await ask(user);
    await user.click(await openButton());
    expect(await screen.findByText(messages.answers.problems['wrong-key'])).toBeVisible();
    expect(screen.getByRole('button', { name: messages.answers.saveCiphertext })).toBeVisible();
    expect(server.routes()).not.toContain(ACKNOWLEDGE);
  });

  it('a request without its key in this browser says so, and offers no answer to open', async () => {
    serve({ [INBOX]: waiting });
    open([own({ state: 'full', answersLeft: 0, waitingAnswers: 1 })]);
    expect(await screen.findByText(messages.list.noKey)).toBeVisible();
    expect(screen.queryByRole('button', { name: messages.answers.openOf({ number: 1, name: LABEL }) })).not.toBeInTheDocument();
  });

  it.each([
    ['expired', own({ state: 'expired' }), messages.list.states.expired],
    ['ended', own({ state: 'ended' }), messages.list.states.ended],
    ['open', own(), messages.list.states.open],
  ])('a request that is %s is called so', async (_, request, words) => {
    serve({ [INBOX]: json({ request, answers: [] }) });
    open([request]);
    expect(await row()).toHaveTextContent(words);
  });
});

describe('ending', () => {
  it('ending asks, and deletes the answers that wait only when that is said', async () => {
    const END = `DELETE /api/v1/requests/${ID}?answers=delete`;
    const server = serve({
      [CREATE]: created,
      [INBOX]: [
        json({ request: own({ maxAnswers: 2, waitingAnswers: 1 }), answers: [answer()] }),
        json({ request: own({ state: 'ended' }), answers: [] }),
      ],
      [END]: json({ ended: true, deletedAnswers: 1 }),
    });
    const { user } = open();
    await ask(user);
    await user.click(await screen.findByRole('button', { name: messages.list.endOf(LABEL) }));
    expect(screen.getByRole('button', { name: messages.end.cancel })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: messages.end.deleteAnswers }));
    await vi.waitFor(async () => expect(await row()).toHaveTextContent(messages.list.states.ended));
    expect(server.requests.find(({ route }) => route === END)?.headers.get('X-Service-Manage-Token')).toBe('manage-token');
  });

  it('removing a request that has ended deletes its key', async () => {
    serve({ [CREATE]: created, [INBOX]: json({ request: own({ state: 'ended' }), answers: [] }) });
    const { user } = open();
    await ask(user);
    await user.click(await screen.findByRole('button', { name: messages.list.removeOf(LABEL) }));
    await user.click(screen.getByRole('button', { name: messages.remove.remove }));
    expect(await screen.findByText(messages.list.empty)).toBeVisible();
    expect(storedFiles()).toEqual([]);
  });
});

describe('a private link', () => {
  it('a private link stores a non-extractable key and disappears from the address', async () => {
    const server = serve({ [CREATE]: created, [INBOX]: empty });
    const { user, unmount } = open();
    await ask(user, { isForDevice: true });
    const secret = (await screen.findByLabelText<HTMLInputElement>(messages.private.link)).value;
    const publicKey = sentKey(server.requests[0]?.body ?? '');
    unmount();
    resetIndexedDb();
    serve({ [INBOX]: json({ request: own({ publicKey }), answers: [] }) });
    history.replaceState(null, '', `/requests${new URL(secret).hash}`);
    open();
    expect(await screen.findByText(messages.private.added(LABEL))).toBeVisible();
    expect(location.hash).toBe('');
    expect((await keyOf())?.privateKey.extractable).toBe(false);
    expect((await keyOf())?.manageToken).toBe('manage-token');
  });

  it.each([
    ['gone', status(404)],
    ['refused', status(403)],
    ['failed', unreachable],
    ['damaged', empty],
  ] as const)('a private link that is %s brings no key', async (kind, handler) => {
    serve({ [INBOX]: handler });
    history.replaceState(null, '', `/requests#${ID}.${'A'.repeat(43)}.manage-token`);
    open();
    expect(await screen.findByText(messages.private[kind])).toBeVisible();
    expect(storedFiles()).toEqual([]);
  });
});

it('a part of an opened answer is copied as it was sent', async () => {
  let body = '';
  const server = serve({
    [CREATE]: created,
    [INBOX]: [waiting, opened],
    [CLAIM]: claimed,
    [RAW]: async () => new Response(await sealFor(body, 'a\u00a0b\r\nc')),
    [ACKNOWLEDGE]: json({ acknowledged: true }),
  });
  const { user } = open();
  await ask(user);
  body = server.requests[0]?.body ?? '';
  await user.click(await openButton());
  await user.click(await screen.findByRole('button', { name: viewCoveredMessages.show }));
  const region = screen.getByRole('region', { name: messages.answers.textLabel });
  getSelection()?.selectAllChildren(region);
  expect(copied()).toBe('a\u00a0b\r\nc');
  // The rest of the page isn't lost: there may be other answers.
  getSelection()?.selectAllChildren(document.body);
  expect(copied()).toBeNull();
});

it('under a browser’s translation a request is made and ended, and says so', async () => {
  const END = `DELETE /api/v1/requests/${ID}?answers=keep`;
  serve({
    [CREATE]: created,
    [INBOX]: [empty, json({ request: own({ state: 'ended' }), answers: [] })],
    [END]: json({ ended: true, deletedAnswers: 0 }),
  });
  const { user } = open();
  translatePage();
  await user.click(screen.getByRole('switch', { name: messages.ask.device }));
  expect(screen.getByText(messages.ask.deviceOn)).toBeVisible();
  expect(document.body).toHaveTextContent(messages.ask.lostDevice);
  translatePage();
  await user.click(screen.getByRole('switch', { name: messages.ask.device }));
  await ask(user);
  await row();
  expect(await row()).toHaveTextContent(messages.list.openUntil);
  translatePage();
  await user.click(screen.getByRole('button', { name: messages.list.endOf(LABEL) }));
  translatePage();
  await user.click(screen.getByRole('button', { name: messages.end.end }));
  await vi.waitFor(async () => expect(await row()).toHaveTextContent(messages.list.created));
  expect(await row()).not.toHaveTextContent(messages.list.openUntil);
});
