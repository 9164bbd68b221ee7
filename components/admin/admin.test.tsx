/** The administration pages: what they show, and what their changes send. */

import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountMessages } from '#components/messages/account';
import { adminMessages } from '#components/messages/admin';
import { noticeMessages } from '#components/messages/notice';
import { problemMessages } from '#components/messages/problem';
import { startUser, watchForms, watchNavigation } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { json, serve, status } from '#components/testing/fake-server';
import type { ShownKey, ShownUser } from '#lib/accounts/accounts.presenter';
import type { ShownEntry } from '#lib/audit/audit.presenter';
import { NO_OPTIONS } from '#lib/pastes/paste-options.rules';
import type { ShownReport } from '#lib/reports/report.presenter';
import { AdminFrame, ListPager } from './admin-frame';
import { Audit } from './audit';
import { Bans } from './bans';
import { Health, type ShownHealth } from './health';
import { Pastes, type ShownPaste } from './pastes';
import { ReportDetails, Reports } from './reports';
import { User, Users } from './users';

const NOW = '2031-01-01T00:00:00.000Z';
const PUBLIC_ID = 'a'.repeat(24);
const SHORT = 'aaaa…aaaa';
const ROW = '01a2039a1143d0LHk481JV1K';
const PASTE = `/api/v1/admin/pastes/${ROW}`;
const KEYS = '/api/v1/admin/keys';
const USER = '/api/v1/admin/users/5';
const NO_LINKS = { next: null, first: null };
const NO_FILTER = { owner: '', anonymous: '', from: '', to: '', held: '' };
const NOT_FOUND = status(404, {}, { error: 'Not Found', code: 'not_found' });
/** Sent requests, as `[route, body]`. */
const sentTo = ({ requests }: ReturnType<typeof serve>) =>
  requests.map(({ route, body }) => [route, body === '' ? null : (JSON.parse(body) as unknown)]);
const DONE = json({ done: true });
const { done, failed } = noticeMessages;
const { pastes: pasteWords, reports: reportWords, users: userWords, bans: banWords } = adminMessages;

const report = (fields: Partial<ShownReport> = {}): ShownReport => ({
  id: 'r1',
  publicId: PUBLIC_ID,
  reason: 'spam',
  text: 'line 3',
  contact: '',
  link: `https://paste.example/view/${PUBLIC_ID}#key`,
  createdAt: NOW,
  closedAt: null,
  ...fields,
});
const paste = (fields: Partial<ShownPaste> = {}): ShownPaste => ({
  id: ROW,
  shortId: SHORT,
  ownerId: 5,
  ownerName: 'anna',
  syntax: 'rust',
  ...NO_OPTIONS,
  viewCount: 2,
  contentBytes: 100,
  heldAt: null,
  isClaimed: false,
  createdAt: NOW,
  expiresAt: null,
  ...fields,
});
const user = (fields: Partial<ShownUser> = {}): ShownUser => ({
  id: 5,
  name: 'anna',
  createdAt: NOW,
  disabledAt: null,
  promotedAt: null,
  isGroupAdmin: false,
  selfRegistered: false,
  activeKeys: 1,
  pastes: 3,
  hasMorePastes: false,
  ...fields,
});
const key = (fields: Partial<ShownKey> = {}): ShownKey => ({
  id: 'k1',
  name: 'laptop',
  createdAt: NOW,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  maySignIn: true,
  scopes: null,
  rules: null,
  madeBy: null,
  isActive: true,
  ...fields,
});

beforeEach(() => router.refresh.mockClear());

describe('the frame', () => {
  it('the frame says which page this is, and what was done before it', () => {
    render(
      <AdminFrame hasMail={false} page="bans" notice="user-deleted">
        <p>the page</p>
      </AdminFrame>,
    );
    expect(screen.getByRole('status')).toHaveTextContent(done['user-deleted']);
    expect(screen.getByRole('link', { name: adminMessages.pages.bans })).toHaveAttribute('aria-current', 'page');
  });

  it('leads on, and back to where the list begins', () => {
    const { container, rerender } = render(<ListPager pageLinks={NO_LINKS} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<ListPager pageLinks={{ next: '/next', first: '/first' }} />);
    expect(screen.getByRole('link', { name: adminMessages.pager.older })).toHaveAttribute('href', '/next');
    expect(screen.getByRole('link', { name: adminMessages.pager.newest })).toHaveAttribute('href', '/first');
  });
});

