/** Asking for secrets and reading the answers, with real keys and a fake server. */

import { act, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problemMessages } from '#components/messages/problem';
import { requestMessages as messages } from '#components/messages/request';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { viewFilesMessages as filesMessages } from '#components/messages/view-files';
import { copied } from '#components/testing/copied';
import { asksBeforeLeaving, startUser, watchDownloads } from '#components/testing/fake-browser';
import { type Handler, json, serve, status, text, unreachable } from '#components/testing/fake-server';
import { translatePage } from '#components/testing/translate-page';
import { createRequestKeys, type PublicJwk, thumbprintOf } from '#lib/envelope/answer-keys';
import { sealAnswer } from '#lib/envelope/answer-seal';
import { deriveInboxToken } from '#lib/envelope/envelope-token';
import { openAsked, openInbox } from '#lib/envelope/request-vault';
import { offeredExpiries } from '#lib/pastes/expiry.rules';
import type { AnswerJson, OwnSecretRequestJson } from '#lib/requests/request.schema';
import { InboxPage } from './inbox-page';
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
/** The body of the request that made the secret request. */
let posted: { publicKey: PublicJwk; sealed: string; vault: string; manageProof: string } | null = null;
const created: Handler = ({ body }) => {
  posted = JSON.parse(body);
  return Response.json({ requestId: ID, url, expiresAt: UNTIL });
};
const inbox =
  (request: OwnSecretRequestJson, answers: readonly AnswerJson[]): Handler =>
  () =>
    Response.json({ request, answers, vault: posted?.vault ?? null });
const claimed = json({ publicId: PUBLIC_ID, claimedUntil: UNTIL, title: '' });

