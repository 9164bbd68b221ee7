import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mailMessages } from '#components/messages/mail';
import { mailPageMessages as messages } from '#components/messages/mail-page';
import type { MailboxJson } from '#lib/mail/mail.schema';
import { Mail } from './mail';

const NOTHING = { mailbox: null, recent: [], vouched: null, isAdmin: false, notice: null, typed: {} } as const;
const mailbox = (state: MailboxJson['state']): MailboxJson => ({ address: 'anna@example.net', messages: ['opened'], state });

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
    expect(screen.getByRole('status')).toHaveTextContent(messages.states[state]);
    expect(screen.getByRole('button', { name: button })).toBeVisible();
  });

  it('an address that the provider vouches for stands in the field', () => {
    render(<Mail {...NOTHING} vouched="anna@example.org" />);
    expect(screen.getByLabelText(messages.address)).toHaveValue('anna@example.org');
    expect(screen.getByText(messages.vouchedHint('anna@example.org'))).toBeVisible();
  });

  it('a refused address stands in its field with the reason', () => {
    render(<Mail {...NOTHING} notice="mail-address-invalid" typed={{ address: 'anna@' }} />);
    expect(screen.getByLabelText(messages.address)).toHaveValue('anna@');
    expect(screen.getByLabelText(messages.address)).toBeInvalid();
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
