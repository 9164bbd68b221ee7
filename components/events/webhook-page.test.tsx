/** The page of a webhook, with its tests, deliveries and settings. */

import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { webhookMessages as messages } from '#components/messages/webhook';
import { webhookTestMessages } from '#components/messages/webhook-test';
import { startUser, watchForms, watchNavigation } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { held, json, serve, status, unreachable } from '#components/testing/fake-server';
import type { ShownDelivery, ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { WebhookPage } from './webhook-page';
import type { DeliveryListing, TestResult } from './webhooks-data';

const TEST = `POST ${formAddress('test-webhook')}`;
const NOW = '2031-01-01T00:00:00.000Z';
const ID = 'delivery-1';

const webhook = (fields: Partial<ShownWebhook> = {}): ShownWebhook => ({
  id: 7,
  url: 'https://example.com/hook',
  format: 'standard',
  events: ['paste.created'],
  isActive: true,
  isGone: false,
  createdAt: NOW,
  updatedAt: NOW,
  latest: null,
  ...fields,
});

const delivery = (fields: Partial<ShownDelivery> = {}): ShownDelivery => ({
  id: ID,
  event: 'paste.created',
  status: 'delivered',
  attempts: 1,
  nextRetryAt: null,
  isUnderWay: false,
  responseStatus: 200,
  responseBody: 'thanks',
  error: null,
  createdAt: NOW,
  lastAttemptAt: NOW,
  ...fields,
});

const retrying = { status: 'retrying', nextRetryAt: '2999-01-01T00:00:00.000Z', responseStatus: 503 } as const;

function show(
  {
    deliveries = [] as ShownDelivery[],
    test = null as TestResult | null,
    ...fields
  }: Partial<DeliveryListing> & { test?: TestResult | null } = {},
  shown = webhook(),
) {
  const listing = { page: 1, hasMore: false, keptDays: 7, ...fields, deliveries };
  return render(<WebhookPage webhook={shown} listing={listing} newSecret={null} test={test} draft={null} notices={{}} />);
}

const log = () => within(screen.getByRole('region', { name: messages.deliveriesTitle }));
const panel = () => within(screen.getByRole('region', { name: webhookTestMessages.title }));
const result = (fields: Partial<TestResult> = {}): TestResult => ({
  delivered: true,
  responseStatus: 200,
  responseBody: '<i>thanks</i>',
  durationMs: 12.4,
  error: null,
  ...fields,
});

beforeEach(() => {
  router.refresh.mockClear();
});

it('a test shows the response of the receiver at once, as text', async () => {
  const server = serve({ [TEST]: json(result()) });
  show();
  await startUser().click(panel().getByRole('button', { name: webhookTestMessages.send }));
  expect(await panel().findByText(webhookTestMessages.delivered({ status: 200, duration: '12 ms' }))).toBeVisible();
  expect(panel().getByText('<i>thanks</i>')).toBeVisible();
  expect(server.requests.map(({ body, headers }) => [body, headers.get('Accept')])).toEqual([['webhookId=7', 'application/json']]);
});

it.each([
  [result({ delivered: false, responseStatus: 500, durationMs: 1_250 }), webhookTestMessages.refused({ status: 500, duration: '1.3 s' })],
  [
    result({ delivered: false, responseStatus: null, error: 'connection refused' }),
    webhookTestMessages.failed({ why: 'connection refused', duration: '12 ms' }),
  ],
  [result({ responseStatus: 204, responseBody: '' }), webhookTestMessages.emptyResponse],
])('a test with result %o is told in a sentence', async (answer, sentence) => {
  serve({ [TEST]: json(answer) });
  show();
  await startUser().click(panel().getByRole('button', { name: webhookTestMessages.send }));
  expect(await panel().findByText(sentence)).toBeVisible();
});

it.each([
  ['too many tests', status(429), webhookTestMessages.tooMany],
  ['a server that fails', status(500), webhookTestMessages.unreachable],
  ['a lost connection', unreachable, webhookTestMessages.unreachable],
])('%s leave the page as it is and report the problem', async (_, answer, sentence) => {
  serve({ [TEST]: answer });
  show();
  await startUser().click(panel().getByRole('button', { name: webhookTestMessages.send }));
  expect(await panel().findByText(sentence)).toBeVisible();
});

it('during a test the button says so and ignores a second press', async () => {
  const waiting = held(json(result()));
  const server = serve({ [TEST]: waiting.handler });
  show({ test: result({ responseBody: 'of before' }) });
  const user = startUser();
  expect(panel().getByText('of before')).toBeVisible();
  await user.click(panel().getByRole('button', { name: webhookTestMessages.send }));
  expect(panel().queryByText('of before')).not.toBeInTheDocument();
  const sending = panel().getByRole('button', { name: webhookTestMessages.sending });
  expect(sending).toHaveAttribute('aria-disabled', 'true');
  expect(sending).toHaveFocus();
  await user.click(sending);
  waiting.release();
  expect(await panel().findByText(webhookTestMessages.delivered({ status: 200, duration: '12 ms' }))).toBeVisible();
  expect(server.requests).toHaveLength(1);
});

it('a webhook that was deleted elsewhere has the page loaded again', async () => {
  const visited = watchNavigation();
  const redirected = new Response(null, { status: 404 });
  Object.defineProperty(redirected, 'type', { value: 'opaqueredirect' });
  serve({ [TEST]: () => redirected });
  show();
  await startUser().click(panel().getByRole('button', { name: webhookTestMessages.send }));
  await vi.waitFor(() => expect(visited).toEqual(['reload']), 20_000);
});

it('deliveries are listed with their responses and can be sent again', async () => {
  const sent = watchForms();
  show({ deliveries: [delivery()] });
  const row = log().getByRole('listitem');
  for (const said of [messages.statuses.delivered, messages.attempts(1), messages.responded(200)]) expect(row).toHaveTextContent(said);
  await startUser().click(log().getByRole('button', { name: messages.redeliverOf({ event: 'paste.created', id: ID }) }));
  expect(sent).toEqual([{ action: formAddress('redeliver'), method: 'post', fields: { webhookId: '7', deliveryId: ID } }]);
});

it('sending again from an older page leads back to it', async () => {
  const sent = watchForms();
  show({ deliveries: [delivery()], page: 3 });
  await startUser().click(log().getByRole('button', { name: messages.redeliverOf({ event: 'paste.created', id: ID }) }));
  expect(sent[0]?.fields.page).toBe('3');
});

it('a failed attempt says when the next one comes, and can be tried at once', () => {
  show({ deliveries: [delivery({ ...retrying, attempts: 2 })] });
  expect(log().getByRole('listitem')).toHaveTextContent(`${messages.attempts(2)}${messages.nextTry} in`);
  expect(log().getByRole('button', { name: messages.tryNowOf({ event: 'paste.created', id: ID }) })).toBeVisible();
});

it.each([
  [{ ...retrying, isUnderWay: true }, messages.underWay],
  [{ status: 'pending', attempts: 0, nextRetryAt: NOW, responseStatus: null } as const, messages.waiting],
])('what is on its way can’t be sent a second time meanwhile: %o', (fields, said) => {
  show({ deliveries: [delivery(fields)] });
  expect(log().getByRole('listitem')).toHaveTextContent(said);
  expect(log().queryByRole('button')).not.toBeInTheDocument();
});

it('to a webhook that is switched off nothing can be sent again', () => {
  show({ deliveries: [delivery({ status: 'cancelled' })] }, webhook({ isActive: false, isGone: true }));
  expect(log().queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText(messages.goneReason)).toBeVisible();
});

it.each([
  [{}, 'thanks'],
  [{ responseBody: '' }, `200, ${messages.emptyResponse}`],
  [{ responseStatus: null, error: 'timed out' }, 'timed out'],
  [{ responseStatus: null }, messages.noResponse],
])('the details of a delivery show the response: %o', async (fields, said) => {
  show({ deliveries: [delivery(fields)] });
  await startUser().click(log().getByText(messages.details));
  const answer = log().getByText(messages.response).nextElementSibling;
  expect(answer).toHaveTextContent(said);
  expect(log().getByText(ID)).toBeVisible();
});

it.each([
  [{}, webhook(), messages.none],
  [{}, webhook({ isActive: false }), messages.noneOff],
  [{ page: 2 }, webhook(), messages.emptyPage],
  [{ deliveries: [delivery(retrying), delivery({ id: 'other', status: 'pending' })] }, webhook(), messages.onTheirWay(2)],
  [{ deliveries: [delivery({ status: 'failed' })] }, webhook(), messages.newestIs.failed],
  [{ deliveries: [delivery()], page: 2 }, webhook(), ''],
])('the log is summed up in one line: %#', (listing, shown, sentence) => {
  show(listing, shown);
  expect(log().getByRole('status')).toHaveTextContent(sentence === '' ? /^$/ : sentence);
});

it('the log leads to its older pages', () => {
  show({ deliveries: [delivery()], hasMore: true });
  expect(log().getByRole('link', { name: messages.older })).toHaveAttribute('href', '/account/webhooks/7?page=2#deliveries');
  expect(log().getByText(messages.logKept(7))).toBeVisible();
});

it.each([
  ['the first page of an active webhook', {}, webhook(), true],
  ['a delivery that is on its way', { deliveries: [delivery(retrying)], page: 2 }, webhook(), true],
  ['an older page', { deliveries: [delivery()], page: 2 }, webhook(), false],
  ['a webhook that is switched off', { deliveries: [delivery()] }, webhook({ isActive: false }), false],
])('the page keeps itself up to date only where something can change: %s', async (_, listing, shown, isRefreshed) => {
  vi.useFakeTimers();
  show(listing, shown);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(router.refresh).toHaveBeenCalledTimes(isRefreshed ? 1 : 0);
});

it.each([
  [webhook(), messages.switchOff, 'false', messages.switchOffHint],
  [webhook({ isActive: false }), messages.switchOn, 'true', messages.switchOnHint],
])('a webhook is switched by the one button that says what that does: %#', async (shown, name, isActive, hint) => {
  const sent = watchForms();
  show({}, shown);
  expect(screen.getByText(hint)).toBeVisible();
  await startUser().click(screen.getByRole('button', { name }));
  expect(sent).toEqual([{ action: formAddress('switch-webhook'), method: 'post', fields: { webhookId: '7', isActive } }]);
});

it('a webhook is deleted only behind words that open the button', async () => {
  const sent = watchForms();
  show();
  const words = screen.getByText(messages.delete);
  expect(words).toHaveAccessibleName(messages.deleteOf('https://example.com/hook'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  const user = startUser();
  await user.click(words);
  await user.click(screen.getByRole('button', { name: messages.confirmDelete }));
  expect(sent).toEqual([{ action: formAddress('delete-webhook'), method: 'post', fields: { webhookId: '7' } }]);
});
