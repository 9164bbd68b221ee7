/** The live receipt of a burn paste, on its creator's page. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { receiptMessages as messages } from '#components/messages/receipt';
import { watchDownloads } from '#components/testing/fake-browser';
import { json, serve, status, unreachable } from '#components/testing/fake-server';
import { formatTime } from '#lib/locales/format.rules';
import { ReceiptPanel } from './receipt-panel';

const PUBLIC_ID = 'a'.repeat(24);
const RECEIPT = `GET /api/v1/pastes/${PUBLIC_ID}/receipt`;
const AT = '2031-01-01T00:00:00.000Z';
const WHEN = formatTime(new Date(AT));
const ROUND_MS = 5_000;

const receipt = (state: string) => json({ publicId: PUBLIC_ID, state, createdAt: AT, at: AT });

beforeEach(() => {
  vi.useFakeTimers();
});

/** Moves the clock and runs what becomes due. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(manageToken: string | null = 'token'): Promise<void> {
  render(<ReceiptPanel publicId={PUBLIC_ID} manageToken={manageToken} />);
  await pass(0);
}

it('an unopened paste says so, and that the status updates itself', async () => {
  const server = serve({ [RECEIPT]: receipt('created') });
  await show();
  expect(screen.getByRole('status')).toHaveTextContent(messages.states.created);
  expect(screen.getByRole('region', { name: messages.heading })).toHaveTextContent(messages.live);
  expect(server.requests[0]?.headers.get('X-Service-Manage-Token')).toBe('token');
});

it('a paste opened meanwhile says so after one poll', async () => {
  serve({ [RECEIPT]: [receipt('created'), receipt('opened')] });
  await show();
  await pass(ROUND_MS);
  expect(screen.getByRole('status')).toHaveTextContent(messages.states.opened(WHEN));
  expect(screen.getByText(messages.openedHint)).toBeVisible();
});

it.each(['opened', 'expired', 'deleted'] as const)('a paste that was %s is not asked about again', async (state) => {
  const server = serve({ [RECEIPT]: receipt(state) });
  await show();
  expect(screen.getByRole('status')).toHaveTextContent(messages.states[state](WHEN));
  await pass(10 * ROUND_MS);
  expect(server.requests).toHaveLength(1);
});

it('a paste without a receipt shows nothing, and is not asked about again', async () => {
  const server = serve({ [RECEIPT]: status(404) });
  await show();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  await pass(10 * ROUND_MS);
  expect(server.requests).toHaveLength(1);
});

it('without a manage token nothing is asked and nothing is shown', async () => {
  const server = serve({});
  await show(null);
  await pass(10 * ROUND_MS);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(server.requests).toEqual([]);
});

it('a silent server is reported beside the last status until it responds', async () => {
  serve({ [RECEIPT]: [receipt('created'), unreachable, receipt('created')] });
  await show();
  await pass(ROUND_MS);
  expect(screen.getByText(messages.unreachable)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(messages.states.created);
  await pass(ROUND_MS);
  expect(screen.queryByText(messages.unreachable)).not.toBeInTheDocument();
});

it('a hidden tab asks nothing, and at once when it is looked at again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const server = serve({ [RECEIPT]: receipt('opened') });
  await show();
  await pass(10 * ROUND_MS);
  expect(server.requests).toEqual([]);
  hidden.mockReturnValue(false);
  fireEvent(document, new Event('visibilitychange'));
  await pass(0);
  expect(screen.getByRole('status')).toHaveTextContent(messages.states.opened(WHEN));
});

it('a panel that is gone asks nothing more', async () => {
  const server = serve({ [RECEIPT]: receipt('created') });
  const { unmount } = render(<ReceiptPanel publicId={PUBLIC_ID} manageToken="token" />);
  await pass(0);
  unmount();
  await pass(10 * ROUND_MS);
  expect(server.requests).toHaveLength(1);
});

it('the receipt of an ended paste is saved as the server gave it', async () => {
  const server = serve({ [RECEIPT]: receipt('opened') });
  const saved = watchDownloads();
  await show();
  fireEvent.click(screen.getByRole('button', { name: messages.save }));
  expect(saved.map(({ name }) => name)).toEqual([`receipt-${PUBLIC_ID}.json`]);
  expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toMatchObject({ publicId: PUBLIC_ID, state: 'opened' });
  expect(server.requests).toHaveLength(1);
});
