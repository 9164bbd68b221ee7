/** Those who wait for a burn paste, on the pages of its sender and of the holder of a release link. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { manageMessages } from '#components/messages/manage';
import { releaseMessages as messages } from '#components/messages/release';
import { json, serve, status, unreachable } from '#components/testing/fake-server';
import { Created } from '../editor/created';
import { Manage } from '../manage/manage';

const ID = 'a'.repeat(24);
const PASTE = `/api/v1/pastes/${ID}`;
const [WAITING, RELEASE, REFUSE] = [`GET ${PASTE}/waiting`, `POST ${PASTE}/release`, `POST ${PASTE}/refuse`];
const NOW = '2031-01-01T00:00:00.000Z';
const ROUND_MS = 5_000;

const reader = (code: string, fields: object = {}) => ({
  code,
  since: NOW,
  client: 'Firefox, Windows',
  expiresAt: '2031-01-01T00:15:00.000Z',
  state: 'waiting',
  approved: 0,
  ...fields,
});
const list = (approvals: number, ...waiting: object[]) => json({ waiting, approvals });
const released = (approved: number, approvals: number) =>
  json({ publicId: ID, code: '4711', state: approved === approvals ? 'released' : 'waiting', approved, approvals });

beforeEach(
  () =>
    void vi.useFakeTimers({ now: Date.parse(NOW), shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] }),
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function openManage(fragment: string, approvals = 1, isOwner = false) {
  history.replaceState(null, '', `/manage/${ID}${fragment}`);
  const user = userEvent.setup({ delay: null });
  const paste = { publicId: ID, title: '', syntax: 'plaintext', isE2ee: true, burnAfterRead: true, approvals, viewCount: 0 };
  render(<Manage paste={{ ...paste, expiresAt: null, createdAt: NOW }} isOwner={isOwner} renderedAt={Date.parse(NOW)} />);
  return user;
}

const button = (name: string) => screen.findByRole('button', { name });

/** Releases a reader after the question whether the codes are the same. */
async function letIn(user: ReturnType<typeof userEvent.setup>, code = '4711') {
  await user.click(await button(messages.release(code)));
  const dialog = await screen.findByRole('dialog', { name: messages.confirmTitle(code) });
  await user.click(within(dialog).getByRole('button', { name: messages.release(code) }));
}

describe('the list', () => {
  it('a release link shows who waits: code, time and browser, and nothing else to do', async () => {
    const server = serve({ [WAITING]: list(1, reader('4711')) });
    openManage('#r=token');
    expect(await screen.findByText('4711')).toBeVisible();
    expect(screen.getByText('Firefox, Windows')).toBeVisible();
    expect(screen.getByText(messages.compare)).toBeVisible();
    expect(screen.getByText(messages.count(1))).toHaveAttribute('role', 'status');
    expect(server.requests[0]?.headers.get('X-Service-Release-Token')).toBe('token');
    expect(server.requests[0]?.headers.get('X-Service-Manage-Token')).toBeNull();
    expect(location.hash).toBe('');
    expect(screen.queryByRole('button', { name: manageMessages.delete })).not.toBeInTheDocument();
  });

  it('a later reader appears unasked, and a paste that is gone ends the list', async () => {
    const server = serve({ [WAITING]: [list(1), list(1, reader('4711', { client: null })), status(404)] });
    openManage('#r=token');
    expect(await screen.findByText(messages.count(0))).toBeVisible();
    await pass(ROUND_MS);
    expect(await screen.findByText(messages.unknownClient)).toBeVisible();
    await pass(ROUND_MS);
    expect(await screen.findByText(messages.gone)).toBeVisible();
    await pass(10 * ROUND_MS);
    expect(server.requests).toHaveLength(3);
  });

  it('a server that is silent leaves the list, which says that it may be old', async () => {
    serve({ [WAITING]: [list(1, reader('4711')), unreachable] });
    openManage('#r=token');
    expect(await screen.findByText('4711')).toBeVisible();
    await pass(ROUND_MS);
    expect(await screen.findByText(messages.unreachable)).toBeVisible();
    expect(screen.getByText('4711')).toBeVisible();
  });

  it('the owner needs no link', async () => {
    serve({ [WAITING]: list(1, reader('4711')) });
    openManage('', 1, true);
    expect(await button(messages.release('4711'))).toBeVisible();
    expect(screen.queryByText(manageMessages.noToken)).not.toBeInTheDocument();
  });

  it('without a link and without the right the page says what is missing', () => {
    openManage('');
    expect(screen.getByText(manageMessages.noToken)).toBeVisible();
    expect(screen.queryByText(messages.heading)).not.toBeInTheDocument();
  });
});

