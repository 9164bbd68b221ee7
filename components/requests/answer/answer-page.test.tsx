/** The answering page with real keys and a fake server. */
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerMessages as messages } from '#components/messages/answer';
import { receiptMessages } from '#components/messages/receipt';
import { revealMessages } from '#components/messages/reveal';
import { asksBeforeLeaving, startUser } from '#components/testing/fake-browser';
import { held, json, serve, status, unreachable } from '#components/testing/fake-server';
import { uploadByFetch } from '#components/testing/upload-by-fetch';
import { createRequestKeys, type RequestKeys, thumbprintOf } from '#lib/envelope/answer-keys';
import { openAnswer } from '#lib/envelope/answer-open';
import { requestSecrets, sealRequest } from '#lib/envelope/request-vault';
import { formatTime, formatUnit } from '#lib/locales/format.rules';
import type { SecretRequestJson } from '#lib/requests/request.schema';
import { AnswerPage, MissingSecretRequest } from './answer-page';

const ID = 'r'.repeat(24);
const ANSWERS = `POST /api/v1/requests/${ID}/answers`;
const RECEIPT = `GET /api/v1/requests/${ID}/receipt`;
const AT = '2031-01-01T00:00:00.000Z';
const SECRET = 'blaue Eidechse/€';

const created = (answersLeft: number) =>
  json({ createdAt: AT, expiresAt: '2031-01-08T00:00:00.000Z', answersLeft, receiptToken: `receipt-token-${answersLeft}` });
const waiting = json({ state: 'created', createdAt: AT, at: AT });

let keys: RequestKeys;
beforeEach(async () => {
  keys = await createRequestKeys();
});

type Opened = Partial<SecretRequestJson> & { fragment?: string; isSecureContext?: boolean };

async function open({ fragment, isSecureContext = true, ...fields }: Opened = {}) {
  vi.stubGlobal('isSecureContext', isSecureContext);
  uploadByFetch();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  history.replaceState(null, '', `/request/${ID}#${fragment ?? (await thumbprintOf(keys.publicKey))}`);
  const request: SecretRequestJson = {
    requestId: ID,
    publicKey: keys.publicKey,
    label: 'The password of the printer',
    sealed: null,
    createdAt: AT,
    expiresAt: '2031-01-08T00:00:00.000Z',
    maxAnswers: 3,
    answersLeft: 3,
    burnAfterRead: true,
    ...fields,
  };
  const user = startUser();
  return { user, ...render(<AnswerPage request={request} />) };
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: messages.field });
/** Pastes another link of this page into the tab. */
async function follow(fragment: string): Promise<void> {
  const hasCome = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
  location.replace(fragment);
  await act(async () => void (await hasCome));
}

const sendButton = () => screen.getByRole('button', { name: messages.send });

/** Types as a browser does, as soon as a field is in the document: before React has run the effects of what it rendered. */
const typedAtOnce = (text: string) =>
  new Promise<void>((resolve) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    new MutationObserver((_, observer) => {
      const area = document.querySelector('textarea');
      if (!area) return;
      observer.disconnect();
      for (const character of text) {
        setValue?.call(area, area.value + character);
        area.dispatchEvent(new Event('input', { bubbles: true }));
      }
      resolve();
    }).observe(document, { childList: true, subtree: true });
  });

