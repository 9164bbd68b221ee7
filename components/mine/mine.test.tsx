import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { mineMessages as messages } from '#components/messages/mine';
import { readsMessages } from '#components/messages/reads';
import { receiptMessages } from '#components/messages/receipt';
import { type LocalPaste, readLocalPastes, rememberPaste } from '#components/paste/local/local-pastes-store';
import { keepSecretRequest } from '#components/requests/kept/kept-secret-requests';
import { serveFetch, silence } from '#components/testing/fetch';
import { addressOfLink } from '#components/testing/links';
import { formatTime } from '#lib/locales/format.rules';
import { Mine } from './mine';

const NOW = new Date('2026-11-21T12:00:30.000Z');
const AT = '2026-11-21T11:00:00.000Z';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

/** Pads a name to the length of a public id. */
const idOf = (name: string) => name.padEnd(24, '0');

function remember(name: string, fields: Partial<LocalPaste> = {}): void {
  const paste = { isE2ee: true, burnAfterRead: false, maxReads: null, createdAt: AT, expiresAt: '2026-11-28T11:00:00.000Z', ended: null };
  rememberPaste({ publicId: idOf(name), manageToken: `token-${name}`, ...paste, ...fields });
}

function openList() {
  const user = userEvent.setup();
  return { user, ...render(<Mine />) };
}

const rows = () => screen.queryAllByRole('row').slice(1);
const row = (name: string) => {
  const item = screen.getByText(idOf(name)).closest('tr');
  if (!item) throw new Error(`expected ${name} in a list`);
  return item;
};
const receipt = (state: string, at = AT) => Response.json({ publicId: 'p'.repeat(24), state, createdAt: AT, at });

const MORE = messages.changeOf(messages.encrypted);

it('this browser’s requests open by their inbox links, found by their labels', async () => {
  const request = { requestId: idOf('request'), expiresAt: '2026-11-28T11:00:00.000Z', inboxKey: 'k'.repeat(43), createdAt: AT };
  keepSecretRequest({
    ...request,
    label: 'Printer’s password',
    link: `https://paste.example/request/${request.requestId}#${'t'.repeat(43)}.${'l'.repeat(43)}`,
  });
  const { user } = openList();
  const open = screen.getByRole('link', { name: 'Printer’s password' });
  expect(addressOfLink(open)).toBe(`/inbox/${request.requestId}#${request.inboxKey}`);
  remember('one');
  fireEvent(window, new Event('storage'));
  await user.type(screen.getByRole('searchbox'), 'server');
  expect(open).not.toBeInTheDocument();
});

