import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { manageMessages as messages } from '#components/messages/manage';
import { receiptMessages } from '#components/messages/receipt';
import { serveFetch } from '#components/testing/fetch';
import { formatTime } from '#lib/locales/format.rules';
import { GoneOrReceipt } from './manage';

const ID = '0123456789abcdefghijABCD';
const AT = '2026-11-20T12:00:00.000Z';

function openGone(fragment: string): void {
  history.replaceState(null, '', `/manage/${ID}${fragment}`);
  render(<GoneOrReceipt />);
}

it('the manage link of an ended burn paste shows the receipt', async () => {
  const asked = serveFetch(() => Response.json({ publicId: ID, state: 'opened', createdAt: AT, at: AT }));
  openGone('#token');
  expect(await screen.findByText(receiptMessages.states.opened(formatTime(new Date(AT))))).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(messages.goneTitle);
  expect(asked.map(({ path, headers }) => [path, headers.get('X-Service-Manage-Token')])).toEqual([
    [`/api/v1/pastes/${ID}/receipt`, 'token'],
  ]);
  expect(window.location.hash).toBe('');
});

it('a manage link without a receipt says only that the paste is gone', async () => {
  const asked = serveFetch(() => Response.json({ error: 'Not Found', code: 'not_found' }, { status: 404 }));
  openGone('#token');
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(receiptMessages.heading)).not.toBeInTheDocument());
  expect(screen.getByText(messages.goneText)).toBeVisible();
});

it('a gone paste without a token in the link asks the server nothing', () => {
  const asked = serveFetch(() => Response.json({}));
  openGone('');
  expect(screen.getByText(messages.goneText)).toBeVisible();
  expect(asked).toEqual([]);
});
