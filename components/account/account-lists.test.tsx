/** The lists of an account: pastes, receipts of burned ones, keys. */

import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { accountMessages } from '#components/messages/account';
import { mineMessages as messages } from '#components/messages/mine';
import { noticeMessages } from '#components/messages/notice';
import { readsMessages } from '#components/messages/reads';
import type { Endings, OwnPaste, PasteListing } from '#components/mine/listed-paste';
import { type LocalPaste, readLocalPastes, rememberPaste, setKeeping } from '#components/paste/local/local-pastes-store';
import { startUser } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { json, serve, status } from '#components/testing/fake-server';
import { addressOfLink } from '#components/testing/links';
import { formatExpiry } from '#components/ui/times';
import type { ShownKey, ShownSession } from '#lib/accounts/accounts.presenter';
import { formatAbsolute } from '#lib/locales/format.rules';
import { AccountPastes } from './account-pastes';
import type { ShownMade } from './change-form';
import { Keys } from './keys';

const keyMessages = accountMessages.keys;
const NOW = '2031-01-01T00:00:00.000Z';

const paste = (fields: Partial<OwnPaste> = {}): OwnPaste => ({
  publicId: 'a'.repeat(24),
  title: 'nginx.conf',
  syntax: 'plaintext',
  isE2ee: false,
  burnAfterRead: false,
  viewCount: 2,
  contentBytes: 100,
  createdAt: NOW,
  expiresAt: NOW,
  ...fields,
});

const listing = (fields: Partial<PasteListing> = {}): PasteListing => ({
  pastes: [paste()],
  q: '',
  page: 1,
  hasMore: false,
  searchedOnly: null,
  ...fields,
});

const showPastes = (fields: Partial<PasteListing> = {}, endings: Endings | null = null) =>
  render(
    <AccountPastes listing={listing(fields)} endings={endings} apiUrl="https://paste.example/api/v1/pastes" renderedAt={Date.now()} />,
  );

const key = (fields: Partial<ShownKey> = {}): ShownKey => ({
  id: '12345678',
  name: 'laptop',
  createdAt: NOW,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  scopes: null,
  rules: null,
  maySignIn: false,
  madeBy: null,
  isActive: true,
  ...fields,
});

const showKeys = (
  keys: readonly ShownKey[],
  {
    ownKeyId = 'another',
    sessions = [] as readonly ShownSession[],
    endedIds = [] as readonly string[],
    made = [] as readonly ShownMade[],
  } = {},
) => {
  const shown = { keys, made, ownKeyId, sessions, endedIds };
  return render(<Keys {...shown} userName="anna" provider={null} />);
};

const ID = 'a'.repeat(24);
const DELETE = 'POST /api/v1/account/pastes/delete';
const EXTEND = 'POST /api/v1/account/pastes/extend';
const changed = (...publicIds: string[]) => json({ changed: publicIds });
const sentTo = ({ requests }: ReturnType<typeof serve>) =>
  requests.map(({ route, body }) => [route, body === '' ? null : (JSON.parse(body) as object)]);

const row = () => screen.getByRole('listitem');
const pasteRow = () => screen.getAllByRole('row')[1] as HTMLElement;

beforeEach(() => {
  router.refresh.mockClear();
});

it('the list leads to its older and its newer page', () => {
  showPastes({ page: 3, hasMore: true });
  expect(screen.getByRole('link', { name: messages.older })).toHaveAttribute('href', '/mine?page=4');
  expect(screen.getByRole('link', { name: messages.newer })).toHaveAttribute('href', '/mine?page=2');
});

it('a paste is listed with its title as a link, its views and its end', () => {
  showPastes();
  expect(screen.getByRole('link', { name: 'nginx.conf' })).toHaveAttribute('href', `/view/${'a'.repeat(24)}`);
  for (const fact of ['100 bytes', messages.views(2), messages.created, messages.expires]) expect(pasteRow()).toHaveTextContent(fact);
});

it('a title is shown as it is: nothing in it becomes part of the page', () => {
  const title = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const { container } = showPastes({ pastes: [paste({ title })] });
  expect(screen.getByRole('link', { name: title })).toBeVisible();
  expect(container.querySelector('img, script')).not.toBeInTheDocument();
});