describe('titles and keys', () => {
  const LINK = 'https://paste.example/view/x#key';
  const isOn = (label: string) => screen.getByRole<HTMLInputElement>('switch', { name: label }).checked;

  it('a title leads to Manage, and to the text once keys are kept', async () => {
    remember('kept', { title: 'My title', link: LINK });
    const { user } = openList();
    expect([isOn(messages.remember), isOn(messages.keepTitles), isOn(messages.keepLinks)]).toEqual([true, true, false]);
    expect(addressOfLink(screen.getByRole('link', { name: 'My title' }))).toBe(`/manage/${idOf('kept')}#token-kept`);
    await user.click(screen.getByRole('switch', { name: messages.keepLinks }));
    remember('open', { title: 'Opens', link: LINK });
    fireEvent(window, new Event('storage'));
    expect(addressOfLink(screen.getByRole('link', { name: 'Opens' }))).toBe(LINK);
    await user.click(screen.getByRole('switch', { name: messages.keepTitles }));
    expect(screen.queryByText('My title')).not.toBeInTheDocument();
    expect(JSON.stringify({ ...localStorage })).not.toContain('My title');
  });

  it('a burn paste and one with counted reads lead to Manage, a plain one to its text', () => {
    remember('burns', { title: 'Burns', isE2ee: false, burnAfterRead: true });
    remember('counts', { title: 'Counts', isE2ee: false, maxReads: 2 });
    remember('plain', { title: 'Plain', isE2ee: false });
    openList();
    const leadsTo = (name: string) => addressOfLink(screen.getByRole('link', { name }));
    expect(leadsTo('Burns')).toBe(`/manage/${idOf('burns')}#token-burns`);
    expect(leadsTo('Counts')).toBe(`/manage/${idOf('counts')}#token-counts`);
    expect(leadsTo('Plain')).toBe(`/view/${idOf('plain')}`);
  });

  it('a paste of an account leads to Manage, where its owner signs in', () => {
    remember('own', { title: 'Of the account', manageToken: null });
    openList();
    expect(screen.getByRole('link', { name: 'Of the account' })).toHaveAttribute('href', `/manage/${idOf('own')}`);
    expect(screen.getByText(messages.ofAccount)).toBeVisible();
    expect(screen.getByRole('link', { name: commonMessages.signIn })).toHaveAttribute('href', '/account');
  });

  it('a name given in the list replaces the title, is found, and goes with titles', async () => {
    remember('old', { title: 'Pasted text' });
    const { user } = openList();
    const item = () => rows()[0] as HTMLElement;
    const rename = async (from: string, to: string) => {
      await user.click(within(item()).getByLabelText(messages.changeOf(from)));
      const field = within(item()).getByLabelText(messages.name);
      expect(field).toHaveValue(from);
      await user.clear(field);
      await user.type(field, `${to}{Enter}`);
    };
    await rename('Pasted text', 'Wi-Fi of the office');
    expect(screen.getByRole('link', { name: 'Wi-Fi of the office' })).toBeVisible();
    expect(screen.getByLabelText(messages.changeOf('Wi-Fi of the office'))).toHaveFocus();
    const search = screen.getByRole('searchbox', { name: messages.searchLabel });
    for (const text of ['office', 'pasted']) {
      await user.clear(search);
      await user.type(search, text);
      expect(rows()).toHaveLength(1);
    }
    await rename('Wi-Fi of the office', ' ');
    expect(screen.getByRole('link', { name: 'Pasted text' })).toBeVisible();
    await rename('Pasted text', 'Wi-Fi');
    await user.click(screen.getByRole('switch', { name: messages.keepTitles }));
    expect(JSON.stringify({ ...localStorage })).not.toContain('Wi-Fi');
    expect(screen.queryByLabelText(messages.name)).not.toBeInTheDocument();
  });

  it('pastes are found by title or id while one types', async () => {
    remember('first', { title: 'Staging plan' });
    remember('second', { title: 'Invoice' });
    const { user } = openList();
    const field = screen.getByRole('searchbox', { name: messages.searchLabel });
    await user.type(field, 'PLAN stag');
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('Staging plan')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'second');
    expect(screen.getByText('Invoice')).toBeVisible();
    await user.type(field, 'x');
    expect(screen.getByRole('heading', { name: messages.notFoundTitle('secondx') })).toBeVisible();
  });
});

describe('the list', () => {
  it('an empty list says that there is none yet', () => {
    openList();
    expect(screen.getByText(messages.emptyTitle)).toBeVisible();
    expect(rows()).toHaveLength(0);
  });

  it('the newest paste is first, with times, and its id where it has no title', () => {
    remember('older', { isE2ee: false, expiresAt: null, createdAt: '2026-11-21T10:00:00.000Z' });
    remember('newer');
    openList();
    expect(rows()).toEqual([row('newer'), row('older')]);
    expect(row('newer')).toHaveTextContent(messages.encrypted);
    expect(row('newer')).toHaveTextContent(`${messages.created} 1 hour ago`);
    expect(row('newer')).toHaveTextContent(`${messages.expires} in 7 days`);
    expect(row('older')).toHaveTextContent(messages.untitled);
    expect(row('older')).toHaveTextContent(messages.never);
  });

  it('the list opened again shows pastes created since', () => {
    remember('first');
    openList().unmount();
    remember('second');
    openList();
    expect(rows()).toHaveLength(2);
  });

  it('the list follows what another tab remembers', () => {
    openList();
    remember('elsewhere');
    act(() => window.dispatchEvent(new StorageEvent('storage')));
    expect(row('elsewhere')).toBeVisible();
  });

  it('where the browser forbids storage, the list says that it remembers nothing', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    openList();
    expect(screen.getByText(messages.emptyOff)).toBeVisible();
  });
});

