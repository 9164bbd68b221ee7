/** The page that shows a code and the page that sends to one, with real keys and a fake server. */
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerMessages } from '#components/messages/answer';
import { problemMessages } from '#components/messages/problem';
import { receiveMessages } from '#components/messages/receive';
import { requestMessages } from '#components/messages/request';
import { sendMessages } from '#components/messages/send';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { startUser } from '#components/testing/fake-browser';
import { type Handler, json, serve, status, text, unreachable } from '#components/testing/fake-server';
import { runWorkers } from '#components/testing/fake-worker';
import { uploadByFetch } from '#components/testing/upload-by-fetch';
import { createRequestKeys, type PublicJwk, type RequestKeys, thumbprintOf } from '#lib/envelope/answer-keys';
import { openAnswer } from '#lib/envelope/answer-open';
import { sealAnswer } from '#lib/envelope/answer-seal';
import { ReceivePage } from './receive-page';
import { SendPage } from './send-page';

const ID = 'r'.repeat(24);
const PUBLIC_ID = 'p'.repeat(24);
const AT = '2031-01-01T00:00:00.000Z';
const UNTIL = '2031-01-01T00:10:00.000Z';
const CODE = '7KQ4M2XP';
const CREATE = 'POST /api/v1/requests';
const INBOX = `GET /api/v1/requests/${ID}/answers`;
const FIND = `GET /api/v1/codes/${CODE}`;
const ANSWERS = `POST /api/v1/requests/${ID}/answers`;
const SECRET = 'blaue Eidechse/€';

let keys: RequestKeys;
/** Keys have the code, except another one. lib/envelope proves the real computation. */
let another = '';
beforeEach(async () => {
  keys = await createRequestKeys();
  another = '';
  runWorkers({ code: async (key: PublicJwk) => ((await thumbprintOf(key)) === another ? '00000000' : CODE) });
  uploadByFetch();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  history.replaceState(null, '', '/receive');
});

describe('the page that receives', () => {
  let posted: { publicKey: PublicJwk; vault: string; code: string; ttlSeconds: number; maxAnswers: number } | null = null;
  beforeEach(() => {
    posted = null;
  });
  const created: Handler = ({ body }) => {
    posted = JSON.parse(body);
    return Response.json({ requestId: ID, url: `https://paste.example/request/${ID}`, expiresAt: UNTIL });
  };
  const inbox =
    (state: string, answers: object[] = []): Handler =>
    () =>
      Response.json({
        request: {
          ...{ requestId: ID, publicKey: keys.publicKey, label: '', sealed: null, createdAt: AT, expiresAt: UNTIL, maxAnswers: 1 },
          ...{ answersLeft: 1 - answers.length, burnAfterRead: true, url: `https://paste.example/request/${ID}`, state },
          ...{ waitingAnswers: answers.length, keptUntil: UNTIL },
        },
        vault: posted?.vault ?? null,
        answers,
      });
  const ANSWER = { publicId: PUBLIC_ID, state: 'created', createdAt: AT, expiresAt: UNTIL };

  it('shows the code in groups of four, one digit after the other to a screen reader', async () => {
    serve({ [CREATE]: created, [INBOX]: inbox('open') });
    render(<ReceivePage />);
    expect(await screen.findByText('7KQ4-M2XP')).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getByText('7 K Q 4 M 2 X P')).toBeInTheDocument();
    expect(posted).toMatchObject({ code: CODE, ttlSeconds: 600, maxAnswers: 1 });
  });

  it('makes another key for a code that is taken', async () => {
    const taken = status(409, {}, { error: 'Conflict', code: 'code_taken' });
    const server = serve({ [CREATE]: [taken, created], [INBOX]: inbox('open') });
    render(<ReceivePage />);
    await screen.findByText('7KQ4-M2XP');
    const [first, second] = server.requests.map(({ body }) => body && (JSON.parse(body) as { publicKey: PublicJwk }).publicKey.x);
    expect(first).not.toBe(second);
  });

  it('a server to which each code is taken gets five keys, and no more', async () => {
    const taken = status(409, {}, { error: 'Conflict', code: 'code_taken' });
    const server = serve({ [CREATE]: taken });
    render(<ReceivePage />);
    expect(await screen.findByText(problemMessages.refused('Conflict'))).toBeVisible();
    expect(server.routes()).toEqual(Array(5).fill(CREATE));
  });

  it('turns into the text when it comes', async () => {
    serve({
      [CREATE]: created,
      [INBOX]: inbox('full', [ANSWER]),
      [`POST /api/v1/pastes/${PUBLIC_ID}/claim`]: json({ publicId: PUBLIC_ID, claimedUntil: UNTIL, title: '' }),
      [`GET /raw/${PUBLIC_ID}`]: async () => text(await sealAnswer({ content: SECRET }, posted?.publicKey as PublicJwk))({} as never),
      [`POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`]: json({ acknowledged: true }),
    });
    render(<ReceivePage />);
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: viewCoveredMessages.show }));
    expect(screen.getByText(SECRET)).toBeVisible();
    expect(screen.queryByText('7KQ4-M2XP')).not.toBeInTheDocument();
  });

  it('keeps its code in a reload of the tab', async () => {
    const server = serve({ [CREATE]: created, [INBOX]: inbox('open') });
    const { unmount } = render(<ReceivePage />);
    await screen.findByText('7KQ4-M2XP');
    unmount();
    render(<ReceivePage />);
    await screen.findByText('7KQ4-M2XP');
    expect(server.routes().filter((route) => route === CREATE)).toHaveLength(1);
  });

  it('says that a code has expired, and makes a new one on demand', async () => {
    const server = serve({ [CREATE]: created, [INBOX]: [inbox('expired'), inbox('open')] });
    render(<ReceivePage />);
    expect(await screen.findByText(receiveMessages.expired)).toBeVisible();
    await startUser().click(screen.getByRole('button', { name: receiveMessages.again }));
    await waitFor(() => expect(server.routes().filter((route) => route === CREATE)).toHaveLength(2));
  });

  it.each([
    ['away', unreachable, problemMessages.unreachable],
    ['full', status(429, { 'Retry-After': '7' }), problemMessages.tooMany('7 seconds')],
    ['closed', status(401), requestMessages.problems['key-needed']],
  ])('of a server that is %s says so, and tries again on demand', async (_, handler, words) => {
    serve({ [CREATE]: [handler, created], [INBOX]: inbox('open') });
    render(<ReceivePage />);
    expect(await screen.findByText(words)).toBeVisible();
    await startUser().click(screen.getByRole('button', { name: receiveMessages.again }));
    await screen.findByText('7KQ4-M2XP');
  });
});

