import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { encode } from 'uqr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createdMessages as messages } from '#components/messages/created';
import { linkMessages } from '#components/messages/link';
import { readsMessages } from '#components/messages/reads';
import { receiptMessages } from '#components/messages/receipt';
import { serveFetch } from '#components/testing/fetch';
import { addressOfLink, attributesWithSecrets } from '#components/testing/links';
import { translatePage } from '#components/testing/translate-page';
import { learnServerTime } from '#lib/client/server-clock';
import { formatTime } from '#lib/locales/format.rules';
import { Created } from './created';
import type { CreatedPaste } from './model/created-paste';

const PASTE: CreatedPaste = {
  link: 'https://paste.example/view/abc#key',
  manageLink: 'https://paste.example/manage/abc#token',
  publicId: 'abc',
  manageToken: 'token',
  expiresAt: '2026-12-01T12:00:00.000Z',
  isE2ee: true,
  burnAfterRead: false,
  hasPassword: false,
  maxReads: null,
  releaseLinks: [],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00.000Z') });
  learnServerTime(new Date().toUTCString());
});

function openCreated(fields: Partial<CreatedPaste> = {}) {
  const onAnother = vi.fn();
  const onTaken = vi.fn();
  const user = userEvent.setup();
  const page = (isTaken: boolean) => <Created paste={{ ...PASTE, ...fields }} isTaken={isTaken} onTaken={onTaken} onAnother={onAnother} />;
  const { rerender } = render(page(false));
  return { user, onAnother, onTaken, take: () => rerender(page(true)) };
}

const openMore = (user: UserEvent) => user.click(screen.getByRole('button', { name: messages.more }));
const linkField = () => screen.getByLabelText<HTMLInputElement>(messages.link);

it('under a browser’s translation every control of the created page works', async () => {
  const { user } = openCreated();
  translatePage();
  for (const control of screen.getAllByRole('button', { hidden: true })) {
    await user.click(control);
    translatePage();
  }
  expect(linkField()).toHaveValue(PASTE.link);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(messages.heading);
});

describe('the link', () => {
  it('the link has the focus and is selected as a whole', () => {
    openCreated();
    expect(linkField()).toHaveFocus();
    expect([linkField().selectionStart, linkField().selectionEnd]).toEqual([0, PASTE.link.length]);
    expect(linkField()).toHaveAttribute('readonly');
  });

  it('the button copies the whole link', async () => {
    const { user } = openCreated();
    await user.click(screen.getByRole('button', { name: messages.copyLink }));
    expect(await navigator.clipboard.readText()).toBe(PASTE.link);
  });

  it.each([
    ['with its key, until its expiry', {}, `${messages.keyInLink} ${messages.expires(formatTime(new Date('2026-12-01T12:00:00.000Z')))}`],
    ['with its key, for ever', { expiresAt: null }, `${messages.keyInLink} ${messages.expiresNever}`],
    ['without one, for ever', { isE2ee: false, expiresAt: null }, `${messages.plain} ${messages.expiresNever}`],
  ])('the link says who can read the paste: %s', (_what, fields, words) => {
    openCreated(fields);
    expect(linkField()).toHaveAccessibleDescription(words);
  });

  it('a link made without HTTPS says that the network can read the paste, too', () => {
    vi.stubGlobal('crypto', { ...crypto, subtle: undefined });
    openCreated({ isE2ee: false, expiresAt: null });
    expect(linkField()).toHaveAccessibleDescription(`${messages.plainInsecure} ${messages.expiresNever}`);
  });

  it('“Open” opens another tab that can’t reach this page', () => {
    openCreated();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    fireEvent.click(screen.getByRole('link', { name: messages.open }));
    expect(open.mock.calls).toEqual([[PASTE.link, '_blank', 'noopener,noreferrer']]);
  });

  it('no attribute of the document has the key or the manage token', async () => {
    const [key, token] = ['K'.repeat(43), 'T'.repeat(43)];
    const fields = { link: `https://paste.example/view/abc#${key}`, manageLink: `https://paste.example/manage/abc#${token}` };
    const { user } = openCreated({ ...fields, releaseLinks: [`https://paste.example/manage/abc#r=${token}`] });
    await openMore(user);
    await user.click(screen.getByRole('button', { name: linkMessages.showQr }));
    await screen.findByRole('img', { name: messages.qrLabel });
    expect(linkField()).toHaveValue(fields.link);
    expect(attributesWithSecrets(document, [key, token])).toEqual([]);
  });

  it('the QR code shows the whole link and can be hidden again', async () => {
    const fillRect = vi.fn();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect } as unknown as null);
    const { user } = openCreated();
    await openMore(user);
    await user.click(screen.getByRole('button', { name: linkMessages.showQr }));
    const code = await screen.findByRole<HTMLCanvasElement>('img', { name: messages.qrLabel });
    const { size, data } = encode(PASTE.link, { ecc: 'M', border: 4 });
    await waitFor(() => expect(code.width).toBe(size * 8));
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x * 8, y * 8, 8, 8]] : [])));
    expect(fillRect.mock.calls).toEqual(dark);
    const hide = screen.getByRole('button', { name: linkMessages.hideQr });
    expect(hide).toHaveAttribute('aria-expanded', 'true');
    await user.click(hide);
    expect(screen.queryByRole('img', { name: messages.qrLabel })).not.toBeInTheDocument();
  });
});