describe('forgetting', () => {
  it('forgetting one paste leaves the others', async () => {
    remember('kept');
    remember('gone');
    const { user } = openList();
    await user.click(within(row('gone')).getByLabelText(MORE));
    await user.click(within(row('gone')).getByRole('button', { name: messages.forget }));
    expect(screen.getByText(messages.forgotten(messages.encrypted))).toBeVisible();
    expect(rows()).toEqual([row('kept')]);
    expect(readLocalPastes().pastes.map(({ publicId }) => publicId)).toEqual([idOf('kept')]);
  });

  it('turning remembering off forgets all pastes and remembers no new ones', async () => {
    remember('secret');
    const { user } = openList();
    const remembering = screen.getByRole('switch', { name: messages.remember });
    expect(remembering).toHaveAccessibleDescription(messages.rememberHint);
    await user.click(remembering);
    expect(remembering).not.toBeChecked();
    expect(screen.getByText(messages.emptyOff)).toBeVisible();
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
    remember('unwanted');
    expect(JSON.stringify({ ...localStorage })).not.toContain('unwanted');
    await user.click(remembering);
    expect(screen.getByText(messages.emptyTitle)).toBeVisible();
    remember('wanted');
    expect(JSON.stringify({ ...localStorage })).toContain('wanted');
  });
});

describe('a paste that burns', () => {
  it('a burn paste is asked about with its token', async () => {
    const asked = serveFetch(() => receipt('created'));
    remember('burns', { burnAfterRead: true });
    remember('plain');
    openList();
    expect(row('burns')).toHaveTextContent(messages.burnBadge);
    expect(await screen.findByText(receiptMessages.states.created)).toBeVisible();
    expect(asked.map(({ path, headers }) => [path, headers.get('X-Service-Manage-Token')])).toEqual([
      [`/api/v1/pastes/${idOf('burns')}/receipt`, 'token-burns'],
    ]);
  });

  it.each(['opened', 'expired', 'deleted'] as const)(
    'a burn paste that was %s says so, stays so, and has no manage link',
    async (state) => {
      serveFetch(() => receipt(state));
      remember('burns', { burnAfterRead: true });
      openList();
      expect(await screen.findByText(receiptMessages.states[state](formatTime(new Date(AT))))).toBeVisible();
      expect(within(row('burns')).queryByRole('link')).not.toBeInTheDocument();
      expect(row('burns')).not.toHaveTextContent(messages.expires);
      expect(readLocalPastes().pastes[0]?.ended).toEqual({ state, at: AT });
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['', '']);
    },
  );

  it('a paste with reads is asked about, says how many there were, and stays so', async () => {
    const counted = { reads: 1, maxReads: 3, lastReadAt: AT };
    serveFetch(() => Response.json({ ...counted, publicId: idOf('counted'), state: 'expired', createdAt: AT, at: AT }));
    remember('counted', { maxReads: 3 });
    const { unmount } = openList();
    expect(row('counted')).toHaveTextContent(messages.counts(3));
    const when = formatTime(new Date(AT));
    const said = `${receiptMessages.countedStates.expired(when)} ${readsMessages.sentenceLast({ reads: 1, max: 3, when })}`;
    expect(await screen.findByText(said)).toBeVisible();
    unmount();
    openList();
    expect(row('counted')).toHaveTextContent(said);
    expect(row('counted')).not.toHaveTextContent(messages.expires);
  });

  it('a burn paste the server does not know says so', async () => {
    serveFetch(() => new Response('{}', { status: 404 }));
    remember('burns', { burnAfterRead: true });
    openList();
    expect(await screen.findByText(messages.unknown)).toBeVisible();
  });

  it('a burn paste without a response stays as it was', async () => {
    const asked = serveFetch(silence);
    remember('burns', { burnAfterRead: true });
    openList();
    expect(asked).toHaveLength(1);
    expect(row('burns')).toHaveTextContent(messages.burnBadge);
  });

  it('a burn paste whose end is known is not asked about', () => {
    const asked = serveFetch(silence);
    remember('ended', { burnAfterRead: true, ended: { state: 'opened', at: AT } });
    openList();
    expect(asked).toEqual([]);
    expect(row('ended')).toHaveTextContent(receiptMessages.states.opened(formatTime(new Date(AT))));
  });

  it('the status says when a burn paste ends while somebody looks', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
    let state = 'created';
    serveFetch(() => receipt(state));
    remember('burns', { burnAfterRead: true });
    render(<Mine />);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(row('burns')).toHaveTextContent(receiptMessages.states.created);
    state = 'opened';
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.getAllByRole('status')[0]).toHaveTextContent(
      `${receiptMessages.states.opened(formatTime(new Date(AT)))} ${idOf('burns')}`,
    );
  });
});
