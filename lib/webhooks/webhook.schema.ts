import { z } from 'zod';
import {
  DEFAULT_LOG_LIMIT,
  MAX_LOG_LIMIT,
  MAX_SECRET_CHARACTERS,
  MAX_URL_CHARACTERS,
  MIN_SECRET_CHARACTERS,
  WEBHOOK_EVENTS,
} from './webhook.rules';

const url = z.string().max(MAX_URL_CHARACTERS, `expected at most ${MAX_URL_CHARACTERS} characters`);

const secret = z
  .string()
  .min(MIN_SECRET_CHARACTERS, `expected at least ${MIN_SECRET_CHARACTERS} characters`)
  .max(MAX_SECRET_CHARACTERS, `expected at most ${MAX_SECRET_CHARACTERS} characters`);

const events = z
  .array(z.enum(WEBHOOK_EVENTS, `expected one of ${WEBHOOK_EVENTS.join(', ')}`))
  .min(1, 'expected at least one event')
  .max(16, 'expected each event at most once');

/** Body of POST /api/v1/webhooks. Whether the address may be delivered to is the service's to say. */
export const createWebhookSchema = z.object({ url, secret, events });

/** Body of PATCH /api/v1/webhooks/:id: what is left out stays as it is. */
export const updateWebhookSchema = z.object({ url, secret, events, isActive: z.boolean() }).partial();

const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'expected a whole number of up to 15 digits')
    .transform(Number)
    .pipe(z.int().min(min, `expected at least ${min}`).max(max, `expected at most ${max}`));

export const listDeliveriesSchema = z.object({
  limit: queryInteger(1, MAX_LOG_LIMIT)
    .default(DEFAULT_LOG_LIMIT)
    .meta({ description: 'How many.', type: 'integer', minimum: 1, maximum: MAX_LOG_LIMIT, default: DEFAULT_LOG_LIMIT }),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ description: 'How many of the newest to pass over.', type: 'integer', minimum: 0, default: 0 }),
});

export type NewWebhook = z.output<typeof createWebhookSchema>;
export type WebhookChanges = z.output<typeof updateWebhookSchema>;