it.each([
  [{ title: '' }, messages.untitled],
  [{ title: '', isE2ee: true }, messages.encrypted],
])('a paste without a title has a name all the same: %o', (fields, name) => {
  showPastes({ pastes: [paste(fields)] });
  expect(screen.getByRole('link', { name })).toBeVisible();
});

it('an encrypted paste says that only the whole link opens it', () => {
  showPastes({ pastes: [paste({ isE2ee: true, syntax: 'rust' })] });
  expect(pasteRow()).toHaveTextContent(messages.encryptedBadge);
  expect(within(pasteRow()).getByTitle(messages.encryptedHint)).toBeVisible();
  expect(pasteRow()).not.toHaveTextContent('Rust');
});

it.each([{ burnAfterRead: true }, { maxReads: 2 }, { isE2ee: true }])(
  'a row whose link would be an error or a read leads to Manage: %o',
  (fields) => {
    showPastes({ pastes: [paste(fields)] });
    expect(screen.getByRole('link', { name: 'nginx.conf' })).toHaveAttribute('href', `/manage/${ID}`);
  },
);

const TITLE = 'Plan of the move';
const here: LocalPaste = {
  ...{ publicId: ID, manageToken: null, isE2ee: true, burnAfterRead: false, maxReads: null, createdAt: NOW, expiresAt: NOW, ended: null },
  ...{ title: TITLE, link: `https://paste.example/view/${ID}#key` },
};

it('a title that only this browser knows is listed, found, and opens by a kept key', async () => {
  setKeeping({ keepsLinks: true });
  rememberPaste(here);
  showPastes({ pastes: [paste({ title: '', isE2ee: true }), paste({ publicId: 'b'.repeat(24), title: 'other' })] });
  await startUser().type(screen.getByRole('searchbox'), 'plan MOVE');
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  expect(addressOfLink(screen.getByRole('link', { name: TITLE }))).toBe(here.link);
});

it('the list has pastes made without the account, a search those of other pages', () => {
  rememberPaste(here);
  rememberPaste({ ...here, publicId: 'c'.repeat(24), manageToken: 't', title: 'made without' });
  const { unmount } = showPastes();
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'nginx.conf',
    `made without${messages.encryptedBadge}`,
  ]);
  unmount();
  showPastes({ pastes: [], q: 'move' });
  expect(screen.getByRole('link', { name: TITLE })).toHaveAttribute('href', `/manage/${ID}`);
});

it('what the account extends, this browser remembers as long', () => {
  rememberPaste(here);
  showPastes({ pastes: [paste({ isE2ee: true, expiresAt: '2031-02-01T00:00:00.000Z' })] });
  expect(readLocalPastes().pastes[0]?.expiresAt).toBe('2031-02-01T00:00:00.000Z');
});

it('a burn paste is unread as long as it is listed', () => {
  showPastes({ pastes: [paste({ burnAfterRead: true })] });
  expect(pasteRow()).toHaveTextContent(messages.unread);
  expect(pasteRow()).not.toHaveTextContent(messages.views(2));
});

it('a paste with reads says how many were used, and when the last one was', () => {
  showPastes({ pastes: [paste({ maxReads: 3, viewCount: 1, lastReadAt: '2026-11-21T12:00:00.000Z' })] });
  expect(pasteRow()).toHaveTextContent(
    readsMessages.countedLast({ reads: 1, max: 3, when: formatAbsolute(Date.parse('2026-11-21T12:00:00.000Z')) }),
  );
  expect(pasteRow()).not.toHaveTextContent(messages.views(1));
});

it('a paste is extended from its row, which says so', async () => {
  const server = serve({ [EXTEND]: changed(ID) });
  showPastes({ q: 'nginx', page: 2 });
  const user = startUser();
  await user.click(screen.getByLabelText(messages.changeOf('nginx.conf')));
  const rowForm = within(pasteRow());
  await user.selectOptions(rowForm.getByLabelText(messages.extendBy), formatExpiry(86_400));
  await user.click(screen.getByRole('button', { name: messages.extend }));
  expect(await rowForm.findByText(noticeMessages.done.extended)).toHaveRole('status');
  expect(sentTo(server)).toEqual([[EXTEND, { publicIds: [ID], ttlSeconds: 86_400 }]]);
  expect(router.refresh).toHaveBeenCalledOnce();
});

