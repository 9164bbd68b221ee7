import type { WebhookFormat } from '#lib/webhooks/formats/format.rules';
import type { WebhookEvent } from '#lib/webhooks/webhook.rules';
import type { DeliveryJson, TestDeliveryJson, WebhookJson } from '#lib/webhooks/webhook.schema';

export type DeliveryStatus = DeliveryJson['status'];

/** One of the user's webhooks; times in ISO 8601. */
export interface ShownWebhook extends WebhookJson {
  /** Whether the webhook is off because its receiver responded with 410, as far as is known. */
  isGone: boolean;
  latest: Pick<DeliveryJson, 'event' | 'status' | 'createdAt'> | null;
}

export interface ShownDelivery extends DeliveryJson {
  isUnderWay: boolean;
}

export interface DeliveryListing {
  deliveries: readonly ShownDelivery[];
  /** The page's number, from 1. */
  page: number;
  hasMore: boolean;
  keptDays: number;
}

/** The form's values and their problems. */
export interface WebhookDraft {
  /** '' keeps the address of a format for people, which is not shown. */
  url: string;
  format: WebhookFormat;
  events: readonly WebhookEvent[];
  /** `again`: the secret was right, but a refused form comes back without it. */
  problems: { url?: string | undefined; secret?: 'refused' | 'again' | undefined; events?: string | undefined };
}

export type TestResult = TestDeliveryJson;
