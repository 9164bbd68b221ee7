import type { webhookMessages } from '#components/messages/webhooks';
import type { WebhookEvent } from '#lib/webhooks/webhook.rules';

export type DeliveryStatus = keyof typeof webhookMessages.statuses;

/** One of somebody's webhooks; times in ISO 8601. */
export interface ShownWebhook {
  id: number;
  url: string;
  events: readonly WebhookEvent[];
  isActive: boolean;
  /** Off because its receiver responded with 410, as far as is known. */
  isGone: boolean;
  createdAt: string;
  updatedAt: string;
  /** The newest delivery. */
  latest: { event: string; status: DeliveryStatus; createdAt: string } | null;
}

/** An entry of the log; times in ISO 8601. */
export interface ShownDelivery {
  id: string;
  event: string;
  status: DeliveryStatus;
  attempts: number;
  nextRetryAt: string | null;
  isUnderWay: boolean;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  createdAt: string;
  lastAttemptAt: string | null;
}

/** A page of the log. */
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

/** What a test came to. */
export interface TestResult {
  delivered: boolean;
  responseStatus: number | null;
  responseBody: string | null;
  durationMs: number;
  error: string | null;
}