describe('deciding', () => {
  it('a release names the code, after the question whether the reader sees it', async () => {
    const server = serve({ [WAITING]: list(1, reader('4711'), reader('1234')), [RELEASE]: released(1, 1) });
    const user = openManage('#r=token');
    await user.click(await button(messages.release('4711')));
    await user.click(await button(messages.cancel));
    expect(server.routes()).toEqual([WAITING]);
    await letIn(user);
    expect(await screen.findByText(messages.released, { exact: false })).toBeVisible();
    expect(server.requests.at(-1)).toMatchObject({ route: RELEASE, body: JSON.stringify({ code: '4711' }) });
    expect(server.requests.at(-1)?.headers.get('X-Service-Release-Token')).toBe('token');
    expect(screen.queryByRole('button', { name: messages.release('1234') })).not.toBeInTheDocument();
  });

  it('a refused reader leaves the list', async () => {
    const server = serve({ [WAITING]: list(1, reader('4711')), [REFUSE]: json({ refused: true }) });
    const user = openManage('#r=token');
    await user.click(await button(messages.refuse('4711')));
    expect(await screen.findByText(messages.count(0))).toBeVisible();
    expect(server.requests[1]).toMatchObject({ route: REFUSE, body: JSON.stringify({ code: '4711' }) });
  });

  it('with two approvals the first says that the other person is missing', async () => {
    serve({ [WAITING]: list(2, reader('4711')), [RELEASE]: released(1, 2) });
    const user = openManage('#r=token', 2);
    expect(await screen.findByText(messages.approved({ approved: 0, approvals: 2 }), { exact: false })).toBeVisible();
    await letIn(user);
    expect(await screen.findByText(messages.otherMissing, { exact: false })).toBeVisible();
    expect(screen.queryByRole('button', { name: messages.release('4711') })).not.toBeInTheDocument();
  });

  it('with two approvals a manage link looks and refuses, and releases nobody', async () => {
    const server = serve({ [WAITING]: list(2, reader('4711')), [`GET ${PASTE}/receipt`]: status(404) });
    openManage('#token', 2);
    expect(await button(messages.refuse('4711'))).toBeVisible();
    expect(screen.queryByRole('button', { name: messages.release('4711') })).not.toBeInTheDocument();
    expect(screen.getByText(messages.needsLinks)).toBeVisible();
    expect(server.requests.find(({ route }) => route === WAITING)?.headers.get('X-Service-Manage-Token')).toBe('token');
  });

  it.each([
    ['not-waiting', status(404, {}, { error: 'x', code: 'not_waiting' })],
    ['already-released', status(409, {}, { error: 'x', code: 'already_released' })],
    ['forbidden', status(403, {}, { error: 'x', code: 'forbidden' })],
    ['too-many-requests', status(429, {}, { error: 'x', code: 'rate_limited' })],
    ['unreachable', unreachable],
  ] as const)('a release that fails says why: %s', async (problem, response) => {
    serve({ [WAITING]: list(1, reader('4711')), [RELEASE]: response });
    await letIn(openManage('#r=token'));
    expect(await screen.findByText(messages.problems[problem])).toHaveAttribute('role', 'alert');
  });
});

describe('the created page', () => {
  const links = ['first', 'second'].map((token) => `https://paste.example/manage/${ID}#r=${token}`);

  function openCreated(releaseLinks: string[]) {
    const made = { link: `https://paste.example/view/${ID}`, publicId: ID, expiresAt: null, isE2ee: false, hasPassword: false };
    const paste = { ...made, manageLink: null, manageToken: null, burnAfterRead: true, maxReads: null, releaseLinks };
    render(<Created paste={paste} isTaken onTaken={() => undefined} onAnother={() => undefined} />);
  }

  it('with two approvals both release links are there, and the page uses the first', async () => {
    const server = serve({ [WAITING]: list(2, reader('4711')) });
    openCreated(links);
    expect(await button(messages.release('4711'))).toBeVisible();
    expect(screen.getByLabelText(messages.linkOf(1))).toHaveValue(links[0]);
    expect(screen.getByLabelText(messages.linkOf(2))).toHaveValue(links[1]);
    expect(server.requests[0]?.headers.get('X-Service-Release-Token')).toBe('first');
  });

  it('a reader who waits is above the link, in the tab’s title, and notified of', async () => {
    const called = vi.fn();
    vi.stubGlobal('Notification', Object.assign(called, { permission: 'granted' }));
    serve({ [WAITING]: [list(1), list(1, reader('4711')), list(1)] });
    openCreated(links);
    expect(await screen.findByText(messages.count(0))).toBeVisible();
    await waitFor(() => expect(document.title).toBe(createdMessages.heading));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await pass(3 * ROUND_MS);
    const released = await button(messages.release('4711'));
    expect(released.compareDocumentPosition(screen.getByLabelText(createdMessages.link))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await waitFor(() => expect(document.title).toBe(`(1) A reader waits · ${createdMessages.heading}`));
    await waitFor(() => expect(called).toHaveBeenCalledExactlyOnceWith('A reader waits', { tag: '/' }));
    await pass(3 * ROUND_MS);
    await screen.findByText(messages.count(0));
    await waitFor(() => expect(document.title).toBe(createdMessages.heading));
  });

  it('a paste without approvals asks for nobody', () => {
    const server = serve({});
    openCreated([]);
    expect(screen.queryByText(messages.heading)).not.toBeInTheDocument();
    expect(server.requests).toEqual([]);
  });
});