it.each([
  [404, noticeMessages.failed.gone],
  [400, noticeMessages.failed['not-extended']],
])('a paste that can’t be changed says why in its row: %i', async (code, sentence) => {
  serve({ [EXTEND]: status(code) });
  showPastes();
  await startUser().click(screen.getByLabelText(messages.changeOf('nginx.conf')));
  await startUser().click(screen.getByRole('button', { name: messages.extend }));
  expect(await within(pasteRow()).findByRole('alert')).toHaveTextContent(sentence);
});

it('a paste is deleted only behind words that open the button', async () => {
  const server = serve({ [DELETE]: changed(ID) });
  showPastes({ pastes: [paste(), paste({ publicId: 'b'.repeat(24), title: 'next' })] });
  const user = startUser();
  const words = within(pasteRow()).getByLabelText(messages.changeOf('nginx.conf'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  await user.click(words);
  await user.click(within(pasteRow()).getByRole('button', { name: messages.delete }));
  expect(await screen.findByText(`${noticeMessages.done.deleted} \u2068nginx.conf\u2069`)).toHaveRole('status');
  expect(sentTo(server)).toEqual([[DELETE, { publicIds: [ID] }]]);
  // The row vanishes, so the next one gets the focus.
  expect(screen.getByLabelText(messages.changeOf('next'))).toHaveFocus();
});

it('what became of the last paste is said beside the empty list', async () => {
  serve({ [DELETE]: changed(ID) });
  const { rerender } = showPastes();
  await startUser().click(screen.getByLabelText(messages.changeOf('nginx.conf')));
  await startUser().click(screen.getByRole('button', { name: messages.delete }));
  expect(await screen.findByText(noticeMessages.done.deleted, { exact: false })).toBeVisible();
  rerender(<AccountPastes listing={listing({ pastes: [] })} endings={null} apiUrl="" renderedAt={Date.now()} />);
  expect(screen.getByText(noticeMessages.done.deleted, { exact: false })).toBeVisible();
  expect(screen.getByRole('heading', { name: messages.emptyTitle })).toBeVisible();
});

it('a paste that never expires offers nothing to extend', async () => {
  showPastes({ pastes: [paste({ expiresAt: null })] });
  await startUser().click(screen.getByLabelText(messages.changeOf('nginx.conf')));
  expect(screen.getByText(messages.extendsNever)).toBeVisible();
  expect(screen.queryByRole('button', { name: messages.extend })).not.toBeInTheDocument();
});

it('ticked pastes are changed together, and the top box ticks all shown pastes', async () => {
  const pastes = ['a', 'b', 'c', 'd'].map((letter) => paste({ publicId: letter.repeat(24), title: letter, isE2ee: letter === 'c' }));
  const all = pastes.map(({ publicId }) => publicId);
  const server = serve({ [EXTEND]: changed('b'.repeat(24)), [DELETE]: changed(...all) });
  showPastes({ pastes, q: 'x' });
  const user = startUser();
  expect(screen.getByRole('button', { name: messages.extendChosen })).toBeDisabled();
  await user.click(screen.getByLabelText(messages.choose('b')));
  await user.click(screen.getByRole('button', { name: messages.extendChosen }));
  expect(await screen.findByText(`${noticeMessages.done['several-extended']} \u2068b\u2069`)).toBeVisible();
  await user.click(screen.getByLabelText(messages.chooseAll));
  await user.click(screen.getByText(messages.deleteChosen));
  await user.click(screen.getByRole('button', { name: messages.confirmDelete }));
  expect(await screen.findByText(noticeMessages.done['several-deleted'], { exact: false })).toHaveTextContent(/a.*, .b.*, .c.*, \+1$/);
  expect(sentTo(server)).toEqual([
    [EXTEND, { publicIds: ['b'.repeat(24)], ttlSeconds: 604_800 }],
    [DELETE, { publicIds: all }],
  ]);
});

it('pressing a column orders the table by it, and pressing it again reverses that', async () => {
  showPastes({ pastes: [paste({ title: 'b' }), paste({ publicId: 'b'.repeat(24), title: 'a' })] });
  const user = startUser();
  const titles = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  expect(titles()).toEqual(['b', 'a']);
  const title = screen.getByRole('button', { name: messages.columns.title });
  await user.click(title);
  expect(titles()).toEqual(['a', 'b']);
  expect(title.closest('th')).toHaveAttribute('aria-sort', 'ascending');
  await user.click(title);
  expect(titles()).toEqual(['b', 'a']);
});

it('an empty list teaches how it fills, and has nothing to search', () => {
  showPastes({ pastes: [] });
  expect(screen.getByRole('heading', { name: messages.emptyTitle })).toBeVisible();
  expect(screen.getByText(/curl -s https:\/\/paste.example/)).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

it('a page after the last says that it is empty', () => {
  showPastes({ pastes: [], page: 3 });
  expect(screen.getByText(messages.emptyPage)).toBeVisible();
  expect(screen.getByRole('link', { name: messages.newer })).toHaveAttribute('href', '/mine?page=2');
});

it('a search without a result explains encrypted titles and links to all pastes', () => {
  showPastes({ pastes: [], q: 'absent' });
  expect(screen.getByRole('heading', { name: messages.notFoundTitle('absent') })).toBeVisible();
  expect(screen.getByText(messages.notFound)).toBeVisible();
  expect(screen.getByRole('searchbox', { name: messages.searchLabel })).toHaveValue('absent');
  expect(screen.getByRole('link', { name: messages.clear })).toHaveAttribute('href', '/mine');
});

it('the pages of a search keep the query and show how many titles were searched', () => {
  showPastes({ q: 'a&b', page: 2, hasMore: true, searchedOnly: 1_000 });
  expect(screen.getByRole('link', { name: messages.newer })).toHaveAttribute('href', '/mine?q=a%26b&page=1');
  expect(screen.getByRole('link', { name: messages.older })).toHaveAttribute('href', '/mine?q=a%26b&page=3');
  expect(screen.getByText(messages.sawNewest(1_000))).toBeVisible();
});

it('the only page of a list leads nowhere', () => {
  showPastes();
  expect(screen.queryByRole('navigation', { name: messages.pagesLabel })).not.toBeInTheDocument();
});

it('the list asks anew while a burn paste is unread, ever more slowly', async () => {
  vi.useFakeTimers();
  showPastes({ pastes: [paste({ burnAfterRead: true })] });
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(router.refresh).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(router.refresh).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(450));
  expect(router.refresh).toHaveBeenCalledTimes(2);
});

it('a list without an unread burn paste asks nothing', async () => {
  vi.useFakeTimers();
  showPastes();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(router.refresh).not.toHaveBeenCalled();
});

it('ended links are listed with their reads, the latest is announced', () => {
  const ended = (publicId: string, state: 'opened' | 'expired' | 'deleted') => ({ publicId, state, createdAt: NOW, at: NOW });
  const receipts = [ended('first', 'opened'), ended('second', 'expired'), ended('third', 'deleted')];
  const counted = { ...ended('fourth', 'expired'), reads: 2, maxReads: 3, lastReadAt: NOW };
  showPastes({ pastes: [] }, { receipts: [...receipts, counted], hasMore: true, keptDays: 30 });
  expect(screen.getAllByRole('status').at(-1)).toHaveTextContent(`${messages.ended.opened}: first`);
  const region = within(screen.getByRole('region', { name: messages.endingsTitle }));
  const said = region.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said).toEqual(
    [messages.ended.opened, messages.ended.expired, messages.ended.deleted, messages.endedCounted.expired].map((words) =>
      expect.stringMatching(`^${words} `),
    ),
  );
  expect(said.at(-1)).toContain(readsMessages.countedLast({ reads: 2, max: 3, when: formatAbsolute(Date.parse(NOW)) }));
  expect(region.getByText(messages.endings(30))).toBeVisible();
  expect(region.getByText(messages.endingsMore(4))).toBeVisible();
});

it('without an ended burn link the section is missing', () => {
  showPastes({}, { receipts: [], hasMore: false, keptDays: 30 });
  expect(screen.queryByRole('region', { name: messages.endingsTitle })).not.toBeInTheDocument();
});

const KEYS = '/api/v1/account/keys';
const SESSIONS = '/api/v1/account/sessions';
const CREATE_KEY = `POST ${KEYS}`;

it('a key is made by name and lifetime, and shown until somebody has kept it', async () => {
  const server = serve({ [CREATE_KEY]: json({ apiKey: 'sp_new' }) });
  showKeys([]);
  const user = startUser();
  await user.click(screen.getByRole('button', { name: keyMessages.create }));
  expect(server.requests).toEqual([]);
  await user.type(screen.getByLabelText(keyMessages.name), 'laptop');
  await user.selectOptions(screen.getByLabelText(keyMessages.lifetime), keyMessages.lifetimes[30]);
  await user.click(screen.getByLabelText(keyMessages.scopesOnly));
  await user.click(screen.getByRole('button', { name: keyMessages.create }));
  expect(server.requests).toEqual([]);
  await user.click(screen.getByLabelText(keyMessages.scopeNames.webhooks));
  await user.click(screen.getByRole('button', { name: keyMessages.create }));
  expect(await screen.findByRole('textbox', { name: keyMessages.newLabel })).toHaveValue('sp_new');
  expect(sentTo(server)).toEqual([[CREATE_KEY, { name: 'laptop', lifetimeDays: 30, scopes: ['webhooks'] }]]);
  expect(router.refresh).toHaveBeenCalledOnce();
  expect(screen.getByLabelText(keyMessages.name)).toHaveValue('');
  await user.click(screen.getByRole('button', { name: keyMessages.kept }));
  expect(screen.queryByRole('textbox', { name: keyMessages.newLabel })).not.toBeInTheDocument();
});

it.each([
  [{ code: 'validation', details: [{ path: ['name'], message: 'm' }] }, noticeMessages.failed['key-invalid']],
  [{ code: 'too_many_keys', details: [{ path: [], message: 'm' }] }, noticeMessages.failed['too-many-keys']],
])('a key that is refused keeps what was typed and says why: %o', async (body, sentence) => {
  serve({ [CREATE_KEY]: status(400, {}, { error: '', ...body }) });
  showKeys([]);
  await startUser().type(screen.getByLabelText(keyMessages.name), 'laptop');
  await startUser().click(screen.getByRole('button', { name: keyMessages.create }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByLabelText(keyMessages.name)).toHaveValue('laptop');
});

it('keys are listed with name, first characters and last use', () => {
  showKeys([key(), key({ id: 'abcdefgh', name: null, lastUsedAt: NOW, expiresAt: NOW })]);
  const [unused, used] = screen.getAllByRole('listitem');
  for (const said of ['laptop', 'sp_12345678_…', keyMessages.neverUsed, keyMessages.forever]) expect(unused).toHaveTextContent(said);
  for (const said of [keyMessages.unnamed, keyMessages.lastUsed, keyMessages.expires]) expect(used).toHaveTextContent(said);
});

it('a key is revoked only after a confirmation that names the effect', async () => {
  const server = serve({ [`DELETE ${KEYS}/12345678?made=keep`]: json({ ended: 1 }) });
  showKeys([key()]);
  const user = startUser();
  const words = screen.getByText(keyMessages.revoke);
  expect(words).toHaveAccessibleName(keyMessages.revokeOf('laptop'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  await user.click(words);
  expect(screen.getByText(keyMessages.revokeHint)).toBeVisible();
  await user.click(screen.getByRole('button', { name: keyMessages.confirmRevoke }));
  expect(await screen.findByText(noticeMessages.done['key-revoked'])).toBeVisible();
  expect(server.requests).toHaveLength(1);
});

it('revoking the key one is signed in with says that one will be signed out', async () => {
  showKeys([key()], { ownKeyId: '12345678' });
  expect(row()).toHaveTextContent(keyMessages.thisSession);
  await startUser().click(screen.getByText(keyMessages.revoke));
  expect(screen.getByText(keyMessages.revokeOwnHint)).toBeVisible();
});

it('a key says whether it may sign in, and with which it was made', () => {
  showKeys([
    key({ maySignIn: true }),
    key({ id: 'abcdefgh', name: 'script', madeBy: '12345678' }),
    key({ id: 'ijklmnop', name: 'orphan', madeBy: 'zzzzzzzz' }),
  ]);
  const [signsIn, made, orphan] = screen.getAllByRole('listitem');
  expect(signsIn).toHaveTextContent(keyMessages.maySignIn);
  expect(made).toHaveTextContent(keyMessages.madeWith('laptop'));
  expect(made).not.toHaveTextContent(keyMessages.maySignIn);
  expect(orphan).toHaveTextContent(keyMessages.madeWith('sp_zzzzzzzz_…'));
});

it('a key with rules says what its pastes need, and how long they live', () => {
  showKeys([key({ rules: { require: ['e2ee', 'burn'], maxTtlSeconds: 86_400 } })]);
  expect(screen.getByText(`Its pastes need: ${keyMessages.ruleNames.e2ee}, ${keyMessages.ruleNames.burn}`)).toBeVisible();
  expect(screen.getByText('Its pastes live at most: 1 day')).toBeVisible();
});

it('a key with scopes says what it may do', () => {
  showKeys([key({ scopes: ['pastes:create', 'webhooks'] })]);
  const { scopeNames, mayOnly } = keyMessages;
  expect(screen.getByText(mayOnly(`${scopeNames['pastes:create']}, ${scopeNames.webhooks}`))).toBeVisible();
});

it('what a key created is listed, and removed with it only if the box is checked', async () => {
  const [keep, remove] = ['keep', 'delete'].map((made) => `DELETE ${KEYS}/12345678?made=${made}`) as [string, string];
  const server = serve({ [keep]: json({ ended: 1 }), [remove]: json({ ended: 3 }) });
  const made: ShownMade[] = [
    { kind: 'webhook', name: 'https://thief.example/', makers: ['12345678'] },
    { kind: 'identity', name: 'thief@corp.example', makers: ['12345678', 'a'.repeat(64)] },
    { kind: 'chat', name: 'of another key', makers: ['abcdefgh'] },
  ];
  showKeys([key({ maySignIn: true })], { made });
  const user = startUser();
  await user.click(screen.getByText(keyMessages.revoke));
  const listed = within(screen.getAllByRole('listitem')[0] as HTMLElement).getAllByRole('listitem');
  expect(listed.map(({ textContent }) => textContent)).toEqual(['Webhook: https://thief.example/', 'Linked account: thief@corp.example']);
  const box = screen.getByLabelText(accountMessages.made.choice(2));
  expect(box).not.toBeChecked();
  const confirm = screen.getByRole('button', { name: keyMessages.confirmRevoke });
  await user.click(confirm);
  expect(await screen.findByText(noticeMessages.done['key-revoked'])).toBeVisible();
  await user.click(box);
  await user.click(confirm);
  expect(await screen.findByText(noticeMessages.done['made-gone'])).toBeVisible();
  expect(server.routes()).toEqual([keep, remove]);
});

it('what a revoked key or a signed-out browser created can still be removed', async () => {
  const session = 'b'.repeat(64);
  const routes = [`DELETE ${KEYS}/12345678?made=delete`, `DELETE ${SESSIONS}/${session}?made=delete`];
  const server = serve(Object.fromEntries(routes.map((route) => [route, json({ ended: 1 })])));
  const made: ShownMade[] = [{ kind: 'webhook', name: 'https://thief.example/', makers: ['12345678', session] }];
  showKeys([key({ isActive: false, revokedAt: NOW })], { made, endedIds: [session] });
  expect(screen.getAllByText('https://thief.example/')).toHaveLength(2);
  expect(screen.getAllByText(accountMessages.made.remove.open).at(-1)).toHaveAccessibleName(accountMessages.sessions.removeOf(1));
  const user = startUser();
  for (const button of screen.getAllByText(accountMessages.made.remove.open)) await user.click(button);
  for (const button of screen.getAllByRole('button', { name: accountMessages.made.remove.confirm, hidden: true })) await user.click(button);
  await vi.waitFor(() => expect(server.routes()).toEqual(routes));
  await vi.waitFor(() => expect(screen.getAllByText(noticeMessages.done['made-gone'])).toHaveLength(2));
});

it('all other sessions end at once, with what they created if the box is checked', async () => {
  const server = serve({ [`DELETE ${SESSIONS}?made=delete`]: json({ ended: 3 }) });
  const session = { with: 'key' as const, name: 'laptop', createdAt: NOW, expiresAt: NOW };
  const sessions = ['mine', 'one', 'two'].map((id) => ({ ...session, id, isOwn: id === 'mine' }));
  showKeys([], { sessions, made: [{ kind: 'chat', name: 'Thieves', makers: ['k', 'two'] }] });
  const user = startUser();
  const { endOthers, confirmEndOthers } = accountMessages.sessions;
  const form = within(screen.getByText(endOthers).closest('details') as HTMLElement);
  await user.click(screen.getByText(endOthers));
  expect(form.getByRole('listitem')).toHaveTextContent('Chat: Thieves');
  await user.click(form.getByLabelText(accountMessages.made.choice(1)));
  await user.click(form.getByRole('button', { name: confirmEndOthers }));
  expect(await screen.findByText(noticeMessages.done['made-gone'])).toBeVisible();
  expect(server.requests).toHaveLength(1);
});

it('revoking the last key that can sign in shows a warning', () => {
  const { unmount } = showKeys([key({ maySignIn: true }), key({ id: 'abcdefgh' })]);
  expect(screen.getAllByText(keyMessages.revokeLastHint, { exact: false })).toHaveLength(1);
  unmount();
  showKeys([key({ maySignIn: true }), key({ id: 'abcdefgh', maySignIn: true })]);
  expect(screen.queryByText(keyMessages.revokeLastHint, { exact: false })).not.toBeInTheDocument();
});

it('revoked and expired keys stand apart, and can’t be revoked again', async () => {
  showKeys([key({ isActive: false, revokedAt: NOW }), key({ id: 'abcdefgh', isActive: false, expiresAt: NOW })]);
  await startUser().click(screen.getByText(keyMessages.pastTitle));
  const [revoked, expired] = screen.getAllByRole('listitem');
  expect(revoked).toHaveTextContent(keyMessages.revoked);
  expect(expired).toHaveTextContent(keyMessages.expired);
  expect(screen.queryByText(keyMessages.revoke)).not.toBeInTheDocument();
});

it('a key is renamed in its row', async () => {
  const server = serve({ [`PATCH ${KEYS}/12345678`]: json({ name: 'desk' }) });
  showKeys([key()]);
  const user = startUser();
  const words = screen.getByText(keyMessages.rename);
  expect(words).toHaveAccessibleName(keyMessages.renameOf('laptop'));
  await user.click(words);
  const field = screen.getByLabelText(keyMessages.newName);
  expect(field).toHaveValue('laptop');
  await user.clear(field);
  await user.type(field, 'desk');
  await user.click(screen.getByRole('button', { name: keyMessages.confirmRename }));
  expect(await within(row()).findByText(noticeMessages.done['key-renamed'])).toBeVisible();
  expect(sentTo(server)).toEqual([[`PATCH ${KEYS}/12345678`, { name: 'desk' }]]);
});

it('a key without a name is renamed from an empty field', () => {
  showKeys([key({ name: null })]);
  expect(screen.getByText(keyMessages.rename)).toHaveAccessibleName(keyMessages.renameOf(keyMessages.unnamed));
  expect(screen.getByLabelText(keyMessages.newName)).toHaveValue('');
});

it('every signed-in browser but this one can be signed out', async () => {
  const server = serve({ [`DELETE ${SESSIONS}/other?made=keep`]: json({ ended: 1 }) });
  const session = { with: 'key' as const, name: 'laptop', createdAt: NOW, expiresAt: NOW };
  const sessions = [
    { ...session, id: 'mine', isOwn: true },
    { ...session, id: 'other', isOwn: false },
  ];
  showKeys([], { sessions });
  const region = within(screen.getByRole('region', { name: accountMessages.sessions.title }));
  expect(region.getByText(accountMessages.sessions.here)).toBeVisible();
  expect(region.getAllByText(accountMessages.sessions.withKey('laptop'))).toHaveLength(2);
  expect(region.getAllByRole('button')).toHaveLength(1);
  await startUser().click(region.getByRole('button', { name: accountMessages.sessions.endOf(2) }));
  expect(await region.findByText(noticeMessages.done['session-ended'])).toBeVisible();
  expect(server.requests).toHaveLength(1);
});