describe('what to know before sending it', () => {
  it('a burn paste advises not to open it and has no link that does', async () => {
    const asked = serveFetch(() =>
      Response.json({ publicId: 'p'.repeat(24), state: 'created', createdAt: '2026-11-21T12:00:00.000Z', at: '2026-11-21T12:00:00.000Z' }),
    );
    openCreated({ burnAfterRead: true });
    expect(screen.getByText(messages.burnTitle)).toBeVisible();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(await screen.findByText(receiptMessages.states.created)).toBeVisible();
    expect(asked[0]?.headers.get('X-Service-Manage-Token')).toBe('token');
    expect(asked[0]?.path).not.toContain('key');
  });

  it('a paste with reads says that opening it oneself uses one', async () => {
    const lastReadAt = '2026-11-21T12:00:00.000Z';
    serveFetch(() =>
      Response.json({
        publicId: 'p'.repeat(24),
        state: 'created',
        createdAt: lastReadAt,
        at: lastReadAt,
        reads: 1,
        maxReads: 2,
        lastReadAt,
      }),
    );
    openCreated({ maxReads: 2 });
    expect(screen.getByText(messages.countedTitle)).toBeVisible();
    expect(screen.getByText(messages.counted(2))).toBeVisible();
    expect(addressOfLink(screen.getByRole('link', { name: messages.open }))).toBe(PASTE.link);
    expect(await screen.findByText(readsMessages.sentenceLast({ reads: 1, max: 2, when: formatTime(new Date(lastReadAt)) }))).toBeVisible();
  });

  it('the link is shown where this clock is past its expiry, and the server’s is not', () => {
    vi.setSystemTime(new Date('2026-12-01T14:00:00.000Z'));
    learnServerTime('Tue, 01 Dec 2026 11:00:00 GMT');
    openCreated();
    expect(linkField()).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: messages.heading })).toBeVisible();
    act(() => learnServerTime('Tue, 01 Dec 2026 12:00:10 GMT'));
    expect(screen.queryByLabelText(messages.link)).toBeNull();
  });

  it('a link that expires while the page is open is called ready no longer', () => {
    vi.useFakeTimers({ now: new Date('2026-12-01T11:59:59.000Z') });
    openCreated();
    expect(screen.getByRole('heading', { level: 1, name: messages.heading })).toBeVisible();
    act(() => vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('heading', { level: 1, name: messages.expired })).toBeVisible();
    expect(screen.getByText(messages.dead)).toBeVisible();
    expect(screen.queryByLabelText(messages.link)).not.toBeInTheDocument();
    expect(screen.queryByLabelText(messages.manageLink)).not.toBeInTheDocument();
  });

  it.each(['opened', 'expired', 'deleted'] as const)('the page does not call a link ready whose paste is %s', async (state) => {
    serveFetch(() =>
      Response.json({ publicId: 'p'.repeat(24), state, createdAt: '2026-11-21T12:00:00.000Z', at: '2026-11-21T12:00:00.000Z' }),
    );
    openCreated({ burnAfterRead: true, hasPassword: true });
    expect(await screen.findByRole('heading', { level: 1, name: receiptMessages.headings[state] })).toBeVisible();
    expect(screen.queryByText(messages.heading)).not.toBeInTheDocument();
    expect(screen.queryByText(messages.burnTitle)).not.toBeInTheDocument();
    expect(screen.getByText(messages.dead)).toBeVisible();
    expect(screen.queryByLabelText(messages.link)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: messages.copyLink })).not.toBeInTheDocument();
    expect(screen.queryByText(messages.passwordTitle)).not.toBeInTheDocument();
    for (const name of [messages.more, linkMessages.showQr, receiptMessages.test])
      expect(screen.queryByRole('button', { name, hidden: true })).not.toBeInTheDocument();
    expect(screen.getByLabelText(messages.manageLink)).toHaveAccessibleDescription(messages.manageEnded);
    await waitFor(() => expect(document.title).toBe(receiptMessages.headings[state]));
  });

  it('a paste whose password the page no longer knows advises to send it another way', () => {
    openCreated({ hasPassword: true });
    expect(screen.getByText(messages.passwordTitle)).toBeVisible();
  });

  it('a plain paste comes with no advice and asks for no receipt', () => {
    const asked = serveFetch(() => new Response(null, { status: 404 }));
    openCreated();
    expect(screen.queryByText(messages.burnTitle)).not.toBeInTheDocument();
    expect(screen.queryByText(messages.passwordTitle)).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});

