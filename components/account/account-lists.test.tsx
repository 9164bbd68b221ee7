/** What somebody signed in has: pastes, what became of those that burned, keys. */
import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { accountTexts } from '#components/messages/account';
import { composeTexts } from '#components/messages/compose';
import { startUser, watchForms } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { json, serve } from '#components/testing/fake-server';
import { ACTIONS } from './account.actions';
import type { Endings, OwnPaste, PasteListing, ShownKey, ShownSession } from './account.data';
import { Keys } from './keys';
import { PasteList } from './paste-list';

const texts = accountTexts.pastes;
const keyTexts = accountTexts.keys;
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
  next: null,
  searchedOnly: null,
  ...fields,
});

const showPastes = (fields: Partial<PasteListing> = {}, endings: Endings | null = null) =>
  render(<PasteList listing={listing(fields)} endings={endings} apiUrl="https://paste.example/api/v1/pastes" />);

const key = (fields: Partial<ShownKey> = {}): ShownKey => ({
  id: '12345678',
  name: 'laptop',
  createdAt: NOW,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  maySignIn: false,
  madeBy: null,
  isGood: true,
  ...fields,
});

const showKeys = (
  keys: readonly ShownKey[],
  { ownKeyId = 'another', newKey = null as string | null, sessions = [] as readonly ShownSession[] } = {},
) => render(<Keys keys={keys} ownKeyId={ownKeyId} newKey={newKey} sessions={sessions} userName="anna" />);

const row = () => screen.getByRole('listitem');
const pasteRow = () => screen.getAllByRole('row')[1] as HTMLElement;

beforeEach(() => {
  router.refresh.mockClear();
});

it('leads from a page to the older one by where that begins, and to the newer one by its number', () => {
  showPastes({ page: 3, hasMore: true, next: 'a-cursor' });
  expect(screen.getByRole('link', { name: texts.older })).toHaveAttribute('href', '/account?page=4&before=a-cursor');
  expect(screen.getByRole('link', { name: texts.newer })).toHaveAttribute('href', '/account?page=2');
});

it('a paste is listed with its title as a link, its views and its end', () => {
  showPastes();
  expect(screen.getByRole('link', { name: 'nginx.conf' })).toHaveAttribute('href', `/view/${'a'.repeat(24)}`);
  for (const fact of ['100 bytes', texts.views(2), texts.created, texts.expires]) expect(pasteRow()).toHaveTextContent(fact);
});

it('a title is shown as it is: nothing in it becomes part of the page', () => {
  const title = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const { container } = showPastes({ pastes: [paste({ title })] });
  expect(screen.getByRole('link', { name: title })).toBeVisible();
  expect(container.querySelector('img, script')).not.toBeInTheDocument();
});

it.each([
  [{ title: '' }, texts.untitled],
  [{ title: '', isE2ee: true }, texts.encrypted],
])('a paste without a title has a name all the same: %o', (fields, name) => {
  showPastes({ pastes: [paste(fields)] });
  expect(screen.getByRole('link', { name })).toBeVisible();
});

it('an encrypted paste says that only the whole link opens it', () => {
  showPastes({ pastes: [paste({ isE2ee: true, syntax: 'rust' })] });
  expect(pasteRow()).toHaveTextContent(texts.encryptedBadge);
  expect(within(pasteRow()).getByTitle(texts.encryptedHint)).toBeVisible();
  expect(pasteRow()).not.toHaveTextContent('Rust');
});

it('a burn paste is unread as long as it is listed', () => {
  showPastes({ pastes: [paste({ burnAfterRead: true })] });
  expect(pasteRow()).toHaveTextContent(texts.unread);
  expect(pasteRow()).not.toHaveTextContent(texts.views(2));
});

it('a paste is extended from its row, which leads back to the same page and search', async () => {
  const sent = watchForms();
  showPastes({ q: 'nginx', page: 2 });
  const user = startUser();
  await user.click(screen.getByText(texts.change));
  const rowForm = within(pasteRow());
  await user.selectOptions(rowForm.getByLabelText(texts.extendBy), composeTexts.expiries[86_400]);
  await user.click(screen.getByRole('button', { name: texts.extend }));
  const back = { publicId: 'a'.repeat(24), at: 'a'.repeat(24), q: 'nginx', page: '2' };
  expect(sent).toEqual([{ action: ACTIONS.extendPaste, method: 'post', fields: { ...back, ttlSeconds: '86400' } }]);
});