describe('the page that sends', () => {
  const found: Handler = () => Response.json({ requestId: ID, publicKey: keys.publicKey, expiresAt: UNTIL });
  const sent = json({ createdAt: AT, expiresAt: UNTIL, answersLeft: 0, receiptToken: 'receipt-token' });
  const receipt = { [`GET /api/v1/requests/${ID}/receipt`]: json({ state: 'created', createdAt: AT, at: AT }) };
  const field = () => screen.getByRole('textbox', { name: answerMessages.field });

  async function send(code = '7kq4 m2xp') {
    const user = startUser();
    render(<SendPage />);
    await user.type(screen.getByRole('textbox', { name: sendMessages.code }), code);
    await user.type(field(), SECRET);
    await user.click(screen.getByRole('button', { name: answerMessages.send }));
    return user;
  }

  it('a text goes to whoever has the key of the code, and to nobody else', async () => {
    const server = serve({ [FIND]: found, [ANSWERS]: sent, ...receipt });
    await send();
    await screen.findByRole('heading', { name: answerMessages.sentTitle });
    expect(screen.getByText(answerMessages.sentToCode)).toBeVisible();
    const { content } = JSON.parse(server.requests.find(({ route }) => route === ANSWERS)?.body ?? '') as { content: string };
    expect(await openAnswer(content, keys.privateKey)).toMatchObject({ content: SECRET });
    expect(server.sent()).not.toContain(SECRET);
  });

  it('another key than the code’s is refused, and nothing is sent', async () => {
    another = await thumbprintOf(keys.publicKey);
    const server = serve({ [FIND]: found });
    await send();
    expect(await screen.findByText(answerMessages.problems['code-swapped'])).toBeVisible();
    expect(server.routes()).toEqual([FIND]);
    expect(field()).toHaveValue(SECRET);
    expect(screen.getByRole('textbox', { name: sendMessages.code })).toBeInvalid();
  });

  it.each([
    ['is none', '7KQ4', found, answerMessages.problems['code-wrong'], []],
    ['finds nobody', CODE, status(404, {}, { error: 'Not Found', code: 'not_found' }), answerMessages.problems['code-unknown'], [FIND]],
    ['was tried too often', CODE, status(429, { 'Retry-After': '7' }), answerMessages.problems['too-many-requests']('7 seconds'), [FIND]],
    ['meets no server', CODE, unreachable, answerMessages.problems.unreachable, [FIND]],
  ])('a code that %s loses nothing that was typed', async (_, code, handler, words, routes) => {
    const server = serve({ [FIND]: handler });
    await send(code);
    expect(await screen.findByText(words)).toBeVisible();
    expect([server.routes(), (field() as HTMLTextAreaElement).value]).toEqual([routes, SECRET]);
  });

  it('an answer whose response was lost is sent again with the same key', async () => {
    const server = serve({ [FIND]: found, [ANSWERS]: [unreachable, sent], ...receipt });
    const user = await send();
    await screen.findByText(answerMessages.problems.unreachable);
    await user.click(screen.getByRole('button', { name: answerMessages.send }));
    await screen.findByRole('heading', { name: answerMessages.sentTitle });
    const [first, second] = server.requests.filter(({ route }) => route === ANSWERS);
    expect([second?.body, second?.headers.get('Idempotency-Key')]).toEqual([first?.body, first?.headers.get('Idempotency-Key')]);
    expect(server.routes().filter((route) => route === FIND)).toHaveLength(1);
  });

  it('a text that was changed after a try goes without trying its code again', async () => {
    const server = serve({ [FIND]: found, [ANSWERS]: [status(500), sent], ...receipt });
    const user = await send();
    await screen.findByText(answerMessages.problems['server-error']);
    await user.type(field(), '!');
    await user.click(screen.getByRole('button', { name: answerMessages.send }));
    await screen.findByRole('heading', { name: answerMessages.sentTitle });
    const { content } = JSON.parse(server.requests.findLast(({ route }) => route === ANSWERS)?.body ?? '') as { content: string };
    expect(await openAnswer(content, keys.privateKey)).toMatchObject({ content: `${SECRET}!` });
    expect(server.routes().filter((route) => route === FIND)).toHaveLength(1);
  });

  it.each([
    ['has ended', status(404, {}, { error: 'Not Found', code: 'not_found' })],
    ['took the text of somebody else', status(409, {}, { error: 'Conflict', code: 'request_full' })],
  ])('a code that %s is called a code, not a link', async (_, handler) => {
    serve({ [FIND]: found, [ANSWERS]: handler });
    await send();
    expect(await screen.findByText(answerMessages.problems['code-ended'])).toBeVisible();
    expect(screen.getByRole('textbox', { name: sendMessages.code })).toBeInvalid();
    expect(field()).toHaveValue(SECRET);
  });

  it('a text goes to another code sealed anew', async () => {
    const next = await createRequestKeys();
    const gone = status(404, {}, { error: 'Not Found', code: 'not_found' });
    const other = 's'.repeat(24);
    const server = serve({
      [FIND]: found,
      [ANSWERS]: gone,
      'GET /api/v1/codes/00000000': () => Response.json({ requestId: other, publicKey: next.publicKey, expiresAt: UNTIL }),
      [`POST /api/v1/requests/${other}/answers`]: sent,
      [`GET /api/v1/requests/${other}/receipt`]: json({ state: 'created', createdAt: AT, at: AT }),
    });
    const user = await send();
    await screen.findByText(answerMessages.problems['code-ended']);
    another = await thumbprintOf(next.publicKey);
    await user.clear(screen.getByRole('textbox', { name: sendMessages.code }));
    await user.type(screen.getByRole('textbox', { name: sendMessages.code }), 'OOOO-OOOO');
    await user.click(screen.getByRole('button', { name: answerMessages.send }));
    await screen.findByRole('heading', { name: answerMessages.sentTitle });
    const { content } = JSON.parse(server.requests.find(({ route }) => route.includes(`${other}/answers`))?.body ?? '') as {
      content: string;
    };
    expect(await openAnswer(content, next.privateKey)).toMatchObject({ content: SECRET });
  });

  it('the editor’s text comes along', async () => {
    sessionStorage.setItem('sealpaste-draft', JSON.stringify({ text: SECRET, title: '' }));
    history.replaceState(null, '', '/send#draft');
    serve({});
    render(<SendPage />);
    await waitFor(() => expect(field()).toHaveValue(SECRET));
  });
});