const own = (fields: Partial<OwnSecretRequestJson> = {}): OwnSecretRequestJson => ({
  requestId: ID,
  publicKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
  label: '',
  sealed: null,
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
const empty = inbox(own(), []);
const waiting = inbox(own({ state: 'full', answersLeft: 0, waitingAnswers: 1 }), [answer()]);
const opened = inbox(own({ state: 'full', answersLeft: 0 }), [answer({ state: 'opened', expiresAt: null })]);

beforeEach(() => {
  posted = null;
});

const OFFERED = offeredExpiries({ choices: [3_600, 604_800, null], preselected: 604_800 });

function open(owned: readonly OwnSecretRequestJson[] = []) {
  const user = startUser();
  return { user, ...render(<SecretRequests owned={owned} expiries={OFFERED} />) };
}

async function ask(user: ReturnType<typeof startUser>): Promise<void> {
  await user.type(screen.getByLabelText(messages.ask.label), LABEL);
  await submitted(user);
}

/** Waits until the list has asked, too: otherwise it would ask the server of the next test. */
async function submitted(user: ReturnType<typeof startUser>): Promise<void> {
  await user.click(screen.getByRole('button', { name: messages.ask.submit }));
  await screen.findByText(/answer/, { selector: 'li span' });
}

const linkField = () =>
  within(screen.getByRole('region', { name: messages.asked.heading })).getByLabelText<HTMLInputElement>(messages.asked.link);
const row = async () => (await screen.findByRole('heading', { level: 3, name: LABEL })).closest('li') as HTMLElement;
const openButton = () => screen.findByRole('button', { name: messages.answers.openOf({ number: 1, name: LABEL }) });
const kept = () => localStorage.getItem('sealpaste-requests') ?? '';
const inboxLink = () => screen.getAllByLabelText<HTMLInputElement>(messages.asked.inbox)[0]?.value ?? '';

/** The content of an answer, encrypted for the key that the page has made. */
const sealed = async (content: Parameters<typeof sealAnswer>[0]) => new Response(await sealAnswer(content, posted?.publicKey as PublicJwk));

/** Serves an answer to a request that is made here. */
const serveAnswer = (content: Parameters<typeof sealAnswer>[0], ...before: Handler[]) =>
  serve({
    [CREATE]: created,
    [INBOX]: [waiting, opened],
    [CLAIM]: claimed,
    [RAW]: [...before, () => sealed(content)],
    [ACKNOWLEDGE]: json({ acknowledged: true }),
  });

/** Waits until the list knows of the opened answer, too: otherwise it would ask the server of the next test. */
const listed = () => screen.findByText(messages.answers.openedHere);

/** Asks, and opens the answer. */
async function openAnswer(content: Parameters<typeof sealAnswer>[0]) {
  const server = serveAnswer(content);
  const { user } = open();
  await ask(user);
  await user.click(await openButton());
  await listed();
  return { server, user };
}

describe('asking', () => {
  it('the links have thumbprint and keys; the server gets no label or private key', async () => {
    const server = serve({ [CREATE]: created, [INBOX]: empty });
    const { user } = open();
    await ask(user);
    expect(screen.getByRole('heading', { name: messages.asked.heading })).toBeVisible();
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ ttlSeconds: 604_800, maxAnswers: 1, vault: expect.any(String) });
    const [thumbprint = '', labelKey = ''] = new URL(linkField().value).hash.slice(1).split('.');
    expect(thumbprint).toBe(await thumbprintOf(posted?.publicKey as PublicJwk));
    expect(await openAsked(posted?.sealed ?? '', labelKey)).toEqual({ label: LABEL, fields: [] });
    const { pathname, hash } = new URL(inboxLink());
    expect(pathname).toBe(`/inbox/${ID}`);
    const { privateKey, ...asked } = await openInbox(posted?.vault ?? '', hash.slice(1));
    expect([privateKey.x, asked]).toEqual([posted?.publicKey.x, { label: LABEL, fields: [], labelKey }]);
    await vi.waitFor(() => expect(server.routes()).toContain(INBOX));
    for (const secret of [LABEL, privateKey.d, thumbprint, labelKey, hash.slice(1)]) expect(server.sent()).not.toContain(secret);
  });

  it('a template gives fields, which can be renamed, added and removed', async () => {
    serve({ [CREATE]: created, [INBOX]: empty });
    const { user } = open();
    await user.selectOptions(screen.getByLabelText(messages.ask.form), messages.ask.templates.login);
    await user.type(screen.getByLabelText(messages.ask.fieldName(1)), ' name');
    await user.click(screen.getByRole('button', { name: messages.ask.addField }));
    await user.click(screen.getByRole('button', { name: messages.ask.submit }));
    expect(screen.getByText(messages.ask.fieldsInvalid(40))).toBeVisible();
    expect(posted).toBeNull();
    await user.type(screen.getByLabelText(messages.ask.fieldName(3)), 'Notes');
    await user.selectOptions(screen.getByLabelText(messages.ask.fieldKind(3)), messages.ask.kinds.multiline);
    await user.click(screen.getByRole('button', { name: messages.ask.removeField(2) }));
    await submitted(user);
    expect(await openAsked(posted?.sealed ?? '', linkField().value.split('.').at(-1) ?? '')).toEqual({
      label: '',
      fields: [
        { name: 'User name', kind: 'text' },
        { name: 'Notes', kind: 'multiline' },
      ],
    });
  });

  it('a label in the address is in the form, and in the address no more', async () => {
    serve({});
    window.history.replaceState(null, '', `/requests#label=${encodeURIComponent(LABEL)}%2E`);
    open();
    await waitFor(() => expect(screen.getByLabelText(messages.ask.label)).toHaveValue(`${LABEL}.`));
    expect(location.hash).toBe('');
  });

  it.each([
    ['away', unreachable, problemMessages.unreachable],
    ['full', status(429, { 'Retry-After': '7' }), problemMessages.tooMany('7 seconds')],
    ['closed', status(401), messages.problems['key-needed']],
  ])('a server that is %s keeps no request, and the words in the field', async (_, handler, words) => {
    serve({ [CREATE]: handler });
    const { user } = open();
    await user.type(screen.getByLabelText(messages.ask.label), LABEL);
    await user.click(screen.getByRole('button', { name: messages.ask.submit }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText(messages.ask.label)).toHaveValue(LABEL);
    expect(kept()).toBe('');
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
    await submitted(user);
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
    const { server, user } = await openAnswer({ content: 'the secret' });
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
    const saved = watchDownloads();
    const { user } = await openAnswer({ content: 'the secret' });
    await screen.findByText(messages.answers.only);
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    await user.click(screen.getByRole('button', { name: viewCoveredMessages.download }));
    expect(saved.map(({ name }) => name)).toEqual([`${PUBLIC_ID}.txt`]);
    expect(asksBeforeLeaving()).toBe(false);
    await user.click(screen.getByRole('button', { name: messages.answers.close }));
    expect(screen.queryByRole('region', { name: messages.answers.textLabel })).not.toBeInTheDocument();
  });

  it('closing an opened answer hides the only copy, which this tab can show again', async () => {
    const { user } = await openAnswer({ content: 'the secret' });
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
    await openAnswer({ content: 'the secret' });
    await screen.findByText(messages.answers.only);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(screen.queryByText('the secret')).not.toBeInTheDocument();
  });

  it('files of an answer are saved one by one, and leaving asks until all are saved', async () => {
    const saved = watchDownloads();
    const files = [
      { name: 'key.pem', syntax: 'plaintext', content: 'the key' },
      { name: '../../evil.svg', type: 'image/svg+xml', data: new TextEncoder().encode('<svg/>') },
    ];
    const { user } = await openAnswer({ content: '', files });
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
    const server = serveAnswer({ content: 'the secret' }, unreachable);
    const { user } = open();
    await ask(user);
    await user.click(await openButton());
    expect(await screen.findByText(messages.answers.problems.offline)).toBeVisible();
    await user.click(screen.getByRole('button', { name: messages.answers.resumeOf({ number: 1, name: LABEL }) }));
    await user.click(await screen.findByRole('button', { name: viewCoveredMessages.show }));
    expect(screen.getByRole('region', { name: messages.answers.textLabel })).toHaveTextContent('the secret');
    await listed();
    const claims = server.requests.filter(({ route }) => route === CLAIM).map((sent) => sent.body);
    expect(claims).toHaveLength(2);
    expect(new Set(claims).size).toBe(1);
  });

  it('an answer for another key isn’t acknowledged, and can be saved as it is', async () => {
    const { publicKey: other } = await createRequestKeys();
    const foreign = await sealAnswer({ content: 'for somebody else' }, other);
    const server = serve({ [CREATE]: created, [INBOX]: waiting, [CLAIM]: claimed, [RAW]: text(foreign) });
    const { user } = open();
    await ask(user);
    await user.click(await openButton());
    expect(await screen.findByText(messages.answers.problems['wrong-key'])).toBeVisible();
    expect(screen.getByRole('button', { name: messages.answers.saveCiphertext })).toBeVisible();
    expect(server.routes()).not.toContain(ACKNOWLEDGE);
  });

  it('a request without its inbox link here says so, and opens no answer', async () => {
    serve({ [INBOX]: waiting });
    open([own({ label: LABEL, state: 'full', answersLeft: 0, waitingAnswers: 1 })]);
    expect(await screen.findByText(messages.list.noKey)).toBeVisible();
    expect(screen.queryByRole('button', { name: messages.answers.openOf({ number: 1, name: LABEL }) })).not.toBeInTheDocument();
  });

  it.each([
    ['expired', own({ label: LABEL, state: 'expired' }), messages.list.states.expired],
    ['ended', own({ label: LABEL, state: 'ended' }), messages.list.states.ended],
    ['open', own({ label: LABEL }), messages.list.states.open],
  ])('a request that is %s is called so', async (_, request, words) => {
    serve({ [INBOX]: inbox(request, []) });
    open([request]);
    expect(await row()).toHaveTextContent(words);
  });
});

describe('ending', () => {
  it('ending asks, and deletes the answers that wait only when that is said', async () => {
    const END = `DELETE /api/v1/requests/${ID}?answers=delete`;
    const server = serve({
      [CREATE]: created,
      [INBOX]: [inbox(own({ maxAnswers: 2, waitingAnswers: 1 }), [answer()]), inbox(own({ state: 'ended' }), [])],
      [END]: json({ ended: true, deletedAnswers: 1 }),
    });
    const { user } = open();
    await ask(user);
    const manageToken = await deriveInboxToken(inboxLink().split('#')[1] ?? '');
    await user.click(await screen.findByRole('button', { name: messages.list.endOf(LABEL) }));
    expect(screen.getByRole('button', { name: messages.end.cancel })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: messages.end.deleteAnswers }));
    await vi.waitFor(async () => expect(await row()).toHaveTextContent(messages.list.states.ended));
    expect(server.requests.find(({ route }) => route === END)?.headers.get('X-Service-Manage-Token')).toBe(manageToken);
  });

  it('removing a request that has ended forgets its links', async () => {
    serve({ [CREATE]: created, [INBOX]: inbox(own({ state: 'ended' }), []) });
    const { user } = open();
    await ask(user);
    await user.click(await screen.findByRole('button', { name: messages.list.removeOf(LABEL) }));
    await user.click(screen.getByRole('button', { name: messages.remove.remove }));
    expect(await screen.findByText(messages.list.empty)).toBeVisible();
    expect(kept()).toBe('[]');
  });
});