describe('before anything is sent', () => {
  it('what is typed in the moment the field appears is kept', async () => {
    serve({});
    const typed = typedAtOnce('abc');
    await open();
    await field();
    await typed;
    expect(await field()).toHaveValue('abc');
  });

  it('an answer page says who can read it, what was asked, and that it is unverified', async () => {
    serve({});
    await open();
    expect(await field()).toHaveAccessibleDescription(messages.once(formatUnit(7, 'day')));
    expect(screen.getByText(messages.promise)).toBeVisible();
    expect(screen.getByRole('figure')).toHaveTextContent(`${messages.asked}The password of the printer${messages.unverified}`);
  });

  it('a label is a text, whatever is in it', async () => {
    serve({});
    await open({ label: '<img src=x onerror=alert(1)>' });
    await field();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
  });

  it('a request without a label says whom to trust all the same', async () => {
    serve({});
    await open({ label: '' });
    await field();
    expect(screen.getByText(messages.unnamed)).toBeVisible();
  });

  it.each([
    ['wrong-key', 'A'.repeat(43)],
    ['damaged', 'A'.repeat(42)],
    ['no-thumbprint', ''],
  ] as const)('there is no field on the page of a link that is refused: %s', async (problem, fragment) => {
    const server = serve({});
    await open({ fragment });
    expect(await screen.findByRole('heading', { level: 1, name: messages.links[problem].title })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(messages.links[problem].text);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(server.requests).toEqual([]);
  });

  it('a thumbprint of which one character was changed is refused', async () => {
    serve({});
    const thumbprint = await thumbprintOf(keys.publicKey);
    await open({ fragment: `${thumbprint[0] === 'A' ? 'B' : 'A'}${thumbprint.slice(1)}` });
    expect(await screen.findByRole('heading', { name: messages.links['wrong-key'].title })).toBeVisible();
  });

  it('a page without HTTPS is refused', async () => {
    serve({});
    await open({ isSecureContext: false });
    expect(await screen.findByRole('heading', { name: messages.links.insecure.title })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('a whole link replaces a damaged one, and never discards typed text', async () => {
    serve({});
    const { user } = await open({ fragment: 'short' });
    await screen.findByRole('heading', { name: messages.links.damaged.title });
    await follow(`#${await thumbprintOf(keys.publicKey)}`);
    await user.type(await field(), SECRET);
    await follow('#short');
    expect(await field()).toHaveValue(SECRET);
  });

  it('what the asker sealed is asked for, each field by its name', async () => {
    const server = serve({ [ANSWERS]: created(0), [RECEIPT]: waiting });
    const asked = {
      label: 'Access to <b>db</b>',
      fields: [
        { name: 'User', kind: 'text' },
        { name: 'Password', kind: 'secret' },
        { name: 'Key', kind: 'multiline' },
      ],
    } as const;
    const { body, inbox } = await sealRequest(asked);
    keys = { publicKey: body.publicKey, privateKey: inbox.privateKey };
    const { user } = await open({ sealed: body.sealed, label: '', fragment: await requestSecrets(inbox) });
    const password = await screen.findByLabelText('Password');
    expect(screen.getByRole('figure')).toHaveTextContent(`${messages.asked}${asked.label}${messages.unnamed}`);
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: revealMessages.show('Password') }));
    expect(password).toHaveAttribute('type', 'text');
    await user.type(screen.getByLabelText('User'), 'anna');
    await user.type(password, 'S3CRET');
    await user.type(screen.getByLabelText('Key'), 'first{Enter}second');
    await user.click(sendButton());
    await screen.findByRole('heading', { name: messages.sentTitle });
    const { content } = JSON.parse(server.requests[0]?.body ?? '') as { content: string };
    expect(await openAnswer(content, keys.privateKey)).toMatchObject({
      content: 'User: anna\nPassword: S3CRET\nKey:\nfirst\nsecond',
      fields: [
        { name: 'User', value: 'anna' },
        { name: 'Password', value: 'S3CRET' },
        { name: 'Key', value: 'first\nsecond' },
      ],
    });
  });

  it('a link without the key of what is asked for is refused', async () => {
    const { body } = await sealRequest({ label: 'x', fields: [] });
    keys = { ...keys, publicKey: body.publicKey };
    const thumbprint = await thumbprintOf(body.publicKey);
    for (const rest of ['', '.', `.${'A'.repeat(20)}`, `.${'A'.repeat(43)}`]) {
      const { unmount } = await open({ sealed: body.sealed, fragment: `${thumbprint}${rest}` });
      expect(await screen.findByRole('heading', { name: messages.links.damaged.title })).toBeVisible();
      unmount();
    }
  });

  it('a full request has no field', async () => {
    serve({});
    await open({ answersLeft: 0, maxAnswers: 1 });
    expect(await screen.findByRole('heading', { name: messages.fullTitle })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('sending', () => {
  it('what is typed leaves the page only encrypted, and only the asker’s key opens it', async () => {
    const server = serve({ [ANSWERS]: created(2), [RECEIPT]: waiting });
    const { user } = await open();
    await user.type(await field(), SECRET);
    await user.click(sendButton());
    await waitFor(() => expect(screen.getByRole('heading', { name: messages.sentTitle })).toHaveFocus());
    const [sent] = server.requests;
    const { content } = JSON.parse(sent?.body ?? '') as { content: string };
    expect(await openAnswer(content, keys.privateKey)).toMatchObject({ content: SECRET });
    expect(server.sent()).not.toContain('Eidechse');
    expect(server.sent()).not.toContain(await thumbprintOf(keys.publicKey));
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state])).not.toContain('Eidechse');
  });

  it('a photo is sent without its metadata, any other file byte for byte', async () => {
    const server = serve({ [ANSWERS]: created(0), [RECEIPT]: waiting });
    const { user } = await open();
    await field();
    const comment = [0xff, 0xfe, 0, 6, 0x68, 0x65, 0x72, 0x65];
    const scan = [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9];
    const photo = new File([Uint8Array.from([0xff, 0xd8, ...comment, ...scan])], 'beach.jpg', { type: 'image/jpeg' });
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, [
      photo,
      new File(['\u0000 bytes'], 'C:\\x\\key.bin'),
    ]);
    expect(screen.getByRole('list', { name: messages.attached })).toHaveTextContent(/beach\.jpg.*key\.bin/);
    await user.click(sendButton());
    await screen.findByRole('heading', { name: messages.sentTitle });
    const { content } = JSON.parse(server.requests[0]?.body ?? '') as { content: string };
    const { files = [] } = await openAnswer(content, keys.privateKey);
    expect(files.map((file) => [file.name, 'data' in file ? [...file.data] : []])).toEqual([
      ['beach.jpg', [0xff, 0xd8, ...scan]],
      ['key.bin', [...new TextEncoder().encode('\u0000 bytes')]],
    ]);
  });

  it('a photo that can’t be cleaned is sent by a second press only', async () => {
    const server = serve({ [ANSWERS]: created(0), [RECEIPT]: waiting });
    const { user } = await open();
    await field();
    const photo = new File(['\0\0\0\x18ftypheic'], 'beach.heic', { type: 'image/heic' });
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, photo);
    await user.click(sendButton());
    expect(await screen.findByText(messages.problems['photo-uncleaned']('beach.heic'))).toBeVisible();
    expect(server.requests).toEqual([]);
    await user.click(sendButton());
    await screen.findByRole('heading', { name: messages.sentTitle });
    const { content } = JSON.parse(server.requests[0]?.body ?? '') as { content: string };
    expect((await openAnswer(content, keys.privateKey)).files).toMatchObject([{ name: 'beach.heic' }]);
  });

  it('two clicks send one answer', async () => {
    const slow = held(created(0));
    const server = serve({ [ANSWERS]: slow.handler, [RECEIPT]: waiting });
    const { user } = await open();
    await user.type(await field(), SECRET);
    await user.dblClick(sendButton());
    expect(await screen.findByRole('button', { name: messages.sending })).toHaveAttribute('aria-disabled', 'true');
    expect(await field()).toHaveAttribute('readonly');
    await vi.waitFor(() => expect(server.routes()).toEqual([ANSWERS]));
    slow.release();
    await screen.findByRole('heading', { name: messages.sentTitle });
    expect(server.routes().filter((route) => route === ANSWERS)).toHaveLength(1);
  });

  it.each(['in the field', 'where nothing has the focus'])('Ctrl Enter sends %s', async (where) => {
    serve({ [ANSWERS]: created(0), [RECEIPT]: waiting });
    const { user } = await open();
    await user.type(await field(), SECRET);
    if (where !== 'in the field') (await field()).blur();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('heading', { name: messages.sentTitle })).toBeVisible();
  });

  it.each([
    ['full', status(409, {}, { error: 'Conflict', code: 'request_full' }), messages.problems['request-full']],
    ['without room for the asker', status(409, {}, { error: 'Conflict', code: 'no_room' }), messages.problems['no-room']],
    ['behind a proxy that responds', status(409), messages.problems['request-full']],
    ['ended', status(404), messages.problems['request-gone']],
    ['limited', status(429, { 'Retry-After': '7' }), messages.problems['too-many-requests']('7 seconds')],
    ['broken', status(500), messages.problems['server-error']],
    ['away', unreachable, messages.problems.unreachable],
  ])('a server that is %s takes no typed text away', async (_, handler, words) => {
    serve({ [ANSWERS]: handler });
    const { user } = await open();
    await user.type(await field(), SECRET);
    await user.click(sendButton());
    await vi.waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
    expect(await field()).toHaveValue(SECRET);
    expect(asksBeforeLeaving()).toBe(true);
  });

  it('an empty field is not sent', async () => {
    const server = serve({});
    const { user } = await open();
    await field();
    await user.click(sendButton());
    expect(screen.getByRole('alert')).toHaveTextContent(messages.problems.empty);
    expect(await field()).toBeInvalid();
    expect(server.requests).toEqual([]);
  });

  it('a try after a lost response sends the same bytes under the same key', async () => {
    const server = serve({ [ANSWERS]: [unreachable, created(0)], [RECEIPT]: waiting });
    const { user } = await open();
    await user.type(await field(), SECRET);
    await user.click(sendButton());
    await screen.findByText(messages.problems.unreachable);
    await user.click(sendButton());
    await screen.findByRole('heading', { name: messages.sentTitle });
    const sent = server.requests.filter(({ route }) => route === ANSWERS);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ body, headers }) => `${headers.get('Idempotency-Key')} ${body}`)).size).toBe(1);
  });

  it('leaving is asked about from the first letter until it is sent', async () => {
    serve({ [ANSWERS]: created(0), [RECEIPT]: waiting });
    const { user } = await open();
    await field();
    expect(asksBeforeLeaving()).toBe(false);
    await user.type(await field(), 'x');
    expect(asksBeforeLeaving()).toBe(true);
    await user.click(sendButton());
    await screen.findByRole('heading', { name: messages.sentTitle });
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });
});

