/** The administration pages: what they show, and what their forms send. */

import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { accountMessages } from '#components/messages/account';
import { adminMessages } from '#components/messages/admin';
import { startUser, watchForms } from '#components/testing/fake-browser';
import type { ShownKey, ShownUser } from '#lib/accounts/accounts.presenter';
import type { ShownEntry } from '#lib/audit/audit.presenter';
import { noticeText } from '#lib/forms/notice.rules';
import { NO_OPTIONS } from '#lib/pastes/paste-options.rules';
import type { ShownReport } from '#lib/reports/report.presenter';
import type { ShownHealth, ShownPaste } from './admin-data';
import { AdminFrame, ListPager } from './admin-frame';
import { Audit } from './audit';
import { Bans } from './bans';
import { Health } from './health';
import { Pastes } from './pastes';
import { ReportDetails, Reports } from './reports';
import { User, Users } from './users';

const NOW = '2031-01-01T00:00:00.000Z';
const PUBLIC_ID = 'a'.repeat(24);
const SHORT = 'aaaa…aaaa';
const ROW = '01a2039a1143d0LHk481JV1K';
const NO_TURNS = { next: null, first: null };
const NO_FILTER = { owner: '', anonymous: false, from: '', to: '', held: false };
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

describe('the frame', () => {
  it.each([
    ['ban-added', 'status'],
    ['own-account', 'alert'],
  ] as const)('the page of bans shows the notice %s as %s', (notice, role) => {
    render(
      <AdminFrame userName="chief" hasMail={false} page="bans" notice={notice}>
        <p>the page</p>
      </AdminFrame>,
    );
    expect(screen.getByRole(role)).toHaveTextContent(noticeText(notice));
    expect(screen.getByRole('link', { name: adminMessages.pages.bans })).toHaveAttribute('aria-current', 'page');
  });

  it('leads on, and back to where the list begins', () => {
    const { container, rerender } = render(<ListPager turns={NO_TURNS} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<ListPager turns={{ next: '/next', first: '/first' }} />);
    expect(screen.getByRole('link', { name: adminMessages.pager.older })).toHaveAttribute('href', '/next');
    expect(screen.getByRole('link', { name: adminMessages.pager.newest })).toHaveAttribute('href', '/first');
  });
});

