import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { manageMessages as messages } from '#components/messages/manage';
import { readsMessages } from '#components/messages/reads';
import { receiptMessages } from '#components/messages/receipt';
import { readLocalPastes, rememberPaste } from '#components/paste/local/local-pastes-store';
import { serveFetch, silence } from '#components/testing/fetch';
import { translatePage } from '#components/testing/translate-page';
import { formatExpiry } from '#components/ui/times';
import { languageLabel } from '#lib/languages/language.rules';
import { formatAbsolute, formatTime, formatUnit } from '#lib/locales/format.rules';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import { Manage } from './manage';

const ID = '0123456789abcdefghijABCD';
const EXPIRES_AT = '2026-12-01T12:00:00.000Z';
const LATER = '2026-12-08T12:00:00.000Z';
const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');
const PASTE: PasteSummaryJson = {
  publicId: ID,
  title: 'mine',
  syntax: 'rust',
  isE2ee: false,
  burnAfterRead: false,
  viewCount: 1234,
  expiresAt: EXPIRES_AT,
  createdAt: '2026-11-20T12:00:00.000Z',
};

function openManage({
  fragment = '#token',
  isOwner = false,
  ...fields
}: Partial<PasteSummaryJson> & { fragment?: string; isOwner?: boolean } = {}) {
  history.replaceState(null, '', `/manage/${ID}${fragment}`);
  const user = userEvent.setup();
  render(<Manage paste={{ ...PASTE, ...fields }} isOwner={isOwner} renderedAt={NOW_MS} />);
  return { user };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS }));

const extendButton = () => screen.getByRole('button', { name: messages.extend });
const deleteButton = () => screen.getByRole('button', { name: messages.delete });
const dialog = () => screen.queryByRole('dialog', { name: messages.confirmTitle });
const confirmButton = () => within(dialog() ?? document.body).getByRole('button', { name: messages.confirm });
const fact = (name: string) => screen.getByText(name).closest('dt')?.nextElementSibling;

function remember(): void {
  const paste = {
    publicId: ID,
    manageToken: 'token',
    isE2ee: false,
    burnAfterRead: false,
    maxReads: null,
    expiresAt: EXPIRES_AT,
    ended: null,
  };
  rememberPaste({ ...paste, createdAt: PASTE.createdAt });
}