describe('the manage link', () => {
  it('the manage link has its own copy button and says how long it is shown', async () => {
    const { user } = openCreated();
    await openMore(user);
    expect(screen.getByLabelText(messages.manageLink)).toHaveValue(PASTE.manageLink);
    expect(screen.getByLabelText(messages.manageLink)).toHaveAccessibleDescription(`${messages.manageHint} ${messages.manageKept}`);
    await user.click(screen.getByRole('button', { name: messages.copyManageLink }));
    expect(await navigator.clipboard.readText()).toBe(PASTE.manageLink);
  });

  it('where the browser stores nothing, no page promises to keep the manage link', async () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    const { user } = openCreated();
    await openMore(user);
    expect(screen.getByLabelText(messages.manageLink)).toHaveAccessibleDescription(messages.manageHint);
  });

  it('a paste without a manage token shows no manage link', () => {
    openCreated({ manageLink: null, manageToken: null });
    expect(screen.queryByLabelText(messages.manageLink)).not.toBeInTheDocument();
  });
});

it('“Another paste” begins another paste', async () => {
  const { user, onAnother } = openCreated();
  await user.click(screen.getByRole('button', { name: messages.another }));
  expect(onAnother).toHaveBeenCalledOnce();
});

describe('a link that nobody has taken', () => {
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

  it('leaving the page is asked about until the link is taken', () => {
    const { take } = openCreated();
    expect(isAsked()).toBe(true);
    take();
    expect(isAsked()).toBe(false);
  });

  it('the copy button, copying by keyboard, the QR code and “Open” take the link', async () => {
    const { user, onTaken } = openCreated();
    expect(onTaken).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: messages.copyLink }));
    expect(onTaken).toHaveBeenCalledTimes(1);
    linkField().select();
    fireEvent.copy(linkField());
    expect(onTaken).toHaveBeenCalledTimes(2);
    await openMore(user);
    await user.click(screen.getByRole('button', { name: linkMessages.showQr }));
    expect(onTaken).toHaveBeenCalledTimes(3);
    await user.click(screen.getByRole('link', { name: messages.open }));
    expect(onTaken).toHaveBeenCalledTimes(4);
  });

  it('copying a part of the link, or the manage link, does not take the link', async () => {
    const { user, onTaken } = openCreated();
    linkField().setSelectionRange(0, 5);
    fireEvent.copy(linkField());
    await openMore(user);
    await user.click(screen.getByRole('button', { name: messages.copyManageLink }));
    expect(onTaken).not.toHaveBeenCalled();
  });
});