it('a paste is deleted only behind words that open the button', async () => {
  const sent = watchForms();
  showPastes();
  const user = startUser();
  const words = screen.getByText(texts.change);
  expect(words).toHaveAccessibleName(texts.changeOf('nginx.conf'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  await user.click(words);
  await user.click(screen.getByRole('button', { name: texts.delete }));
  expect(sent).toEqual([{ action: ACTIONS.deletePaste, method: 'post', fields: { publicId: 'a'.repeat(24) } }]);
});

it('a paste that never expires offers nothing to extend', async () => {
  showPastes({ pastes: [paste({ expiresAt: null })] });
  await startUser().click(screen.getByText(texts.change));
  expect(screen.getByText(texts.extendsNever)).toBeVisible();
  expect(screen.queryByRole('button', { name: texts.extend })).not.toBeInTheDocument();
});

it('the pastes that are ticked are changed at once, and the box above ticks all that are shown', async () => {
  const sent = watchForms();
  const pastes = ['a', 'b', 'c'].map((letter) => paste({ publicId: letter.repeat(24), title: letter, isE2ee: letter === 'c' }));
  showPastes({ pastes, q: 'x' });
  const user = startUser();
  await user.click(screen.getByLabelText(texts.choose('b')));
  await user.click(screen.getByRole('button', { name: texts.extendChosen }));
  await user.selectOptions(screen.getByLabelText(texts.filter), texts.filters.encrypted);
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await user.selectOptions(screen.getByLabelText(texts.filter), texts.filters.all);
  await user.click(screen.getByLabelText(texts.chooseAll));
  await user.click(screen.getByText(texts.deleteChosen));
  await user.click(screen.getByRole('button', { name: texts.confirmDelete }));
  const fields = { q: 'x', ttlSeconds: '604800' };
  const all = Object.fromEntries(pastes.map(({ publicId }) => [`paste-${publicId}`, 'on']));
  expect(sent.map(({ action, fields }) => [action, fields])).toEqual([
    [ACTIONS.changePastes, expect.objectContaining({ ...fields, [`paste-${'b'.repeat(24)}`]: 'on' })],
    [ACTIONS.changePastes, expect.objectContaining({ ...fields, ...all })],
  ]);
});

it('the table is ordered by the column that is pressed, and the other way round by the next press', async () => {
  showPastes({ pastes: [paste({ title: 'b' }), paste({ publicId: 'b'.repeat(24), title: 'a' })] });
  const user = startUser();
  const titles = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  expect(titles()).toEqual(['b', 'a']);
  const title = screen.getByRole('button', { name: texts.columns.title });
  await user.click(title);
  expect(titles()).toEqual(['a', 'b']);
  expect(title.closest('th')).toHaveAttribute('aria-sort', 'ascending');
  await user.click(title);
  expect(titles()).toEqual(['b', 'a']);
});

it('an empty list teaches how it fills, and has nothing to search', () => {
  showPastes({ pastes: [] });
  expect(screen.getByRole('heading', { name: texts.emptyTitle })).toBeVisible();
  expect(screen.getByText(/curl -s https:\/\/paste.example/)).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

it('a page after the last says that it is empty', () => {
  showPastes({ pastes: [], page: 3 });
  expect(screen.getByText(texts.emptyPage)).toBeVisible();
  expect(screen.getByRole('link', { name: texts.newer })).toHaveAttribute('href', '/account?page=2');
});

it('a search without a result says what can’t be searched, and leads back to all', () => {
  showPastes({ pastes: [], q: 'absent' });
  expect(screen.getByRole('heading', { name: texts.notFoundTitle('absent') })).toBeVisible();
  expect(screen.getByText(texts.notFound)).toBeVisible();
  expect(screen.getByRole('searchbox', { name: texts.searchLabel })).toHaveValue('absent');
  expect(screen.getByRole('link', { name: texts.clear })).toHaveAttribute('href', '/account');
});

it('the pages of a search stay within it, and what was not searched is said', () => {
  showPastes({ q: 'a&b', page: 2, hasMore: true, searchedOnly: 1_000 });
  expect(screen.getByRole('link', { name: texts.newer })).toHaveAttribute('href', '/account?q=a%26b&page=1');
  expect(screen.getByRole('link', { name: texts.older })).toHaveAttribute('href', '/account?q=a%26b&page=3');
  expect(screen.getByText(texts.sawNewest(1_000))).toBeVisible();
});

it('the only page of a list leads nowhere', () => {
  showPastes();
  expect(screen.queryByRole('navigation', { name: texts.pagesLabel })).not.toBeInTheDocument();
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

it('a hidden list asks nothing, and at once when it is looked at again', async () => {
  vi.useFakeTimers();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  showPastes({ pastes: [paste({ burnAfterRead: true })] });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(router.refresh).not.toHaveBeenCalled();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

it('a list without an unread burn paste asks nothing', async () => {
  vi.useFakeTimers();
  showPastes();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(router.refresh).not.toHaveBeenCalled();
});

it('what became of burn links is listed without titles, and the latest is announced', () => {
  const ended = (publicId: string, state: 'opened' | 'expired' | 'deleted') => ({ publicId, state, createdAt: NOW, at: NOW });
  const receipts = [ended('first', 'opened'), ended('second', 'expired'), ended('third', 'deleted')];
  showPastes({ pastes: [] }, { receipts, hasMore: true, keptDays: 30 });
  expect(screen.getByRole('status')).toHaveTextContent(`${texts.ended.opened}: first`);
  const region = within(screen.getByRole('region', { name: texts.endingsTitle }));
  const said = region.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said).toEqual([texts.ended.opened, texts.ended.expired, texts.ended.deleted].map((words) => expect.stringMatching(`^${words} `)));
  expect(region.getByText(texts.endings(30))).toBeVisible();
  expect(region.getByText(texts.endingsMore(3))).toBeVisible();
});

it('without an ended burn link nothing is said of them', () => {
  showPastes({}, { receipts: [], hasMore: false, keptDays: 30 });
  expect(screen.queryByRole('region', { name: texts.endingsTitle })).not.toBeInTheDocument();
});

it('a key is made by a name and how long it lasts', async () => {
  const sent = watchForms();
  showKeys([]);
  const user = startUser();
  await user.click(screen.getByRole('button', { name: keyTexts.create }));
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText(keyTexts.name), 'laptop');
  await user.selectOptions(screen.getByLabelText(keyTexts.lifetime), keyTexts.lifetimes[30]);
  await user.click(screen.getByRole('button', { name: keyTexts.create }));
  expect(sent).toEqual([{ action: ACTIONS.createKey, method: 'post', fields: { name: 'laptop', lifetimeDays: '30' } }]);
});

it('a new key is said to be shown once, and is hidden by who has kept it', async () => {
  const server = serve({ [`POST ${ACTIONS.hideKey}`]: json({}) });
  const sent = watchForms();
  showKeys([key()], { newKey: 'sp_new' });
  expect(screen.getByRole('textbox', { name: keyTexts.newLabel })).toHaveValue('sp_new');
  expect(screen.getByText(keyTexts.newText)).toBeVisible();
  expect(server.requests).toHaveLength(1);
  await startUser().click(screen.getByRole('button', { name: keyTexts.kept }));
  expect(sent).toEqual([{ action: ACTIONS.hideKey, method: 'post', fields: {} }]);
});

it('keys are listed by name and beginning, with what is known of their use', () => {
  showKeys([key(), key({ id: 'abcdefgh', name: null, lastUsedAt: NOW, expiresAt: NOW })]);
  const [unused, used] = screen.getAllByRole('listitem');
  for (const said of ['laptop', 'sp_12345678_…', keyTexts.neverUsed, keyTexts.forever]) expect(unused).toHaveTextContent(said);
  for (const said of [keyTexts.unnamed, keyTexts.lastUsed, keyTexts.expires]) expect(used).toHaveTextContent(said);
});

it('a key is revoked only after the question what that ends', async () => {
  const sent = watchForms();
  showKeys([key()]);
  const user = startUser();
  const words = screen.getByText(keyTexts.revoke);
  expect(words).toHaveAccessibleName(keyTexts.revokeOf('laptop'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  await user.click(words);
  expect(screen.getByText(keyTexts.revokeHint)).toBeVisible();
  await user.click(screen.getByRole('button', { name: keyTexts.confirmRevoke }));
  expect(sent).toEqual([{ action: ACTIONS.revokeKey, method: 'post', fields: { keyId: '12345678' } }]);
});

it('revoking the key one is signed in with says that one will be signed out', async () => {
  showKeys([key()], { ownKeyId: '12345678' });
  expect(row()).toHaveTextContent(keyTexts.thisSession);
  await startUser().click(screen.getByText(keyTexts.revoke));
  expect(screen.getByText(keyTexts.revokeOwnHint)).toBeVisible();
});

it('a key says whether it may sign in, and with which it was made', () => {
  showKeys([
    key({ maySignIn: true }),
    key({ id: 'abcdefgh', name: 'script', madeBy: '12345678' }),
    key({ id: 'ijklmnop', name: 'orphan', madeBy: 'zzzzzzzz' }),
  ]);
  const [signsIn, made, orphan] = screen.getAllByRole('listitem');
  expect(signsIn).toHaveTextContent(keyTexts.maySignIn);
  expect(made).toHaveTextContent(keyTexts.madeWith('laptop'));
  expect(made).not.toHaveTextContent(keyTexts.maySignIn);
  expect(orphan).toHaveTextContent(keyTexts.madeWith('sp_zzzzzzzz_…'));
});

it('the keys made with a key are revoked with it only by who ticks that', async () => {
  const sent = watchForms();
  const made = { madeBy: '12345678', name: 'script' };
  showKeys([
    key({ maySignIn: true }),
    key({ ...made, id: 'abcdefgh' }),
    key({ ...made, id: 'ijklmnop' }),
    key({ ...made, id: 'revoked1', isGood: false, revokedAt: NOW }),
  ]);
  const user = startUser();
  await user.click(screen.getAllByText(keyTexts.revoke)[0] as HTMLElement);
  expect(screen.getAllByRole('checkbox', { hidden: true })).toHaveLength(1);
  expect(screen.getByLabelText(keyTexts.withMade(2))).not.toBeChecked();
  const [confirm] = screen.getAllByRole('button', { name: keyTexts.confirmRevoke });
  await user.click(confirm as HTMLElement);
  await user.click(screen.getByLabelText(keyTexts.withMade(2)));
  await user.click(confirm as HTMLElement);
  expect(sent.map(({ fields }) => fields)).toEqual([{ keyId: '12345678' }, { keyId: '12345678', withMade: 'on' }]);
});

it('revoking the only key that may sign in says who can help then', () => {
  const { unmount } = showKeys([key({ maySignIn: true }), key({ id: 'abcdefgh' })]);
  expect(screen.getAllByText(keyTexts.revokeLastHint, { exact: false })).toHaveLength(1);
  unmount();
  showKeys([key({ maySignIn: true }), key({ id: 'abcdefgh', maySignIn: true })]);
  expect(screen.queryByText(keyTexts.revokeLastHint, { exact: false })).not.toBeInTheDocument();
});

it('revoked and expired keys stand apart, and can’t be revoked again', async () => {
  showKeys([key({ isGood: false, revokedAt: NOW }), key({ id: 'abcdefgh', isGood: false, expiresAt: NOW })]);
  await startUser().click(screen.getByText(keyTexts.pastTitle));
  const [revoked, expired] = screen.getAllByRole('listitem');
  expect(revoked).toHaveTextContent(keyTexts.revoked);
  expect(expired).toHaveTextContent(keyTexts.expired);
  expect(screen.queryByText(keyTexts.revoke)).not.toBeInTheDocument();
});

it('a key is renamed in its row', async () => {
  const sent = watchForms();
  showKeys([key()]);
  const user = startUser();
  const words = screen.getByText(keyTexts.rename);
  expect(words).toHaveAccessibleName(keyTexts.renameOf('laptop'));
  await user.click(words);
  const field = screen.getByLabelText(keyTexts.newName);
  expect(field).toHaveValue('laptop');
  await user.clear(field);
  await user.type(field, 'desk');
  await user.click(screen.getByRole('button', { name: keyTexts.confirmRename }));
  expect(sent).toEqual([{ action: ACTIONS.renameKey, method: 'post', fields: { keyId: '12345678', name: 'desk' } }]);
});

it('every signed-in browser but this one can be signed out', async () => {
  const sent = watchForms();
  const session = { keyName: 'laptop', createdAt: NOW, expiresAt: NOW };
  const sessions = [
    { ...session, id: 'mine', isOwn: true },
    { ...session, id: 'other', isOwn: false },
  ];
  showKeys([], { sessions });
  const region = within(screen.getByRole('region', { name: accountTexts.sessions.title }));
  expect(region.getByText(accountTexts.sessions.here)).toBeVisible();
  expect(region.getAllByText(accountTexts.sessions.withKey('laptop'))).toHaveLength(2);
  await startUser().click(region.getByRole('button', { name: accountTexts.sessions.endOf(2) }));
  expect(region.getAllByRole('button')).toHaveLength(1);
  expect(sent).toEqual([{ action: ACTIONS.endSession, method: 'post', fields: { sessionId: 'other' } }]);
});

it('what is mine can be downloaded, and the account deleted only with its name', async () => {
  const sent = watchForms();
  showKeys([]);
  const user = startUser();
  await user.click(screen.getByRole('button', { name: accountTexts.data.download }));
  await user.click(screen.getByText(accountTexts.data.open));
  await user.click(screen.getByRole('button', { name: accountTexts.data.confirm }));
  await user.type(screen.getByLabelText(accountTexts.data.nameLabel('anna')), 'anna');
  await user.click(screen.getByRole('button', { name: accountTexts.data.confirm }));
  expect(sent.map(({ action, fields }) => [action, fields])).toEqual([
    [ACTIONS.downloadData, {}],
    [ACTIONS.deleteAccount, { userName: 'anna' }],
  ]);
});