describe('the manage link', () => {
  it('the token leaves the address when the manage page opens', () => {
    openManage();
    expect(window.location.pathname + window.location.hash).toBe(`/manage/${ID}`);
    expect(deleteButton()).toBeVisible();
  });

  it.each(['', '#', '#not a token', '#sp_ä'])('a manage link with the fragment %j says what is missing', (fragment) => {
    openManage({ fragment });
    expect(screen.getByRole('heading', { name: messages.noTokenTitle })).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('its owner, signed in, needs no token', async () => {
    const asked = serveFetch(() => Response.json({ publicId: ID, expiresAt: LATER }));
    const { user } = openManage({ fragment: '', isOwner: true });
    await user.click(screen.getByRole('button', { name: messages.extend }));
    expect(await screen.findByText(messages.extended(formatTime(new Date(LATER))))).toBeVisible();
    expect(asked.map(({ headers }) => headers.get('X-Service-Manage-Token'))).toEqual([null]);
  });

  it('a manage link pasted into the address of the open page takes effect', async () => {
    openManage({ fragment: '' });
    window.location.hash = '#token';
    expect(await screen.findByRole('button', { name: messages.delete })).toBeVisible();
    expect(window.location.hash).toBe('');
  });
});

describe('the facts', () => {
  it('the manage page shows title, language, times and views', () => {
    openManage();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('mine');
    expect(fact(messages.language)).toHaveTextContent(languageLabel('rust'));
    expect(fact(messages.protection)).toHaveTextContent(messages.serverSide);
    expect(fact(messages.views)).toHaveTextContent('1,234');
    expect(fact(messages.expires)).toHaveTextContent(formatAbsolute(Date.parse(EXPIRES_AT)));
  });

  it('the manage page of an encrypted paste shows no language', () => {
    openManage({ isE2ee: true, title: '', expiresAt: null });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(messages.encryptedPaste);
    expect(screen.queryByText(messages.language)).not.toBeInTheDocument();
    expect(fact(messages.protection)).toHaveTextContent(messages.encrypted);
    expect(fact(messages.expires)).toHaveTextContent(messages.never);
  });

  it('the manage page of a paste without a title says so', () => {
    openManage({ title: '' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(messages.untitled);
  });

  it('the manage page of a burn paste shows its receipt', async () => {
    serveFetch(() => Response.json({ publicId: ID, state: 'created', createdAt: EXPIRES_AT, at: EXPIRES_AT }));
    openManage({ burnAfterRead: true });
    expect(fact(messages.protection)).toHaveTextContent(messages.burn);
    expect(await screen.findByText(receiptMessages.states.created)).toBeVisible();
  });
});

it('the manage page of a paste with reads counts them, and ends with the last one', async () => {
  const counted = { publicId: ID, createdAt: EXPIRES_AT, maxReads: 2, lastReadAt: EXPIRES_AT };
  serveFetch(() => Response.json({ ...counted, state: 'opened', at: EXPIRES_AT, reads: 2 }));
  openManage({ maxReads: 2, viewCount: 1, lastReadAt: EXPIRES_AT });
  expect(fact(readsMessages.label)).toHaveTextContent(
    readsMessages.countedLast({ reads: 1, max: 2, when: formatAbsolute(Date.parse(EXPIRES_AT)) }),
  );
  expect(screen.queryByText(messages.views)).not.toBeInTheDocument();
  expect(await screen.findByText(readsMessages.sentenceLast({ reads: 2, max: 2, when: formatTime(new Date(EXPIRES_AT)) }))).toBeVisible();
  expect(screen.getByText(receiptMessages.countedHint(2))).toBeVisible();
  await waitFor(() => expect(screen.queryByText(messages.expires)).not.toBeInTheDocument());
  for (const over of [readsMessages.label, messages.extendTitle, messages.deleteTitle])
    expect(screen.queryByText(over)).not.toBeInTheDocument();
});

describe('extending', () => {
  it('extending sends the chosen time and the token, and says until when', async () => {
    const asked = serveFetch(() => Response.json({ publicId: ID, expiresAt: LATER }));
    remember();
    const { user } = openManage();
    await user.selectOptions(screen.getByLabelText(messages.extendBy), formatExpiry(86400));
    await user.click(extendButton());
    expect(await screen.findByText(messages.extended(formatTime(new Date(LATER))))).toHaveAttribute('role', 'status');
    expect(fact(messages.expires)).toHaveTextContent(formatAbsolute(Date.parse(LATER)));
    const [{ method, path, headers, body } = { method: '', path: '', headers: new Headers(), body: '{}' }] = asked;
    expect([method, path, headers.get('X-Service-Manage-Token')]).toEqual(['POST', `/api/v1/pastes/${ID}/extend`, 'token']);
    expect(JSON.parse(body)).toEqual({ ttlSeconds: 86_400 });
    expect(readLocalPastes().pastes[0]?.expiresAt).toBe(LATER);
  });

  it('extending offers a week first, and no “Never”', () => {
    openManage();
    expect(screen.getByLabelText(messages.extendBy)).toHaveDisplayValue(formatExpiry(604800));
    expect(screen.queryByRole('option', { name: formatExpiry(null) })).not.toBeInTheDocument();
  });

  it('a paste that never expires can’t be extended', () => {
    openManage({ expiresAt: null });
    expect(screen.getByText(messages.extendsNever)).toBeVisible();
    expect(screen.queryByRole('button', { name: messages.extend })).not.toBeInTheDocument();
  });

  it('a double click on Extend sends one request', async () => {
    const asked = serveFetch(silence);
    const { user } = openManage();
    await user.dblClick(extendButton());
    expect(extendButton()).toHaveAttribute('aria-disabled', 'true');
    expect(deleteButton()).toHaveAttribute('aria-disabled', 'true');
    expect(asked).toHaveLength(1);
  });
});

describe('deleting', () => {
  it('deleting asks first, with the focus on keeping the paste', async () => {
    const asked = serveFetch(silence);
    const { user } = openManage();
    await user.click(deleteButton());
    expect(within(dialog() ?? document.body).getByText(messages.confirmText)).toBeVisible();
    expect(screen.getByRole('button', { name: messages.keep })).toHaveFocus();
    expect(asked).toEqual([]);
  });

  it('a confirmed deletion sends the token, is announced, and ends the local entry', async () => {
    const asked = serveFetch(() => Response.json({ deleted: true }));
    remember();
    const { user } = openManage();
    await user.click(deleteButton());
    await user.click(confirmButton());
    expect(await screen.findByRole('heading', { name: messages.deletedTitle })).toBeVisible();
    expect(screen.getByText(messages.deletedText)).toHaveFocus();
    expect(asked.map(({ method, path, headers }) => [method, path, headers.get('X-Service-Manage-Token')])).toEqual([
      ['DELETE', `/api/v1/pastes/${ID}`, 'token'],
    ]);
    expect(readLocalPastes().pastes).toEqual([]);
    expect(screen.getByRole('link', { name: commonMessages.errors.startOver })).toHaveAttribute('href', '/');
  });
});

describe('what fails', () => {
  it.each([
    [401, {}, messages['wrong-token']],
    [403, {}, messages['wrong-token']],
    [429, { 'Retry-After': '9' }, messages.tooMany(formatUnit(9, 'second'))],
    [429, {}, messages.tooMany(formatUnit(60, 'second'))],
    [500, {}, messages['server-error']],
  ])('a response %i with %j is said in words, and the paste stays', async (status, headers, words) => {
    serveFetch(() => Response.json({ error: 'x' }, { status, headers }));
    remember();
    const { user } = openManage();
    await user.click(deleteButton());
    await user.click(confirmButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(readLocalPastes().pastes).toHaveLength(1);
    expect(fact(messages.expires)).toHaveTextContent(formatAbsolute(Date.parse(EXPIRES_AT)));
  });

  it.each([
    [true, messages.unreachable],
    [false, messages.offline],
  ])('a missing response (online: %s) is said until the next attempt', async (isOnline, words) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    let respond: () => Promise<Response> = () => Promise.reject(new TypeError('fetch failed'));
    serveFetch(() => respond());
    const { user } = openManage();
    await user.click(extendButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    respond = async () => Response.json({ publicId: ID, expiresAt: LATER });
    await user.click(extendButton());
    expect(await screen.findByText(messages.extended(formatTime(new Date(LATER))))).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('a paste that is gone meanwhile is reported as gone', async () => {
    serveFetch(() => Response.json({ error: 'Not Found', code: 'not_found' }, { status: 404 }));
    const { user } = openManage();
    await user.click(extendButton());
    expect(await screen.findByRole('heading', { name: messages.goneTitle })).toBeVisible();
    expect(screen.getByText(messages.goneText)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('under a browser’s translation a paste is extended, and deleted after a failure', async () => {
  let response = () => Response.json({ publicId: ID, expiresAt: LATER });
  serveFetch(() => response());
  const { user } = openManage();
  translatePage();
  await user.click(extendButton());
  await waitFor(() => expect(fact(messages.expires)).toHaveTextContent(formatAbsolute(Date.parse(LATER))));
  expect(fact(messages.expires)).toHaveTextContent(formatAbsolute(Date.parse(LATER)));
  translatePage();
  response = () => Response.json({ error: 'x' }, { status: 500 });
  await user.click(deleteButton());
  translatePage();
  await user.click(confirmButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(messages['server-error']);
  translatePage();
  response = () => Response.json({ deleted: true });
  await user.click(deleteButton());
  await user.click(confirmButton());
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(messages.deletedTitle);
});
