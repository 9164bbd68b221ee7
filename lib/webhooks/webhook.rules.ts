/** The numbers and names of the interface that webhooks obey. Browser-safe. */
import { DAY_MS } from '../encoding/time.rules';

export const WEBHOOK_EVENTS = ['paste.created', 'paste.deleted', 'paste.expired'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const MIN_SECRET_CHARACTERS = 8;
export const MAX_SECRET_CHARACTERS = 256;
export const MAX_URL_CHARACTERS = 2_048;

/** After a change the secret before it signs as well for a day, so that a receiver can change in its own time. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** From the DNS query to the last byte of the response. */
export const DELIVERY_TIMEOUT_MS = 10_000;
export const MAX_RESPONSE_BYTES = 64 * 1024;
export const MAX_STORED_RESPONSE_CHARACTERS = 1_000;

/** Status of a response: the receiver never wants any more. */
export const GONE = 410;

export const DEFAULT_LOG_LIMIT = 20;
export const MAX_LOG_LIMIT = 100;

/** What can't be a delivery's id is not looked up. */
export function isDeliveryId(text: string): boolean {
  return /^\w{1,64}$/.test(text);
}
