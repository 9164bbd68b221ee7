/** The live receipt of a burn paste, on its creator's page. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { receiptMessages as messages } from '#components/messages/receipt';
import { watchDownloads } from '#components/testing/fake-browser';
import { held, json, serve, status, unreachable } from '#components/testing/fake-server';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { deriveReadToken } from '#lib/envelope/envelope-token';
import { formatTime } from '#lib/locales/format.rules';
import { ReceiptPanel, TestLink } from './receipt-panel';

const PUBLIC_ID = 'a'.repeat(24);
const RECEIPT = `GET /api/v1/pastes/${PUBLIC_ID}/receipt`;
const AT = '2031-01-01T00:00:00.000Z';
const WHEN = formatTime(new Date(AT));
const ROUND_MS = 5_000;

const receipt = (state: string) => json({ publicId: PUBLIC_ID, state, createdAt: AT, at: AT });
const asReader = ({ headers }: { headers: Headers }) => headers.get('X-Service-Read-Token');

let key: string;
let readToken: string;
beforeAll(async () => {
  const sealed = await sealPaste({ content: 'hello' });
  key = sealed.key;
  readToken = await deriveReadToken(sealed.envelope.slice(0, sealed.envelope.indexOf('.')), key);
});
beforeEach(() => {
  vi.useFakeTimers();
});

/** Moves the clock and runs what becomes due. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(link: { hasPassword?: boolean; key?: string } | null = null, manageToken: string | null = 'token'): Promise<void> {
  const url = `https://paste.example/view/${PUBLIC_ID}#${link?.key ?? key}`;
  render(
    <>
      <ReceiptPanel publicId={PUBLIC_ID} manageToken={manageToken} />
      {link && manageToken ? (
        <TestLink publicId={PUBLIC_ID} manageToken={manageToken} link={{ url, hasPassword: link.hasPassword ?? false }} />
      ) : null}
    </>,
  );
  await pass(0);
}

/** Presses the test button and waits for the result: deriving a proof takes real time. */
async function testLink(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: messages.test }));
  await vi.waitFor(async () => {
    await pass(0);
    expect(screen.queryByRole('button', { name: messages.testing })).not.toBeInTheDocument();
  }, 20_000);
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
  await show(null, null);
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

it('a link that works is tested by the proof of its key, and nothing is opened', async () => {
  const server = serve({ [RECEIPT]: receipt('created') });
  await show({});
  await testLink();
  expect(screen.getByText(messages.tested.works)).toBeVisible();
  expect(server.requests.map(asReader).filter(Boolean)).toEqual([readToken]);
  expect(server.sent()).not.toContain(key);
  expect(new Set(server.routes())).toEqual(new Set([RECEIPT]));
});

it('a link with a wrong key is reported as such', async () => {
  serve({ [RECEIPT]: (request) => (asReader(request) === null ? receipt('created')(request) : status(404)(request)) });
  await show({ key: 'A'.repeat(43) });
  await testLink();
  expect(screen.getByText(messages.tested.wrong)).toBeVisible();
});

it('of a link with a password only that the paste is there can be said', async () => {
  const server = serve({ [RECEIPT]: receipt('created') });
  await show({ hasPassword: true });
  await testLink();
  expect(screen.getByText(messages.tested.there)).toBeVisible();
  expect(server.requests.map(asReader).filter(Boolean)).toEqual([]);
});

it('a link that has ended meanwhile is reported as such', async () => {
  serve({ [RECEIPT]: [receipt('created'), receipt('deleted')] });
  await show({});
  await testLink();
  expect(screen.getByText(messages.tested.gone)).toBeVisible();
});

it('a test that is asked for too often says when to try again', async () => {
  serve({ [RECEIPT]: [receipt('created'), status(429)] });
  await show({});
  await testLink();
  expect(screen.getByText(messages.tested.later)).toBeVisible();
});

it('during a link test the button says so and ignores a second press', async () => {
  const waiting = held(receipt('created'));
  const server = serve({ [RECEIPT]: [receipt('created'), waiting.handler] });
  await show({ hasPassword: true });
  const button = screen.getByRole('button', { name: messages.test });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(screen.getByRole('button', { name: messages.testing })).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  await vi.waitFor(() => expect(server.requests).toHaveLength(2), 20_000);
  waiting.release();
  await pass(0);
  expect(screen.getByText(messages.tested.there)).toBeVisible();
  expect(server.requests).toHaveLength(2);
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