describe('files', () => {
  const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name);
  const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

  async function attach(files: readonly File[]) {
    const opened = await open();
    await field();
    await opened.user.upload(document.querySelector('input[type=file]') as HTMLInputElement, [...files]);
    return opened;
  }

  it('files are sent without a text, under names that differ; a removed one isn’t', async () => {
    const server = serve({ [ANSWERS]: created(0), [RECEIPT]: waiting });
    const { user } = await attach([file('a.bin'), file('a.bin'), file('b.bin')]);
    await user.click(screen.getByRole('button', { name: messages.detach('b.bin') }));
    await user.click(sendButton());
    await screen.findByRole('heading', { name: messages.sentTitle });
    const { content } = JSON.parse(server.requests[0]?.body ?? '') as { content: string };
    const { files = [] } = await openAnswer(content, keys.privateKey);
    expect(files.map(({ name }) => name)).toEqual(['a.bin', 'a (2).bin']);
  });

  it('20 files are taken; the 21st is not, and changes nothing', async () => {
    serve({});
    const { user } = await attach(Array.from({ length: 20 }, (_, index) => file(`${index}`)));
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file('one more'));
    expect(screen.getByRole('alert')).toHaveTextContent(messages.problems['too-many-files']);
    expect(listed()).toHaveLength(20);
  });

  it('what can’t fit is refused before it is read', async () => {
    serve({});
    await attach([file('large', 8 * 1024 * 1024)]);
    expect(screen.getByRole('alert')).toHaveTextContent(messages.problems['too-large']('10 MiB'));
    expect(listed()).toEqual([]);
  });

  it('a file that the browser can’t read any more stays, and says so', async () => {
    const server = serve({});
    const moved = Object.assign(file('moved'), { arrayBuffer: () => Promise.reject(new DOMException('moved', 'NotReadableError')) });
    const { user } = await attach([moved]);
    await user.click(sendButton());
    expect(await screen.findByText(messages.problems.unreadable)).toBeVisible();
    expect(listed()).toHaveLength(1);
    expect(server.requests).toEqual([]);
  });
});