describe('reports', () => {
  it('are listed, or there are none', () => {
    const { rerender } = render(
      <Reports reports={[{ ...report(), paste: { ownerId: 5, ownerName: 'anna' } }]} isAll={false} turns={NO_TURNS} />,
    );
    expect(screen.getByRole('link', { name: reportWords.show('r1') })).toHaveAttribute('href', '/account/admin/reports/r1');
    const whose = screen.getByRole('link', { name: reportWords.ofUser('anna') });
    expect(whose).toHaveAttribute('href', '/account/admin/users/5');
    expect(whose.parentElement).toHaveTextContent(`${reportWords.aboutPaste(SHORT)} ${reportWords.ofUser('anna')}`);
    rerender(<Reports reports={[]} isAll={false} turns={NO_TURNS} />);
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
    [{ ownerId: null, ownerName: null }, reportWords.ofNobody],
    [{ ownerId: 5, ownerName: 'anna' }, reportWords.ofUser('anna')],
  ])('a report says whose paste it is about: %o', (paste, whose) => {
    render(<ReportDetails report={report()} state="none" paste={paste} />);
    expect(screen.getByText(reportWords.owner).nextElementSibling).toHaveTextContent(whose);
  });

  it('closing a report, or holding, releasing or removing its paste, names the report', async () => {
    const sent = watchForms();
    const act = startUser();
    const { rerender } = render(<ReportDetails report={report()} state="none" paste={null} />);
    await act.click(screen.getByRole('button', { name: pasteWords.holdOf(SHORT) }));
    await act.click(screen.getByText(pasteWords.remove));
    await act.click(screen.getByRole('button', { name: pasteWords.confirmRemove }));
    await act.click(screen.getByRole('button', { name: reportWords.close }));
    rerender(<ReportDetails report={report()} state="held" paste={null} />);
    await act.click(screen.getByRole('button', { name: pasteWords.releaseOf(SHORT) }));
    const fields = { publicId: PUBLIC_ID, reportId: 'r1' };
    expect(sent).toEqual([
      { action: formAddress('admin-hold-paste'), method: 'post', fields },
      { action: formAddress('admin-remove-paste'), method: 'post', fields },
      { action: formAddress('admin-close-report'), method: 'post', fields: { reportId: 'r1' } },
      { action: formAddress('admin-release-paste'), method: 'post', fields },
    ]);
  });

  it('that are closed, about a removed paste, have nothing more to press', () => {
    render(<ReportDetails report={report({ closedAt: NOW })} state="removed" paste={null} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('pastes', () => {
  it('are listed without title or link', () => {
    render(<Pastes notice={null} pastes={[paste({ heldAt: NOW, burnAfterRead: true })]} filter={NO_FILTER} turns={NO_TURNS} />);
    const row = screen.getByRole('listitem');
    for (const fact of [SHORT, 'anna', '100 bytes', 'Rust', pasteWords.views(2), pasteWords.isHeld, pasteWords.burns, pasteWords.never])
      expect(row).toHaveTextContent(fact);
    expect(row.innerHTML).not.toContain('/view/');
    expect(row).not.toHaveTextContent(ROW);
  });

  it('are found by a link, of which the id is sent in a body', async () => {
    const sent = watchForms();
    const act = startUser();
    render(<Pastes notice={null} pastes={[]} filter={NO_FILTER} turns={NO_TURNS} />);
    await act.click(screen.getByLabelText(pasteWords.id));
    await act.paste(`https://paste.example/manage/${PUBLIC_ID}#${'t'.repeat(43)}`);
    await act.click(screen.getByRole('button', { name: pasteWords.findSubmit }));
    expect(sent).toEqual([{ action: formAddress('admin-find-paste'), method: 'post', fields: { publicId: PUBLIC_ID } }]);
    expect(screen.getByText(adminMessages.none)).toBeVisible();
  });

  it('are looked for again with what was not found', () => {
    render(<Pastes notice="paste-unknown" typed={{ publicId: 'typo' }} pastes={[]} filter={NO_FILTER} turns={NO_TURNS} />);
    const field = screen.getByLabelText(pasteWords.id);
    expect(field).toHaveValue('typo');
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(noticeText('paste-unknown'));
  });

  it('are filtered by owner, days and hold, which the form keeps', async () => {
    const sent = watchForms();
    const filter = { owner: 'anna', anonymous: true, from: '2031-01-01', to: '2031-01-02', held: true };
    render(<Pastes notice={null} pastes={[]} filter={filter} turns={NO_TURNS} />);
    await startUser().click(screen.getByRole('button', { name: adminMessages.filter }));
    expect(sent).toEqual([
      {
        action: '/account/admin/pastes',
        method: 'get',
        fields: { owner: 'anna', anonymous: '1', from: '2031-01-01', to: '2031-01-02', held: '1' },
      },
    ]);
  });

  it('are removed by their row, after a second question', async () => {
    const sent = watchForms();
    const act = startUser();
    render(<Pastes notice={null} pastes={[paste()]} filter={NO_FILTER} turns={NO_TURNS} />);
    expect(screen.getByRole('button', { name: pasteWords.confirmRemove, hidden: true })).not.toBeVisible();
    await act.click(screen.getByText(pasteWords.remove));
    await act.click(screen.getByRole('button', { name: pasteWords.confirmRemove }));
    expect(sent).toEqual([{ action: formAddress('admin-remove-paste'), method: 'post', fields: { rowId: ROW } }]);
  });
});

describe('users', () => {
  it('are listed with what they are', () => {
    render(<Users notice={null} users={[user({ promotedAt: NOW, disabledAt: NOW })]} prefix="" newKey={null} turns={NO_TURNS} />);
    expect(screen.getByRole('link', { name: 'anna' })).toHaveAttribute('href', '/account/admin/users/5');
    for (const fact of [userWords.isAdmin, userWords.isDisabled, userWords.keys(1), userWords.pastes(3)])
      expect(screen.getByRole('listitem')).toHaveTextContent(fact);
  });

  it('with more pastes than are counted are said to have over that many', () => {
    render(<Users notice={null} users={[user({ pastes: 1_000, hasMorePastes: true })]} prefix="" newKey={null} turns={NO_TURNS} />);
    expect(screen.getByRole('listitem')).toHaveTextContent('over 1,000 pastes');
  });

  it('get a key of a name, an end and a purpose', async () => {
    const sent = watchForms();
    const act = startUser();
    render(<Users notice={null} users={[]} prefix="" newKey={null} turns={NO_TURNS} />);
    await act.type(screen.getByLabelText(userWords.userName), 'bert');
    await act.type(screen.getByLabelText(userWords.keyName), 'laptop');
    await act.selectOptions(screen.getByLabelText(userWords.lifetime), '30');
    await act.click(screen.getByLabelText(userWords.apiOnly));
    await act.click(screen.getByRole('button', { name: userWords.create }));
    const fields = { userName: 'bert', name: 'laptop', lifetimeDays: '30', apiOnly: 'on' };
    expect(sent).toEqual([{ action: formAddress('admin-create-key'), method: 'post', fields }]);
  });

  it.each([
    [{}, userWords.promote.open, userWords.promote.confirm, formAddress('admin-promote-user')],
    [{ promotedAt: NOW }, userWords.demote.open, userWords.demote.confirm, formAddress('admin-demote-user')],
    [{}, userWords.disable.open, userWords.disable.confirm, formAddress('admin-disable-user')],
    [{}, userWords.delete.open, userWords.delete.confirm, formAddress('admin-delete-user')],
  ])('are changed after a second question: %o, %s', async (fields, open, confirm, action) => {
    const sent = watchForms();
    const act = startUser();
    render(<User user={user(fields)} keys={[]} isSelf={false} newKey={null} />);
    await act.click(screen.getByText(open));
    await act.click(screen.getByRole('button', { name: confirm }));
    expect(sent).toEqual([{ action, method: 'post', fields: { userId: '5' } }]);
  });

  it('are enabled again', async () => {
    const sent = watchForms();
    render(<User user={user({ disabledAt: NOW })} keys={[]} isSelf={false} newKey={null} />);
    await startUser().click(screen.getByRole('button', { name: userWords.enable }));
    expect(sent).toEqual([{ action: formAddress('admin-enable-user'), method: 'post', fields: { userId: '5' } }]);
  });

  it('lose a key after a second question, and with it those made with it', async () => {
    const sent = watchForms();
    const act = startUser();
    render(<User user={user()} keys={[key(), key({ id: 'k2', name: 'old', isActive: false })]} isSelf={false} newKey={null} />);
    const [row] = screen.getAllByRole('listitem');
    await act.click(within(row as HTMLElement).getByText(accountMessages.keys.revoke));
    await act.click(within(row as HTMLElement).getByLabelText(accountMessages.keys.withMadeAll));
    await act.click(screen.getByRole('button', { name: accountMessages.keys.confirmRevoke }));
    expect(sent).toEqual([
      { action: formAddress('admin-revoke-key'), method: 'post', fields: { keyId: 'k1', userId: '5', withMade: 'on' } },
    ]);
  });

  it('can not change themselves', () => {
    render(<User user={user({ promotedAt: NOW })} keys={[]} isSelf newKey={null} />);
    for (const name of [userWords.demote.open, userWords.disable.open, userWords.delete.open])
      expect(screen.queryByText(name)).not.toBeInTheDocument();
  });
});

it('a ban is added with a time and a reason, and lifted', async () => {
  const sent = watchForms();
  const act = startUser();
  render(<Bans notice={null} bans={[{ network: '192.0.2.0/24', reason: 'spam', createdAt: NOW, expiresAt: null }]} turns={NO_TURNS} />);
  await act.type(screen.getByLabelText(banWords.network), '198.51.100.1');
  await act.selectOptions(screen.getByLabelText(banWords.duration), 'ever');
  await act.type(screen.getByLabelText(banWords.reason), 'flood');
  await act.click(screen.getByRole('button', { name: banWords.submit }));
  await act.click(screen.getByRole('button', { name: banWords.liftOf('192.0.2.0/24') }));
  expect(sent).toEqual([
    { action: formAddress('admin-add-ban'), method: 'post', fields: { network: '198.51.100.1', duration: 'ever', reason: 'flood' } },
    { action: formAddress('admin-lift-ban'), method: 'post', fields: { network: '192.0.2.0/24' } },
  ]);
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
    const { container } = render(<Audit entries={[entry(fields)]} query={NO_QUERY} keptDays={365} turns={NO_TURNS} />);
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
    render(<Audit entries={[entry(fields)]} query={NO_QUERY} keptDays={365} turns={NO_TURNS} />);
    const link = screen.getByRole('link', { name: about });
    const said = [...(link.parentElement?.querySelectorAll('span') ?? [])].map(({ textContent }) => textContent.trim());
    expect(said.slice(1).join(' ')).toBe(details);
  });

  it('is filtered, and the form keeps by what', async () => {
    const sent = watchForms();
    const query = { action: 'ban.added', actor: 'operator', user: 'anna', object: 'x' };
    render(<Audit entries={[]} query={query} keptDays={1} turns={NO_TURNS} />);
    await startUser().click(screen.getByRole('button', { name: adminMessages.filter }));
    expect(sent).toEqual([{ action: '/account/admin/audit', method: 'get', fields: query }]);
  });
});
