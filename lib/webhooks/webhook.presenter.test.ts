/** The shapes of webhooks and deliveries in responses. */
import { describe, expect, it } from 'vitest';
import {
  type DeliveredPaste,
  type OutgoingEvent,
  presentDelivery,
  presentEvent,
  presentLogEntry,
  presentOverview,
  presentTest,
  presentWebhook,
} from './webhook.presenter';
import type { DeliveryRow, WebhookOverview } from './webhook-rows';

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (ms: number) => new Date(NOON + ms).toISOString();

const overview: WebhookOverview = {
  id: 7,
  url: 'https://hooks.example/',
  format: 'standard',
  events: ['paste.created'],
  isActive: true,
  createdAt: NOON,
  updatedAt: NOON + 1,
  makers: ['maker'],
  latest: { event: 'paste.created', status: 'failed', createdAt: NOON + 2 },
  isGone: true,
};
const delivery: DeliveryRow = {
  id: 'msg_x_7',
  event: 'paste.created',
  status: 'retrying',
  attempts: 2,
  nextRetryAt: NOON + 3,
  responseStatus: 500,
  responseBody: 'not now',
  error: null,
  createdAt: NOON + 4,
  lastAttemptAt: NOON + 5,
  isUnderWay: true,
};
/** Adds fields that a row has and responses don't. */
const withMore = <Shape extends object>(shape: Shape): Shape => ({ ...shape, secret: 'hidden', ownerId: 1, claimToken: 'hidden' });

describe('a webhook', () => {
  const shown = {
    id: 7,
    url: 'https://hooks.example/',
    format: 'standard',
    events: ['paste.created'],
    isActive: true,
    createdAt: at(0),
    updatedAt: at(1),
  };

  it('a webhook is shown as its owner has set it and when, and nothing else', () => {
    expect(presentWebhook(withMore(overview))).toEqual(shown);
  });

  it('a webhook’s page tells its newest delivery, and whether its receiver is gone', () => {
    const latest = { event: 'paste.created', status: 'failed', createdAt: at(2) };
    expect(presentOverview(withMore(overview))).toEqual({ ...shown, isGone: true, latest });
    expect(presentOverview({ ...overview, latest: null, isGone: false })).toEqual({ ...shown, isGone: false, latest: null });
  });
});

describe('a delivery', () => {
  const shown = {
    id: 'msg_x_7',
    event: 'paste.created',
    status: 'retrying',
    attempts: 2,
    nextRetryAt: at(3),
    responseStatus: 500,
    responseBody: 'not now',
    error: null,
    createdAt: at(4),
    lastAttemptAt: at(5),
  };

  it('a delivery is shown by its state and its last response, and nothing else', () => {
    expect(presentDelivery(withMore(delivery))).toEqual(shown);
    expect(presentLogEntry(withMore(delivery))).toEqual({ ...shown, isUnderWay: true });
  });

  it('a delivery is shown with null for the times that there are not', () => {
    const fresh = presentDelivery({ ...delivery, nextRetryAt: null, lastAttemptAt: null });
    expect(fresh).toMatchObject({ nextRetryAt: null, lastAttemptAt: null });
    expect(presentDelivery({ ...delivery, nextRetryAt: 0 }).nextRetryAt).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('a response', () => {
  it.each([
    [null, false],
    [100, false],
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [302, false],
    [404, false],
    [500, false],
  ])('a response with status %j is a success: %s', (status, success) => {
    const test = { status, body: 'text', error: null, retryAfterMs: 5, durationMs: 12 };
    expect(presentTest(test)).toEqual({ delivered: success, responseStatus: status, responseBody: 'text', durationMs: 12, error: null });
  });
});

describe('the body of a delivery', () => {
  const paste: DeliveredPaste = {
    publicId: 'yTFk30gcJuVvqs9M2GbEeXnA',
    title: 'notes',
    syntax: 'rust',
    isE2ee: false,
    burnAfterRead: true,
    expiresAt: NOON + 6,
    createdAt: NOON - 1,
    requestId: null,
  };
  const event = { id: 'msg_x_7', createdAt: NOON, event: 'paste.deleted', paste, reason: 'burned', reader: null } as const;
  const bytesOf = (outgoing: OutgoingEvent) => JSON.stringify(presentEvent(outgoing, 'https://paste.example'));

  it('the bytes of a body never change: receivers verify a signature of them', () => {
    expect(bytesOf(event)).toBe(
      '{"id":"msg_x_7","event":"paste.deleted","createdAt":"2026-11-21T12:00:00.000Z","data":{' +
        '"publicId":"yTFk30gcJuVvqs9M2GbEeXnA","url":"https://paste.example/view/yTFk30gcJuVvqs9M2GbEeXnA","title":"notes",' +
        '"syntax":"rust","isE2ee":false,"burnAfterRead":true,"expiresAt":"2026-11-21T12:00:00.006Z",' +
        '"createdAt":"2026-11-21T11:59:59.999Z","reason":"burned"}}',
    );
    const answer: DeliveredPaste = { ...paste, title: null, isE2ee: true, requestId: 'qD0PmT6hXc3nWv8sJ1yKbE5u' };
    expect(bytesOf({ ...event, event: 'paste.created', paste: answer, reason: null })).toBe(
      '{"id":"msg_x_7","event":"paste.created","createdAt":"2026-11-21T12:00:00.000Z","data":{' +
        '"publicId":"yTFk30gcJuVvqs9M2GbEeXnA","url":"https://paste.example/view/yTFk30gcJuVvqs9M2GbEeXnA",' +
        '"syntax":"rust","isE2ee":true,"burnAfterRead":true,"expiresAt":"2026-11-21T12:00:00.006Z",' +
        '"createdAt":"2026-11-21T11:59:59.999Z","requestId":"qD0PmT6hXc3nWv8sJ1yKbE5u"}}',
    );
    expect(bytesOf({ id: 'msg_x', event: 'webhook.test', createdAt: NOON, webhookId: 7 })).toBe(
      '{"id":"msg_x","event":"webhook.test","createdAt":"2026-11-21T12:00:00.000Z","data":{"webhookId":7}}',
    );
  });

  it('a body has an empty title where there is none, and none where nobody knows it', () => {
    const dataOf = (fields: Partial<DeliveredPaste>) =>
      presentEvent({ ...event, reason: null, paste: { ...paste, expiresAt: null, ...fields } }, 'https://paste.example').data;
    expect(dataOf({ title: '' })).toMatchObject({ title: '', expiresAt: null });
    for (const missing of ['title', 'reason']) expect(dataOf({ title: null })).not.toHaveProperty(missing);
  });
});