describe('reports', () => {
  it('are listed, or there are none', () => {
    const { rerender } = render(
      <Reports reports={[{ ...report(), paste: paste({ contentBytes: 11 }) }]} isAll={false} pageLinks={NO_LINKS} />,
    );
    expect(screen.getByRole('link', { name: reportWords.show('r1') })).toHaveAttribute('href', '/account/admin/reports/r1');
    const whose = screen.getByRole('link', { name: reportWords.ofUser('anna') });
    expect(whose).toHaveAttribute('href', '/account/admin/users/5');
    expect(whose.parentElement).toHaveTextContent(`${reportWords.aboutPaste(SHORT)} ${reportWords.ofUser('anna')}`);
    expect(whose.closest('p')).toHaveTextContent('11 bytesRust');
    rerender(<Reports reports={[]} isAll={false} pageLinks={NO_LINKS} />);
    expect(screen.getByText(reportWords.none)).toBeVisible();
  });

  it('show what a stranger wrote as text, and their link is none', () => {
    const text = '<img src=x onerror=alert(1)>';
    const { container } = render(<ReportDetails report={report({ text })} state="none" paste={null} />);
    expect(screen.getByText(text)).toBeVisible();
    expect(container.querySelector('img')).not.toBeInTheDocument();
    expect(screen.getByText(/#key/).closest('a')).toBeNull();
    expect(screen.getByText(reportWords.notGiven)).toBeVisible();
  });

  it.each([
    [null, reportWords.ownerUnknown],
    [paste({ ownerId: null, ownerName: null }), reportWords.ofNobody],
    [paste(), reportWords.ofUser('anna')],
  ])('a report says whose paste it is about: %o', (paste, whose) => {
    render(<ReportDetails report={report()} state="none" paste={paste} />);
    expect(screen.getByText(reportWords.owner).nextElementSibling).toHaveTextContent(whose);
  });

  it('show the first lines of a plain paste, as text', () => {
    const { rerender } = render(<ReportDetails report={report()} state="none" paste={paste()} preview={'<b>buy</b>\nnow'} />);
    expect(screen.getByRole('region', { name: reportWords.preview })).toHaveTextContent('<b>buy</b> now');
    rerender(<ReportDetails report={report()} state="none" paste={paste({ isE2ee: true })} preview={null} />);
    expect(screen.queryByRole('region', { name: reportWords.preview })).not.toBeInTheDocument();
    expect(screen.getByText(reportWords.noPreview)).toBeVisible();
  });

  it('lead to holding, releasing, and one button that removes and closes', async () => {
    const server = serve({ [`PATCH ${PASTE}`]: DONE, [`DELETE ${PASTE}`]: DONE, 'POST /api/v1/admin/reports/r1/close': DONE });
    const act = startUser();
    const shown = paste({ ownerId: null, ownerName: null });
    const { rerender } = render(<ReportDetails report={report()} state="none" paste={shown} />);
    await act.click(screen.getByRole('button', { name: pasteWords.holdOf(SHORT) }));
    expect(await screen.findByText(done['paste-held'])).toBeVisible();
    rerender(<ReportDetails report={report()} state="held" paste={shown} />);
    await act.click(screen.getByRole('button', { name: pasteWords.releaseOf(SHORT) }));
    expect(await screen.findByText(done['paste-released'])).toBeVisible();
    await act.click(screen.getByText(pasteWords.removeAndClose));
    await act.click(screen.getByRole('button', { name: pasteWords.confirmRemove }));
    rerender(<ReportDetails report={report({ closedAt: NOW })} state="removed" paste={null} />);
    expect(await screen.findByText(done['paste-removed'])).toBeVisible();
    expect(sentTo(server)).toEqual([
      [`PATCH ${PASTE}`, { isHeld: true }],
      [`PATCH ${PASTE}`, { isHeld: false }],
      [`DELETE ${PASTE}`, null],
      ['POST /api/v1/admin/reports/r1/close', null],
    ]);
    expect(router.refresh).toHaveBeenCalledTimes(3);
  });

  it('are closed without a change, too', async () => {
    const server = serve({ 'POST /api/v1/admin/reports/r1/close': DONE });
    render(<ReportDetails report={report()} state="none" paste={null} />);
    await startUser().click(screen.getByRole('button', { name: reportWords.close }));
    expect(await screen.findByText(done['report-closed'])).toBeVisible();
    expect(server.requests).toHaveLength(1);
  });

  it('that are closed, about a removed paste, have nothing more to press', () => {
    render(<ReportDetails report={report({ closedAt: NOW })} state="removed" paste={null} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('pastes', () => {
  it('are listed without title or link', () => {
    render(<Pastes pastes={[paste({ heldAt: NOW, burnAfterRead: true })]} filter={NO_FILTER} pageLinks={NO_LINKS} />);
    const row = screen.getByRole('listitem');
    for (const fact of [SHORT, 'anna', '100 bytes', 'Rust', pasteWords.views(2), pasteWords.isHeld, pasteWords.burns, pasteWords.never])
      expect(row).toHaveTextContent(fact);
    expect(row.innerHTML).not.toContain('/view/');
    expect(row).not.toHaveTextContent(ROW);
  });

  it('are found by a link, of which the id is sent in a body', async () => {
    const server = serve({ 'POST /api/v1/admin/pastes/find': json({ id: ROW }) });
    const visited = watchNavigation();
    const act = startUser();
    render(<Pastes pastes={[]} filter={NO_FILTER} pageLinks={NO_LINKS} />);
    await act.click(screen.getByLabelText(pasteWords.id));
    await act.paste(`https://paste.example/manage/${PUBLIC_ID}#${'t'.repeat(43)}`);
    await act.click(screen.getByRole('button', { name: pasteWords.findSubmit }));
    await waitFor(() => expect(visited).toEqual([`/account/admin/pastes?row=${ROW}`]));
    expect(sentTo(server)).toEqual([['POST /api/v1/admin/pastes/find', { publicId: PUBLIC_ID }]]);
    expect(screen.getByText(adminMessages.none)).toBeVisible();
  });

  it('that are not found leave what was typed', async () => {
    serve({ 'POST /api/v1/admin/pastes/find': NOT_FOUND });
    render(<Pastes pastes={[]} filter={NO_FILTER} pageLinks={NO_LINKS} />);
    await startUser().type(screen.getByLabelText(pasteWords.id), 'typo{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(failed['paste-unknown']);
    expect(screen.getByLabelText(pasteWords.id)).toHaveValue('typo');
  });

  it('are filtered by owner, days and hold, which the form keeps', async () => {
    const sent = watchForms();
    const filter = { owner: 'anna', anonymous: '1', from: '2031-01-01', to: '2031-01-02', held: '1' };
    render(<Pastes pastes={[]} filter={filter} pageLinks={NO_LINKS} />);
    await startUser().click(screen.getByRole('button', { name: adminMessages.filter }));
    expect(sent).toEqual([
      {
        action: '/account/admin/pastes',
        method: 'get',
        fields: { owner: 'anna', anonymous: '1', from: '2031-01-01', to: '2031-01-02', held: '1' },
      },
    ]);
  });

  it('are removed by their row, after a second question, and the list says it', async () => {
    const server = serve({ [`DELETE ${PASTE}`]: DONE });
    const act = startUser();
    const { rerender } = render(<Pastes pastes={[paste()]} filter={NO_FILTER} pageLinks={NO_LINKS} />);
    expect(screen.getByRole('button', { name: pasteWords.confirmRemove, hidden: true })).not.toBeVisible();
    await act.click(screen.getByText(pasteWords.remove));
    await act.click(screen.getByRole('button', { name: pasteWords.confirmRemove }));
    rerender(<Pastes pastes={[]} filter={NO_FILTER} pageLinks={NO_LINKS} />);
    expect(await screen.findByText(done['paste-removed'])).toBeVisible();
    expect(server.routes()).toEqual([`DELETE ${PASTE}`]);
  });

  it('that have changed meanwhile say so at their row', async () => {
    serve({ [`PATCH ${PASTE}`]: NOT_FOUND });
    render(<Pastes pastes={[paste()]} filter={NO_FILTER} pageLinks={NO_LINKS} />);
    await startUser().click(screen.getByRole('button', { name: pasteWords.holdOf(SHORT) }));
    expect(await within(screen.getByRole('listitem')).findByRole('alert')).toHaveTextContent(failed['paste-gone']);
  });
});

describe('users', () => {
  it('are listed with what they are', () => {
    render(<Users users={[user({ promotedAt: NOW, disabledAt: NOW })]} prefix="" pageLinks={NO_LINKS} />);
    expect(screen.getByRole('link', { name: 'anna' })).toHaveAttribute('href', '/account/admin/users/5');
    for (const fact of [userWords.isAdmin, userWords.isDisabled, userWords.keys(1), userWords.pastes(3)])
      expect(screen.getByRole('listitem')).toHaveTextContent(fact);
    expect(screen.queryByText(adminMessages.none)).not.toBeInTheDocument();
  });

  it('with more pastes than are counted are said to have over that many', () => {
    render(<Users users={[user({ pastes: 1_000, hasMorePastes: true })]} prefix="" pageLinks={NO_LINKS} />);
    expect(screen.getByRole('listitem')).toHaveTextContent('over 1,000 pastes');
  });

  const keyForm = async (userName: string) => {
    const act = startUser();
    await act.type(screen.getByLabelText(userWords.userName), userName);
    await act.type(screen.getByLabelText(userWords.keyName), 'laptop');
    await act.selectOptions(screen.getByLabelText(userWords.lifetime), '30');
    await act.click(screen.getByLabelText(userWords.apiOnly));
    await act.click(screen.getByRole('button', { name: userWords.create }));
  };

  it('get a key of a name, an end and a purpose, which is shown', async () => {
    const server = serve({ [`POST ${KEYS}`]: () => Response.json({ apiKey: 'sp_new' }, { status: 201 }) });
    render(<Users users={[]} prefix="" pageLinks={NO_LINKS} />);
    await keyForm('bert');
    expect(await screen.findByDisplayValue('sp_new')).toBeVisible();
    expect(screen.getByLabelText(userWords.userName)).toHaveValue('');
    const body = { userName: 'bert', name: 'laptop', lifetimeDays: 30, isApiOnly: true, isExisting: false };
    expect(sentTo(server)[0]).toEqual([`POST ${KEYS}`, body]);
  });

  it.each([
    ['user_refused', failed['key-refused']],
    ['confirmation_required', problemMessages.confirm],
  ])('get no key with %s, and what was typed stays', async (code, said) => {
    const details = code === 'user_refused' ? [{ path: ['userName'], message: 'user: taken' }] : [];
    serve({ [`POST ${KEYS}`]: status(409, {}, { error: 'Conflict', code, details }) });
    render(<Users users={[]} prefix="" pageLinks={NO_LINKS} />);
    await keyForm('bert');
    expect(await screen.findByText(said, { exact: false })).toBeVisible();
    expect(screen.getByLabelText(userWords.userName)).toHaveValue('bert');
    expect(screen.getByLabelText(userWords.apiOnly)).toBeChecked();
  });

  it('get a key of their own page without a name', async () => {
    const server = serve({ [`POST ${KEYS}`]: () => Response.json({ apiKey: 'sp_new' }, { status: 201 }) });
    render(<User user={user()} keys={[]} isSelf={false} />);
    await startUser().type(screen.getByLabelText(userWords.keyName), 'laptop{Enter}');
    expect(await screen.findByDisplayValue('sp_new')).toBeVisible();
    expect(sentTo(server)[0]).toEqual([
      `POST ${KEYS}`,
      { userName: 'anna', name: 'laptop', lifetimeDays: null, isApiOnly: false, isExisting: true },
    ]);
  });

  it.each([
    [{}, userWords.promote, { isAdmin: true }, done['user-promoted']],
    [{ promotedAt: NOW }, userWords.demote, { isAdmin: false }, done['user-demoted']],
    [{}, userWords.disable, { isDisabled: true }, done['user-disabled']],
  ])('are changed after a second question: %o, %s', async (fields, { open, confirm }, body, said) => {
    const server = serve({ [`PATCH ${USER}`]: DONE });
    const act = startUser();
    render(<User user={user(fields)} keys={[]} isSelf={false} />);
    await act.click(screen.getByText(open));
    await act.click(screen.getByRole('button', { name: confirm }));
    expect(await screen.findByText(said)).toBeVisible();
    expect(sentTo(server)).toEqual([[`PATCH ${USER}`, body]]);
  });

  it('are enabled again, and deleted', async () => {
    const server = serve({ [`PATCH ${USER}`]: DONE, [`DELETE ${USER}`]: DONE });
    const visited = watchNavigation();
    const act = startUser();
    render(<User user={user({ disabledAt: NOW })} keys={[]} isSelf={false} />);
    await act.click(screen.getByRole('button', { name: userWords.enable }));
    expect(await screen.findByText(done['user-enabled'])).toBeVisible();
    await act.click(screen.getByText(userWords.delete.open));
    await act.click(screen.getByRole('button', { name: userWords.delete.confirm }));
    await waitFor(() => expect(visited).toEqual(['/account/admin/users?notice=user-deleted']));
    expect(sentTo(server)).toEqual([
      [`PATCH ${USER}`, { isDisabled: false }],
      [`DELETE ${USER}`, null],
    ]);
  });

  it('lose a key after a second question, and with it those made with it', async () => {
    const server = serve({ [`DELETE ${KEYS}/k1?made=delete`]: DONE });
    const act = startUser();
    render(<User user={user()} keys={[key(), key({ id: 'k2', name: 'old', isActive: false })]} isSelf={false} />);
    const [row] = screen.getAllByRole('listitem');
    await act.click(within(row as HTMLElement).getByText(accountMessages.keys.revoke));
    await act.click(within(row as HTMLElement).getByLabelText(accountMessages.keys.withMadeAll));
    await act.click(screen.getByRole('button', { name: accountMessages.keys.confirmRevoke }));
    expect(await screen.findByText(done['key-revoked'])).toBeVisible();
    expect(server.requests).toHaveLength(1);
  });

  it('can not change themselves', () => {
    render(<User user={user({ promotedAt: NOW })} keys={[]} isSelf />);
    for (const name of [userWords.demote.open, userWords.disable.open, userWords.delete.open])
      expect(screen.queryByText(name)).not.toBeInTheDocument();
  });
});

describe('bans', () => {
  const BANS = '/api/v1/admin/bans';
  const LIFT = `DELETE ${BANS}?network=192.0.2.0%2F24`;

  it('are added with a time and a reason, and lifted', async () => {
    const server = serve({ [`POST ${BANS}`]: DONE, [LIFT]: DONE });
    const act = startUser();
    const { rerender } = render(
      <Bans bans={[{ network: '192.0.2.0/24', reason: 'spam', createdAt: NOW, expiresAt: null }]} pageLinks={NO_LINKS} />,
    );
    await act.type(screen.getByLabelText(banWords.network), '198.51.100.1');
    await act.selectOptions(screen.getByLabelText(banWords.duration), '24h');
    await act.type(screen.getByLabelText(banWords.reason), 'flood');
    await act.click(screen.getByRole('button', { name: banWords.submit }));
    expect(await screen.findByText(done['ban-added'])).toBeVisible();
    expect(screen.getByLabelText(banWords.network)).toHaveValue('');
    await act.click(screen.getByRole('button', { name: banWords.liftOf('192.0.2.0/24') }));
    rerender(<Bans bans={[]} pageLinks={NO_LINKS} />);
    expect(await screen.findByText(done['ban-lifted'])).toBeVisible();
    expect(sentTo(server)).toEqual([
      [`POST ${BANS}`, { network: '198.51.100.1', ttlSeconds: 86_400, reason: 'flood' }],
      [LIFT, null],
    ]);
  });

  it.each([
    ['own_address', failed['own-address']],
    ['network_too_large', failed['ban-too-large']],
    ['validation', failed['ban-refused']],
  ])('are refused at their field with %s, and what was typed stays', async (code, said) => {
    serve({
      [`POST ${BANS}`]: status(400, {}, { error: 'Validation Error', code, details: [{ path: ['network'], message: 'expected' }] }),
    });
    render(<Bans bans={[]} pageLinks={NO_LINKS} />);
    const field = screen.getByLabelText(banWords.network);
    await startUser().type(field, '192.0.2.1{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(said));
    expect(field).toHaveFocus();
    expect(field).toHaveValue('192.0.2.1');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

it('the health shows problems before what is fine, and counts up to a limit', () => {
  const health: ShownHealth = {
    checks: [
      { name: 'key', state: 'ok', message: 'opens' },
      { name: 'disk', state: 'warning', message: '0.5 GiB free' },
      { name: 'worker', state: 'failed', message: 'away' },
    ],
    backlog: { deliveries: 3, messages: 1_000, reportNotices: 0, openReports: 0, heldPastes: 0, expiredPastes: 0 },
    maxCounted: 1_000,
    versions: { sealpaste: '1.0.0', node: 'v20', database: 'sqlite' },
  };
  render(<Health health={health} />);
  const { failed, warning, ok } = adminMessages.health.states;
  const checks = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(checks).toEqual([`worker: ${failed}`, `disk: ${warning}`, `key: ${ok}`]);
  expect(screen.getByText(adminMessages.health.more(1_000))).toBeVisible();
});

describe('the audit', () => {
  const entry = (fields: Partial<ShownEntry> = {}): ShownEntry => ({
    id: 'e1',
    at: NOW,
    actor: 'user',
    userId: 5,
    userName: 'anna',
    action: 'ban.added',
    object: '192.0.2.0/24',
    objectName: null,
    details: { reason: '<b>spam</b>', forMs: 604_800_000 },
    ...fields,
  });
  const NO_QUERY = { action: '', actor: '', user: '', object: '' };

  it.each([
    [{}, 'by anna'],
    [{ userName: null }, 'by user 5 (deleted)'],
    [{ actor: 'operator', userId: null, userName: null }, adminMessages.audit.by.operator],
    [{ actor: 'visitor', userId: null, userName: null }, adminMessages.audit.by.visitor],
  ] as const)('says who did what, on what: %o', (fields, who) => {
    const { container } = render(<Audit entries={[entry(fields)]} query={NO_QUERY} keptDays={365} pageLinks={NO_LINKS} />);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(/^Address banned$/);
    expect(container.querySelector('li span')).toHaveTextContent(who);
    const about = screen.getByRole('link', { name: adminMessages.audit.about('192.0.2.0/24') });
    expect(about).toHaveAttribute('href', '/account/admin/audit?object=192.0.2.0%2F24');
    expect(screen.getByText('<b>spam</b>')).toBeVisible();
    expect(screen.getByText('for 7 days')).toBeVisible();
    expect(container.querySelector('b')).not.toBeInTheDocument();
  });

  it.each<[Partial<ShownEntry>, string, string]>([
    [
      { action: 'session.started', object: '5', objectName: 'anna', details: { identityId: 'EyAO8', address: '192.0.2.1' } },
      'All about anna',
      'with a linked account from 192.0.2.1',
    ],
    [
      { action: 'session.refused', object: 'EyAO8', details: { reason: 'group-refused' } },
      'All about somebody without an account',
      'because: no group is allowed',
    ],
    [{ action: 'user.deleted', object: '7', details: { name: 'bert' } }, 'All about user 7 (deleted)', 'named bert'],
    [
      { action: 'key.created', object: 'k1', details: { scopes: 'all', maySignIn: false } },
      'All about key sp_k1_…',
      'for everything can’t sign in',
    ],
    [
      { action: 'key.revoked', object: 'k1', details: { withMade: true, made: 'webhook 3' } },
      'All about key sp_k1_…',
      'with everything that was created with it namely webhook 3',
    ],
    [
      { action: 'paste.deleted', object: ROW, details: { publicId: PUBLIC_ID } },
      'All about this paste',
      `its link had the id ${PUBLIC_ID}`,
    ],
    [{ action: 'paste.held', object: ROW, objectName: SHORT, details: {} }, `All about paste ${SHORT}`, ''],
    [{ action: 'backup.started', object: 'a.db', details: {} }, 'All about a.db', ''],
    [{ action: 'user.created', object: '5', objectName: 'anna', details: { unheardOf: 3 } }, 'All about anna', 'unheardOf: 3'],
  ])('says in words what an action was about: %o', (fields, about, details) => {
    render(<Audit entries={[entry(fields)]} query={NO_QUERY} keptDays={365} pageLinks={NO_LINKS} />);
    const link = screen.getByRole('link', { name: about });
    const said = [...(link.parentElement?.querySelectorAll('span') ?? [])].map(({ textContent }) => textContent.trim());
    expect(said.slice(1).join(' ')).toBe(details);
  });

  it('is filtered, and the form keeps by what', async () => {
    const sent = watchForms();
    const query = { action: 'ban.added', actor: 'operator', user: 'anna', object: 'x' };
    render(<Audit entries={[]} query={query} keptDays={1} pageLinks={NO_LINKS} />);
    await startUser().click(screen.getByRole('button', { name: adminMessages.filter }));
    expect(sent).toEqual([{ action: '/account/admin/audit', method: 'get', fields: query }]);
  });
});
