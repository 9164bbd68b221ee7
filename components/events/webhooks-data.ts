import type { ShownDelivery } from '#lib/webhooks/webhook.presenter';
import type { DeliveryJson } from '#lib/webhooks/webhook.schema';

export type DeliveryStatus = DeliveryJson['status'];

export interface DeliveryListing {
  deliveries: readonly ShownDelivery[];
  /** The page's number, from 1. */
  page: number;
  hasMore: boolean;
  keptDays: number;
}
