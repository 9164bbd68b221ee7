import type { WebhookEvent } from '#lib/webhooks/webhook.rules';
import type { DeliveryJson, TestDeliveryJson, WebhookJson } from '#lib/webhooks/webhook.schema';

export type DeliveryStatus = DeliveryJson['status'];

/** One of somebody's webhooks; times in ISO 8601. */
export interface ShownWebhook extends WebhookJson {
  /** Off because its receiver responded with 410, as far as is known. */
  isGone: boolean;
  latest: Pick<DeliveryJson, 'event' | 'status' | 'createdAt'> | null;
}

export interface ShownDelivery extends DeliveryJson {
  isUnderWay: boolean;
}

export interface DeliveryListing {
  deliveries: readonly ShownDelivery[];
  /** From 1. */
  page: number;
  hasMore: boolean;
  keptDays: number;
}

/** What is in the form, and what is wrong with it. */
export interface WebhookDraft {
  url: string;
  secret: string;
  events: readonly WebhookEvent[];
  problems: { [Field in 'url' | 'secret' | 'events']?: string | undefined };
}

export type TestResult = TestDeliveryJson;
