import { isoTime } from '../encoding/time.rules';
import { isSuccess } from '../outbox/outbox.rules';
import type { ToldReader } from '../outbox/outbox-events';
import type { ToldPaste } from '../outbox/told-paste';
import { shownUrl } from './formats/format.rules';
import type { DeliveryJson, TestDeliveryJson, WebhookJson } from './webhook.schema';
import type { PasteEventJson, TEST_EVENT, TestEventJson } from './webhook-events.schema';
import type { DeliveryRow, WebhookOverview, WebhookRow } from './webhook-rows';
import type { SendResult } from './webhook-sender';

export interface DeliveredPaste extends ToldPaste {
  createdAt: number;
  /** The secret request that the paste answers; null for any other paste. */
  requestId: string | null;
  /** Null for a paste that was not deleted. */
  reason: NonNullable<PasteEventJson['data']['reason']> | null;
  /** The reader whom the event is about; null for other events. */
  reader?: ToldReader | null;
}

/** The address of a format for people is shortened: whoever has it may write to the chat. */
export function presentWebhook({ id, url, format, events, isActive, createdAt, updatedAt }: WebhookRow): WebhookJson {
  const shown = shownUrl(format, url);
  return { id, url: shown, format, events, isActive, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}

export function presentDelivery(delivery: DeliveryRow): DeliveryJson {
  return {
    id: delivery.id,
    event: delivery.event,
    status: delivery.status,
    attempts: delivery.attempts,
    nextRetryAt: isoTime(delivery.nextRetryAt),
    responseStatus: delivery.responseStatus,
    responseBody: delivery.responseBody,
    error: delivery.error,
    createdAt: isoTime(delivery.createdAt),
    lastAttemptAt: isoTime(delivery.lastAttemptAt),
  };
}

/** A webhook for its owner's pages. */
export function presentOverview(overview: WebhookOverview) {
  const { latest, isGone } = overview;
  return { ...presentWebhook(overview), isGone, latest: latest && { ...latest, createdAt: isoTime(latest.createdAt) } };
}

export type ShownWebhook = ReturnType<typeof presentOverview>;

/** A delivery for its owner's pages. */
export function presentLogEntry(delivery: DeliveryRow) {
  return { ...presentDelivery(delivery), isUnderWay: delivery.isUnderWay };
}

export type ShownDelivery = ReturnType<typeof presentLogEntry>;

export function presentTest({ status, body, durationMs, error }: SendResult): TestDeliveryJson {
  return { delivered: isSuccess(status), responseStatus: status, responseBody: body, durationMs, error };
}

/** The body of a delivery: the same bytes on every attempt. */
export function eventBody(id: string, event: PasteEventJson['event'], createdAt: number, paste: DeliveredPaste, baseUrl: string): string {
  const { publicId, title, syntax, isE2ee, burnAfterRead, expiresAt, requestId, reason, reader } = paste;
  const data: PasteEventJson['data'] = {
    publicId,
    url: `${baseUrl}/view/${publicId}`,
    ...(title === null ? {} : { title }),
    syntax,
    isE2ee,
    burnAfterRead,
    expiresAt: isoTime(expiresAt),
    createdAt: isoTime(paste.createdAt),
    ...(requestId === null ? {} : { requestId }),
    ...(reason === null ? {} : { reason }),
    ...(reader && { reader }),
  };
  return JSON.stringify({ id, event, createdAt: isoTime(createdAt), data } satisfies PasteEventJson);
}

export function testBody(id: string, event: typeof TEST_EVENT, createdAt: number, webhookId: number): string {
  return JSON.stringify({ id, event, createdAt: isoTime(createdAt), data: { webhookId } } satisfies TestEventJson);
}
