import * as z from 'zod';
import { pagingSchema } from '../http/paging';
import { rowIdSchema, SHOWN_ROW_ID } from '../http/row-id';
import { WEBHOOK_FORMATS } from './formats/format.rules';
import {
  DEFAULT_LOG_LIMIT,
  MAX_LOG_LIMIT,
  MAX_SECRET_CHARACTERS,
  MAX_STORED_RESPONSE_CHARACTERS,
  MAX_URL_CHARACTERS,
  MIN_SECRET_CHARACTERS,
  WEBHOOK_EVENTS,
} from './webhook.rules';
import { problemWithSecret } from './webhook-secrets.rules';

const url = z.string().max(MAX_URL_CHARACTERS, `expected at most ${MAX_URL_CHARACTERS} characters`);

const secret = z
  .string()
  .min(MIN_SECRET_CHARACTERS, `expected at least ${MIN_SECRET_CHARACTERS} characters`)
  .max(MAX_SECRET_CHARACTERS, `expected at most ${MAX_SECRET_CHARACTERS} characters`);

const format = z.enum(WEBHOOK_FORMATS, `expected one of ${WEBHOOK_FORMATS.join(', ')}`);

const events = z
  .array(z.enum(WEBHOOK_EVENTS, `expected one of ${WEBHOOK_EVENTS.join(', ')}`))
  .min(1, 'expected at least one event')
  .max(16, 'expected each event at most once');

/** Body of POST /api/v1/webhooks. The service decides whether the address may be delivered to. */
export const createWebhookSchema = z
  .object({
    url,
    format: format.default('standard').meta({
      description:
        '`standard` and `cloudevents` are signed requests for programs, the others messages for people. The URL of these is shown shortened once it is stored.',
    }),
    secret: secret.optional().meta({
      description:
        'Signs the requests of `standard` and `cloudevents`; the access token of `matrix`, and of `ntfy` where a topic needs one. A text that is no token is not stored for `ntfy`, and none is for the others.',
    }),
    events,
  })
  .refine((webhook) => problemWithGiven(webhook) === null, {
    path: ['secret'],
    error: ({ input }) => problemWithGiven(input as Given) ?? undefined,
    // Also beside other problems, so that the first response names every missing field.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

/** Fields of a webhook, some of which may be missing or wrong. */
type Given = { format?: unknown; secret?: unknown };

/** @returns null when the secret is right, or something else is wrong with it or with the format */
function problemWithGiven({ format: name = 'standard', secret: given }: Given): string | null {
  const known = format.safeParse(name);
  if (!known.success || !(given === undefined || typeof given === 'string')) return null;
  const problem = problemWithSecret(known.data, given);
  return problem !== null && given === undefined ? 'Required' : problem;
}

/** Body of PATCH /api/v1/webhooks/:id: a field that is left out stays unchanged. */
export const updateWebhookSchema = z.object({ url, format, secret, events, isActive: z.boolean() }).partial();

export const listDeliveriesSchema = pagingSchema(DEFAULT_LOG_LIMIT, MAX_LOG_LIMIT);

/** A format that is left out is `standard`. */
export type NewWebhook = z.input<typeof createWebhookSchema>;
export type WebhookChanges = z.output<typeof updateWebhookSchema>;

const id = rowIdSchema.meta({ description: 'Number of the webhook.', ...SHOWN_ROW_ID });

export const webhookParamsSchema = z.object({ id });
export const deliveryParamsSchema = z.object({
  id,
  deliveryId: z.string().meta({ description: 'Id of the delivery.', example: '5f0c1e52-7d1b-4c55-9d3e-0f6a1c2b3d4e' }),
});

export const webhookSchema = z
  .strictObject({
    id: z.int(),
    url: z
      .string()
      .meta({ description: 'Its origin and its last four characters for a format for people: the rest is the right to write there.' }),
    format: z.enum(WEBHOOK_FORMATS),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    isActive: z.boolean().meta({ description: 'False: the service sends nothing to this webhook.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });

const responseStatus = z.int().nullable().meta({ description: 'The status of the response; null: there was no response.' });
const responseBody = z
  .string()
  .nullable()
  .meta({ description: `The first ${MAX_STORED_RESPONSE_CHARACTERS} characters of the body of the response.` });
const error = z.string().nullable().meta({ description: 'Why there was no response.' });

export const deliverySchema = z
  .strictObject({
    id: z.string(),
    event: z.string(),
    status: z.enum(['pending', 'retrying', 'delivered', 'failed', 'cancelled']),
    attempts: z.int().min(0),
    nextRetryAt: z.iso.datetime().nullable(),
    responseStatus,
    responseBody,
    error,
    createdAt: z.iso.datetime(),
    lastAttemptAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Delivery' });

export const testDeliverySchema = z
  .strictObject({ delivered: z.boolean(), responseStatus, responseBody, durationMs: z.number().min(0), error })
  .meta({ id: 'TestDelivery' });

/** Bodies of responses; times in ISO 8601. */
export type WebhookJson = z.output<typeof webhookSchema>;
export type DeliveryJson = z.output<typeof deliverySchema>;
export type TestDeliveryJson = z.output<typeof testDeliverySchema>;
