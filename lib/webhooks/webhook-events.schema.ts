/** Body and headers of a delivery. Receivers are told to ignore fields that they don't know. */
import * as z from 'zod';
import { WEBHOOK_EVENTS } from './webhook.rules';

export const TEST_EVENT = 'webhook.test';

/** Reasons for which a paste was deleted. */
const DELETE_REASONS = ['deleted', 'burned', 'read', 'removed'] as const;

const envelope = {
  id: z.string().meta({ description: 'The id of the delivery, the same on every attempt.', example: 'msg_4kR0cVJm7dXq2aW9LtYbPz_7' }),
  createdAt: z.iso.datetime().meta({ description: 'When the event happened.' }),
};

const requestId = z.string().meta({ description: 'The id of the request that the paste answers.' });

const deliveredPasteSchema = z.object({
  publicId: z.string().meta({ description: 'The public id of the paste.', example: 'yTFk30gcJuVvqs9M2GbEeXnA' }),
  url: z.url().meta({ description: 'The page of the paste, without any key.' }),
  title: z.string().optional().meta({
    description:
      'Empty: the paste has no title. Absent: the paste is encrypted end to end, and so is its title. An answer has the label of its request.',
  }),
  syntax: z.string(),
  isE2ee: z.boolean(),
  burnAfterRead: z.boolean(),
  expiresAt: z.iso.datetime().nullable().meta({ description: 'When the paste expires; null: never.' }),
  createdAt: z.iso.datetime().meta({ description: 'When the paste was created.' }),
  requestId: z.string().optional().meta({ description: 'The paste is an answer to this request. Absent for any other paste.' }),
});

const reader = z
  .object({
    code: z.string().meta({ description: 'The four digits that the reader sees.', example: '4711' }),
    client: z
      .string()
      .nullable()
      .meta({ description: 'Browser and system of the reader, coarsely; null: unknown.', example: 'Firefox, Windows' }),
  })
  .meta({ description: 'The reader who waits for a release. Absent when the reader had no code that was mailed.' });
const aboutReader = deliveredPasteSchema.extend({ reader });

const reason = z.enum(DELETE_REASONS).meta({
  description:
    '`deleted`: by a person or a program. `burned`: the burn paste was read. `read`: the last of its `maxReads` reads. `removed`: by the operator.',
});

/** Body of a delivery about a paste, for any event. */
const pasteEventSchema = z.object({
  ...envelope,
  event: z.enum(WEBHOOK_EVENTS),
  data: deliveredPasteSchema.extend({ reason: reason.optional(), reader: reader.optional() }),
});

const ofEvent = <Data extends z.ZodType>(event: string, id: string, data: Data) =>
  z.object({ ...envelope, event: z.literal(event), data }).meta({ id });

/** The bodies of deliveries, by event. */
export const EVENT_SCHEMAS = {
  'paste.created': ofEvent('paste.created', 'PasteCreated', deliveredPasteSchema),
  'paste.deleted': ofEvent('paste.deleted', 'PasteDeleted', deliveredPasteSchema.extend({ reason })),
  'paste.expired': ofEvent('paste.expired', 'PasteExpired', deliveredPasteSchema),
  'paste.read': ofEvent('paste.read', 'PasteRead', deliveredPasteSchema),
  'paste.expiring': ofEvent('paste.expiring', 'PasteExpiring', deliveredPasteSchema),
  'request.answered': ofEvent('request.answered', 'RequestAnswered', deliveredPasteSchema.extend({ requestId })),
  'paste.waiting': ofEvent('paste.waiting', 'PasteWaiting', aboutReader),
  'paste.released': ofEvent('paste.released', 'PasteReleased', aboutReader),
  'paste.refused': ofEvent('paste.refused', 'PasteRefused', deliveredPasteSchema.extend({ reader: reader.optional() })),
  [TEST_EVENT]: ofEvent(TEST_EVENT, 'WebhookTested', z.object({ webhookId: z.int().meta({ description: 'The id of the webhook.' }) })),
};

const plainSignature = z.string().regex(/^sha256=[0-9a-f]{64}$/);

export const eventHeadersSchema = z.object({
  'X-Service-Event': z.string().meta({ description: 'The event, as in the body.' }),
  'X-Service-Delivery': z.string().meta({ description: 'The id of the delivery, as in the body.' }),
  'X-Service-Signature-256': plainSignature.meta({
    description: '`sha256=` and the HMAC-SHA256 of the bytes of the body under the secret of the webhook, in hexadecimal.',
  }),
  'X-Service-Signature-256-Previous': plainSignature.optional().meta({
    description: 'The same under the secret before the current one, for a day after a change of the secret.',
  }),
  'webhook-id': z.string().meta({ description: 'The id of the delivery, for verifiers of Standard Webhooks.' }),
  'webhook-timestamp': z
    .string()
    .regex(/^[0-9]+$/)
    .meta({ description: 'When this attempt was made, in seconds since 1970.' }),
  'webhook-signature': z
    .string()
    .regex(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$/)
    .meta({
      description:
        'Standard Webhooks: `v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, in base64. For a day after a change of the secret, two signatures with a space between them, the new one first.',
    }),
});

/** The body of a delivery. */
export type EventJson = z.output<typeof pasteEventSchema> | z.output<(typeof EVENT_SCHEMAS)[typeof TEST_EVENT]>;