describe('what was sent', () => {
  it('the receipt says when it was opened; its token goes to that endpoint alone', async () => {
    const server = serve({ [ANSWERS]: created(0), [RECEIPT]: json({ state: 'opened', createdAt: AT, at: AT }) });
    const { user } = await open();
    await user.type(await field(), SECRET);
    await user.click(sendButton());
    expect(await screen.findByText(receiptMessages.states.opened(formatTime(new Date(AT))))).toBeVisible();
    const shown = server.requests.filter(({ headers }) => headers.has('X-Service-Receipt-Token')).map(({ route }) => route);
    expect(new Set(shown)).toEqual(new Set([RECEIPT]));
    expect(screen.queryByRole('button', { name: messages.another })).not.toBeInTheDocument();
    expect(screen.getByText(messages.noMore)).toBeVisible();
  });

  it('another can be sent while some are left', async () => {
    serve({ [ANSWERS]: [created(1), created(0)], [RECEIPT]: waiting });
    const { user } = await open();
    await user.type(await field(), SECRET);
    await user.click(sendButton());
    await user.click(await screen.findByRole('button', { name: messages.another }));
    expect(await field()).toHaveValue('');
    await user.type(await field(), 'more');
    await user.click(sendButton());
    await screen.findByText(messages.noMore);
    expect(JSON.parse(sessionStorage.getItem(`sealpaste.answered.${ID}`) ?? '')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: messages.another })).not.toBeInTheDocument();
  });

  it('another is written only when the link is still the right one', async () => {
    serve({ [ANSWERS]: created(1), [RECEIPT]: waiting });
    const { user } = await open();
    await user.type(await field(), SECRET);
    await user.click(sendButton());
    await screen.findByRole('button', { name: messages.another });
    await follow('#short');
    await user.click(screen.getByRole('button', { name: messages.another }));
    expect(await screen.findByRole('heading', { name: messages.links.damaged.title })).toBeVisible();
  });

  it('a reload of the tab shows the receipt again, also when the request is gone', async () => {
    sessionStorage.setItem(`sealpaste.answered.${ID}`, JSON.stringify([{ receiptToken: 'receipt-token', createdAt: AT, expiresAt: AT }]));
    serve({ [RECEIPT]: waiting });
    history.replaceState(null, '', `/request/${ID}`);
    render(<MissingSecretRequest />);
    expect(await screen.findByText(receiptMessages.states.created)).toBeVisible();
    expect(screen.queryByText(messages.goneText)).not.toBeInTheDocument();
  });

  it.each(['null', '{}', '[{"receiptToken":5}]', 'x'])('what isn’t a list of receipts counts as nothing sent: %s', (kept) => {
    sessionStorage.setItem(`sealpaste.answered.${ID}`, kept);
    history.replaceState(null, '', `/request/${ID}`);
    render(<MissingSecretRequest />);
    expect(screen.getByText(messages.goneText)).toBeVisible();
  });
});
