import * as z from 'zod';
import { pagingSchema } from '../http/paging';
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

export const listDeliveriesSchema = pagingSchema(DEFAULT_LOG_LIMIT, MAX_LOG_LIMIT);

export type NewWebhook = z.output<typeof createWebhookSchema>;
export type WebhookChanges = z.output<typeof updateWebhookSchema>;
