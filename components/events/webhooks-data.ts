import type { WebhookFormat } from '#lib/webhooks/formats/format.rules';
import type { ShownDelivery } from '#lib/webhooks/webhook.presenter';
import type { WebhookEvent } from '#lib/webhooks/webhook.rules';
import type { DeliveryJson, TestDeliveryJson } from '#lib/webhooks/webhook.schema';

export type DeliveryStatus = DeliveryJson['status'];

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
