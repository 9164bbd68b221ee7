/** The page of a webhook, with its tests, deliveries and settings. */

import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { noticeMessages } from '#components/messages/notice';
import { problemMessages } from '#components/messages/problem';
import { webhookMessages as messages } from '#components/messages/webhook';
import { webhookTestMessages } from '#components/messages/webhook-test';
import { startUser, watchNavigation } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { held, json, serve, status, unreachable } from '#components/testing/fake-server';
import type { ShownDelivery, ShownWebhook } from '#lib/webhooks/webhook.presenter';
import type { TestDeliveryJson } from '#lib/webhooks/webhook.schema';
import { type DeliveryListing, WebhookPage } from './webhook-page';

const ONE = '/api/v1/webhooks/7';
const TEST = `POST ${ONE}/test`;
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

const retrying = { status: 'retrying', nextRetryAt: '2999-01-01T12:00:00.000Z', responseStatus: 503 } as const;

const pageOf = (fields: Partial<DeliveryListing> = {}, shown = webhook()) => (
  <WebhookPage webhook={shown} listing={{ page: 1, hasMore: false, deliveries: [], ...fields }} />
);
const show = (...shown: Parameters<typeof pageOf>) => render(pageOf(...shown));

const log = () => within(screen.getByRole('region', { name: messages.deliveriesTitle }));
const panel = () => within(screen.getByRole('region', { name: webhookTestMessages.title }));
const result = (fields: Partial<TestDeliveryJson> = {}): TestDeliveryJson => ({
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
  expect(server.routes()).toEqual([TEST]);
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
  ['too many tests', status(429, { 'Retry-After': '9' }), problemMessages.tooMany('9 seconds')],
  ['a server that fails', status(500), problemMessages.serverError],
  ['a lost connection', unreachable, problemMessages.unreachable],
])('%s leave the page as it is and report the problem', async (_, answer, sentence) => {
  serve({ [TEST]: answer });
  show();
  await startUser().click(panel().getByRole('button', { name: webhookTestMessages.send }));
  expect(await panel().findByRole('alert')).toHaveTextContent(sentence);
});

it('during a test the button says so and ignores a second press', async () => {
  const waiting = held(json(result()));
  const server = serve({ [TEST]: [json(result({ responseBody: 'of before' })), waiting.handler] });
  show();
  const user = startUser();
  await user.click(panel().getByRole('button', { name: webhookTestMessages.send }));
  expect(await panel().findByText('of before')).toBeVisible();
  await user.click(await panel().findByRole('button', { name: webhookTestMessages.send }));
  expect(panel().queryByText('of before')).not.toBeInTheDocument();
  const sending = panel().getByRole('button', { name: webhookTestMessages.sending });
  expect(sending).toHaveAttribute('aria-disabled', 'true');
  expect(sending).toHaveFocus();
  await user.click(sending);
  waiting.release();
  expect(await panel().findByText(webhookTestMessages.delivered({ status: 200, duration: '12 ms' }))).toBeVisible();
  expect(server.requests).toHaveLength(2);
});

it('a webhook that was deleted elsewhere is said to be gone', async () => {
  serve({ [TEST]: status(404) });
  show();
  await startUser().click(panel().getByRole('button', { name: webhookTestMessages.send }));
  expect(await panel().findByRole('alert')).toHaveTextContent(problemMessages.gone);
});

it('deliveries are listed with their responses and can be sent again', async () => {
  const server = serve({ [`POST ${ONE}/deliveries/${ID}/redeliver`]: json({ queued: true }) });
  const page = show({ deliveries: [delivery()] });
  const row = log().getByRole('listitem');
  for (const said of [messages.statuses.delivered, messages.attempts(1), messages.responded(200)]) expect(row).toHaveTextContent(said);
  await startUser().click(log().getByRole('button', { name: messages.redeliverOf({ event: 'paste.created', id: ID }) }));
  expect(await log().findByText(noticeMessages.done['delivery-queued'])).toBeVisible();
  expect(server.requests).toHaveLength(1);
  expect(router.refresh).toHaveBeenCalledOnce();
  // The delivery under way, as the page then loads it, is still said to be sent again.
  page.rerender(pageOf({ deliveries: [delivery({ status: 'pending', nextRetryAt: NOW })] }));
  expect(log().getByText(noticeMessages.done['delivery-queued'])).toBeVisible();
  expect(log().queryByRole('button')).not.toBeInTheDocument();
});

it.each([
  [{ code: 'webhook_inactive' }, 409, noticeMessages.failed['delivery-refused']],
  [{ code: 'not_found' }, 404, noticeMessages.failed['delivery-gone']],
])('a delivery that can’t be sent again says why: %o', async (body, code, sentence) => {
  serve({ [`POST ${ONE}/deliveries/${ID}/redeliver`]: status(code, {}, { error: '', ...body }) });
  show({ deliveries: [delivery()] });
  await startUser().click(log().getByRole('button', { name: messages.redeliverOf({ event: 'paste.created', id: ID }) }));
  expect(await log().findByRole('alert')).toHaveTextContent(sentence);
  expect(router.refresh).not.toHaveBeenCalled();
});

it('a failed attempt says when the next one comes, and can be tried at once', () => {
  show({ deliveries: [delivery({ ...retrying, attempts: 2 })] });
  expect(log().getByRole('listitem')).toHaveTextContent(`${messages.attempts(2)}${messages.nextTry} 1 Jan 2999`);
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
  expect(log().getAllByRole('status')[0]).toHaveTextContent(sentence === '' ? /^$/ : sentence);
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
  [webhook(), messages.switchOff, messages.switchOffHint, noticeMessages.done['webhook-off']],
  [webhook({ isActive: false }), messages.switchOn, messages.switchOnHint, noticeMessages.done['webhook-on']],
])('a webhook is switched by the one button that says what that does: %#', async (shown, name, hint, done) => {
  const { isGone: _, latest: __, ...saved } = shown;
  const server = serve({ [`PATCH ${ONE}`]: json(saved) });
  show({}, shown);
  expect(screen.getByText(hint)).toBeVisible();
  await startUser().click(screen.getByRole('button', { name }));
  expect(await screen.findByText(done)).toBeVisible();
  expect(server.requests.map(({ body }) => body)).toEqual([JSON.stringify({ isActive: !shown.isActive })]);
});

it('a webhook is deleted only behind words that open the button', async () => {
  const visited = watchNavigation();
  serve({ [`DELETE ${ONE}`]: json({ deleted: true }) });
  show();
  const words = screen.getByText(messages.delete);
  expect(words).toHaveAccessibleName(messages.deleteOf('https://example.com/hook'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  const user = startUser();
  await user.click(words);
  await user.click(screen.getByRole('button', { name: messages.confirmDelete }));
  await vi.waitFor(() => expect(visited).toEqual(['/account/webhooks?notice=webhook-deleted']));
});
