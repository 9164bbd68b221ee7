import { present } from '../encoding/present';
import { isoTime } from '../encoding/time.rules';
import type { DeleteReason, EventPaste, EventReader } from '../outbox/event-paste';
import { isSuccess } from '../outbox/outbox.rules';
import { shownUrl } from './formats/format.rules';
import type { WebhookEvent } from './webhook.rules';
import { type DeliveryJson, deliverySchema, type TestDeliveryJson, type WebhookJson } from './webhook.schema';
import { type EventJson, TEST_EVENT } from './webhook-events.schema';
import type { DeliveryRow, WebhookOverview, WebhookRow } from './webhook-rows';
import type { SendResult } from './webhook-sender';

export interface DeliveredPaste extends EventPaste {
  syntax: string;
  createdAt: number;
  /** The secret request that the paste answers; null for any other paste. */
  requestId: string | null;
}

/** An event for a webhook, of which each format makes its request. Times are in ms since 1970. */
export type OutgoingEvent = { /** Id of the delivery. */ id: string; createdAt: number } & (
  | {
      event: WebhookEvent;
      paste: DeliveredPaste;
      /** Null for a paste that was not deleted. */
      reason: DeleteReason | null;
      /** The reader whom the event is about; null for other events. */
      reader: EventReader | null;
    }
  | { event: typeof TEST_EVENT; webhookId: number }
);

/** The address of a format for people is shortened: whoever has it may write to the chat. */
export const presentWebhook = (webhook: WebhookRow): WebhookJson => ({
  ...present(webhook, 'id', 'format', 'events', 'isActive', 'createdAt', 'updatedAt'),
  url: shownUrl(webhook.format, webhook.url),
});

const SHOWN = Object.keys(deliverySchema.shape) as (keyof DeliveryJson)[];

export const presentDelivery = (delivery: DeliveryRow): DeliveryJson => present(delivery, ...SHOWN);

/** A webhook for its owner's pages. */
export const presentOverview = (overview: WebhookOverview) => ({
  ...presentWebhook(overview),
  isGone: overview.isGone,
  latest: overview.latest && present(overview.latest, 'event', 'status', 'createdAt'),
});

export type ShownWebhook = ReturnType<typeof presentOverview>;

/** A delivery for its owner's pages. */
export const presentLogEntry = (delivery: DeliveryRow) => present(delivery, ...SHOWN, 'isUnderWay');

export type ShownDelivery = ReturnType<typeof presentLogEntry>;

export function presentTest({ status, body, durationMs, error }: SendResult): TestDeliveryJson {
  return { delivered: isSuccess(status), responseStatus: status, responseBody: body, durationMs, error };
}

/** The event as the formats for programs send it: printed, it has the same bytes on every attempt. @param baseUrl without a slash at its end */
export function presentEvent(outgoing: OutgoingEvent, baseUrl: string): EventJson {
  const { id } = outgoing;
  const createdAt = isoTime(outgoing.createdAt);
  if (outgoing.event === TEST_EVENT) return { id, event: outgoing.event, createdAt, data: { webhookId: outgoing.webhookId } };
  const { reason, reader } = outgoing;
  const { publicId, title, syntax, isE2ee, burnAfterRead, expiresAt, requestId } = outgoing.paste;
  return {
    id,
    event: outgoing.event,
    createdAt,
    data: {
      publicId,
      url: `${baseUrl}/view/${publicId}`,
      ...(title === null ? {} : { title }),
      syntax,
      isE2ee,
      burnAfterRead,
      expiresAt: isoTime(expiresAt),
      createdAt: isoTime(outgoing.paste.createdAt),
      ...(requestId === null ? {} : { requestId }),
      ...(reason === null ? {} : { reason }),
      ...(reader && { reader }),
    },
  };
}
