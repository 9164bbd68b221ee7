import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mailMessages } from '#components/messages/mail';
import { mailPageMessages as messages } from '#components/messages/mail-page';
import { noticeMessages } from '#components/messages/notice';
import { startUser } from '#components/testing/fake-browser';
import { json, serve, status } from '#components/testing/fake-server';
import { CHOSEN_MAIL_KINDS } from '#lib/mail/mail.rules';
import type { MailboxJson } from '#lib/mail/mail.schema';
import { Mail } from './mail';

const NOTHING = { mailbox: null, recent: [], vouched: null, isAdmin: false } as const;
const mailbox = (state: MailboxJson['state']): MailboxJson => ({ address: 'anna@example.net', messages: ['opened'], state });

async function press(name: string, address = ''): Promise<void> {
  const user = startUser();
  if (address !== '') await user.type(screen.getByLabelText(messages.address), address);
  await user.click(screen.getByRole('button', { name }));
}

const boxes = () => screen.getAllByRole('checkbox').map((box) => [(box as HTMLInputElement).name, (box as HTMLInputElement).checked]);

describe('the page for mail', () => {
  it('an account without an address gets a field, all its kinds and nothing else', () => {
    render(<Mail {...NOTHING} />);
    expect(screen.getByLabelText(messages.address)).toHaveValue('');
    expect(boxes()).toEqual([
      ['opened', true],
      ['answered', true],
      ['expiring', true],
    ]);
    expect(screen.queryByRole('button', { name: messages.test })).toBeNull();
    expect(screen.queryByText(messages.remove)).toBeNull();
  });

  it('an administrator also chooses the kinds for administrators', () => {
    render(<Mail {...NOTHING} mailbox={mailbox('confirmed')} isAdmin />);
    expect(boxes()).toEqual([
      ['opened', true],
      ['answered', false],
      ['expiring', false],
      ['reports', false],
      ['worker', false],
    ]);
  });

  it.each([
    ['confirmed', messages.test],
    ['waiting', messages.confirmAgain],
    ['ended', messages.confirmAgain],
    ['refused', messages.confirmAgain],
  ] as const)('an address that is %s says so, and offers the next step', (state, button) => {
    render(<Mail {...NOTHING} mailbox={mailbox(state)} />);
    expect(screen.getByText(messages.states[state])).toHaveRole('status');
    expect(screen.getByRole('button', { name: button })).toBeVisible();
  });

  it('an address that the provider vouches for stands in the field', () => {
    render(<Mail {...NOTHING} vouched="anna@example.org" />);
    expect(screen.getByLabelText(messages.address)).toHaveValue('anna@example.org');
    expect(screen.getByText(messages.vouchedHint('anna@example.org'))).toBeVisible();
  });

  it('a refused address stays in its field with the reason', async () => {
    serve({ 'PUT /account/mail': status(400, {}, { error: '', code: 'validation', details: [{ path: ['address'], message: 'm' }] }) });
    render(<Mail {...NOTHING} />);
    await press(messages.save, 'anna@example');
    await waitFor(() => expect(screen.getByLabelText(messages.address)).toHaveFocus());
    expect(screen.getByLabelText(messages.address)).toHaveValue('anna@example');
    expect(screen.getByLabelText(messages.address)).toHaveAccessibleDescription(noticeMessages.failed['mail-address-invalid']);
  });

  it.each([
    ['waiting', noticeMessages.done['mail-asked']],
    ['confirmed', noticeMessages.done['mail-confirmed']],
  ] as const)('a new address that is %s then says so', async (state, sentence) => {
    const server = serve({ 'PUT /account/mail': json(mailbox(state)) });
    render(<Mail {...NOTHING} />);
    await press(messages.save, 'anna@example.net');
    expect(await screen.findByText(sentence)).toHaveRole('status');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ address: 'anna@example.net', messages: [...CHOSEN_MAIL_KINDS] });
  });

  it('kinds that somebody can’t see stay as they are', async () => {
    const box: MailboxJson = { ...mailbox('confirmed'), messages: ['opened', 'worker'] };
    const server = serve({ 'PUT /account/mail': json(box) });
    render(<Mail {...NOTHING} mailbox={box} />);
    await press(messages.save);
    expect(await screen.findByText(noticeMessages.done['mail-saved'])).toBeVisible();
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ messages: ['opened', 'worker'] });
  });

  it.each([
    [409, 'mail_unconfirmed', noticeMessages.failed['mail-unconfirmed']],
    [404, 'not_found', noticeMessages.failed['mail-gone']],
    [429, 'rate_limited', noticeMessages.failed['mail-too-many']],
  ])('a test that is refused with %i says why', async (code, name, sentence) => {
    serve({ 'POST /api/v1/account/mail/test': status(code, {}, { error: '', code: name }) });
    render(<Mail {...NOTHING} mailbox={mailbox('confirmed')} />);
    await press(messages.test);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  });

  it('an address is confirmed again, and removed, where somebody presses for it', async () => {
    const server = serve({
      'POST /api/v1/account/mail/confirmation': json({ state: 'asked' }),
      'DELETE /api/v1/account/mail': json({ deleted: true }),
    });
    const { rerender } = render(<Mail {...NOTHING} mailbox={mailbox('waiting')} />);
    await press(messages.confirmAgain);
    expect(await screen.findByText(noticeMessages.done['mail-asked'])).toBeVisible();
    await startUser().click(screen.getByText(messages.remove));
    await press(messages.confirmRemove);
    await waitFor(() => expect(server.requests).toHaveLength(2));
    rerender(<Mail {...NOTHING} />);
    expect(await screen.findByText(noticeMessages.done['mail-removed'])).toBeVisible();
  });

  it('the last mails say what became of them', () => {
    const recent = [
      { id: '2', kind: 'test', status: 'retrying', error: '450 4.2.0 later', createdAt: new Date().toISOString() },
      { id: '1', kind: 'confirm', status: 'delivered', error: null, createdAt: new Date().toISOString() },
    ] as const;
    render(<Mail {...NOTHING} mailbox={mailbox('confirmed')} recent={recent} />);
    const list = within(screen.getByRole('region', { name: messages.recent }));
    expect(list.getByText(mailMessages.heads.test)).toBeVisible();
    expect(list.getByText(messages.statuses.retrying)).toBeVisible();
    expect(list.getByText('450 4.2.0 later')).toBeVisible();
    expect(list.getByText(messages.statuses.delivered)).toBeVisible();
  });
});