describe('an inbox link', () => {
  it('opens the answer on another device, with a row for each field', async () => {
    const fields = [
      { name: 'User', value: 'anna' },
      { name: 'Key', value: 'first\nsecond' },
    ];
    serve({ [CREATE]: created, [INBOX]: empty });
    const { user, unmount } = open();
    await ask(user);
    const link = new URL(inboxLink());
    unmount();
    localStorage.clear();
    serveAnswer({ content: 'User: anna', fields });
    history.replaceState(null, '', `${link.pathname}${link.hash}`);
    document.title = 'Sealpaste';
    render(<InboxPage />);
    await waitFor(() => expect(document.title).toBe('(1) An answer waits · Sealpaste'));
    await user.click(await openButton());
    await listed();
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    await user.click(await screen.findByRole('button', { name: viewCoveredMessages.copyValue('Key') }));
    expect(await navigator.clipboard.readText()).toBe('first\nsecond');
    expect(screen.getByRole('region', { name: messages.answers.textLabel })).not.toHaveTextContent('anna');
    await user.click(screen.getByRole('button', { name: viewCoveredMessages.copyAll }));
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    expect(kept()).toBe('');
  });

  it('that lost its key asks nothing, and says so, until it is opened whole', async () => {
    const server = serve({ [INBOX]: status(404) });
    history.replaceState(null, '', `/inbox/${ID}`);
    render(<InboxPage />);
    expect(await screen.findByText(messages.inbox.refused)).toBeVisible();
    expect(server.requests).toEqual([]);
    location.hash = 'A'.repeat(43);
    await waitFor(() => expect(server.routes()).toEqual([INBOX]));
  });

  it.each([
    ['gone', status(404)],
    ['refused', status(403)],
  ] as const)('that is %s says so', async (kind, handler) => {
    serve({ [INBOX]: handler });
    history.replaceState(null, '', `/inbox/${ID}#${'A'.repeat(43)}`);
    render(<InboxPage />);
    expect(await screen.findByText(messages.inbox[kind])).toBeVisible();
  });
});

it('a part of an opened answer is copied as it was sent', async () => {
  const { user } = await openAnswer({ content: 'a\u00a0b\r\nc' });
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
    [INBOX]: [empty, inbox(own({ state: 'ended' }), [])],
    [END]: json({ ended: true, deletedAnswers: 0 }),
  });
  const { user } = open();
  translatePage();
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
