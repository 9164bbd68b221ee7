/** Limits and names of webhooks in the API. Browser-safe. */
import { DAY_MS } from '../encoding/time.rules';

export const WEBHOOK_EVENTS = [
  'paste.created',
  'paste.deleted',
  'paste.expired',
  'paste.read',
  'paste.expiring',
  'request.answered',
  'paste.waiting',
  'paste.released',
  'paste.refused',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Time for which a chat platform's 429 costs a delivery no attempt: a busy channel has room again by then. */
export const LIMITED_FOR_MS = DAY_MS;

export const MIN_SECRET_CHARACTERS = 8;
export const MAX_SECRET_CHARACTERS = 256;
export const MAX_URL_CHARACTERS = 2_048;

/** After a change the previous secret also signs for a day, so that receivers can change when it suits them. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** Time from the DNS query to the last byte of the response. */
export const DELIVERY_TIMEOUT_MS = 10_000;
export const MAX_RESPONSE_BYTES = 64 * 1024;
export const MAX_STORED_RESPONSE_CHARACTERS = 1_000;

export const WEBHOOKS_PER_USER = 20;

/** Days for which finished deliveries can be seen and redelivered. */
export const WEBHOOK_LOG_DAYS = 7;

/** Status by which a receiver says that it never wants another delivery. */
export const GONE = 410;

export const DEFAULT_LOG_LIMIT = 20;
export const MAX_LOG_LIMIT = 100;

/** Whether a text can be a delivery's id. Callers look up nothing else. */
export function isDeliveryId(text: string): boolean {
  return /^\w{1,64}$/.test(text);
}
