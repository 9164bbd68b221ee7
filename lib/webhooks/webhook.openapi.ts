/** The webhook part of the API's description: what its handlers parse, and what its presenters answer. */
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import { answer, errors, jsonBody, KEY_NEEDED } from '../http/http.openapi';
import type { presentTest, presentWebhook } from './webhook.presenter';
import { MAX_STORED_RESPONSE_CHARACTERS, WEBHOOK_EVENTS } from './webhook.rules';
import { createWebhookSchema, listDeliveriesSchema, updateWebhookSchema } from './webhook.schema';

const PATH = '/api/v1/webhooks';
const common = { tags: ['Webhooks'], security: KEY_NEEDED };

const webhookSchema = z
  .strictObject({
    id: z.int(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    isActive: z.boolean().meta({ description: 'Nothing is sent to one that is switched off.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' }) satisfies z.ZodType<ReturnType<typeof presentWebhook>>;

const responseStatus = z.int().nullable().meta({ description: 'What the receiver answered; null: nothing.' });
const responseBody = z
  .string()
  .nullable()
  .meta({ description: `The first ${MAX_STORED_RESPONSE_CHARACTERS} characters of it.` });
const error = z.string().nullable().meta({ description: 'Why there was no answer.' });

const deliverySchema = z
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

const testSchema = z
  .strictObject({ delivered: z.boolean(), responseStatus, responseBody, durationMs: z.number().min(0), error })
  .meta({ id: 'TestDelivery' }) satisfies z.ZodType<ReturnType<typeof presentTest>>;

const id = z.string().meta({ description: 'Number of the webhook.', pattern: '^[1-9][0-9]{0,9}$', example: '1' });
const params = z.object({ id });
const example = { url: 'https://example.com/hook', secret: 'at least 8 characters', events: ['paste.created'] };

export const webhookOperations: RouteConfig[] = [
  {
    ...common,
    method: 'post',
    path: PATH,
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description: 'From now on the chosen events of your pastes are sent to the address, signed with the secret.',
    request: { body: jsonBody(createWebhookSchema.meta({ id: 'NewWebhook', example })) },
    responses: { 201: answer('Created. The secret is never shown again.', webhookSchema), ...errors(400, 403, 413, 415) },
  },
  {
    ...common,
    method: 'get',
    path: PATH,
    operationId: 'listWebhooks',
    summary: 'List your webhooks',
    description: 'All of them, without their secrets.',
    responses: {
      200: answer('The webhooks.', z.strictObject({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' })),
      ...errors(),
    },
  },
  {
    ...common,
    method: 'get',
    path: `${PATH}/{id}`,
    operationId: 'readWebhook',
    summary: 'Read a webhook',
    description: 'Without its secret.',
    request: { params },
    responses: { 200: answer('The webhook.', webhookSchema), ...errors(404) },
  },
  {
    ...common,
    method: 'patch',
    path: `${PATH}/{id}`,
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description: 'What is left out stays as it is. After a change of the secret the one before signs as well for a day.',
    request: { params, body: jsonBody(updateWebhookSchema.meta({ id: 'WebhookChanges', example: { isActive: false } })) },
    responses: { 200: answer('As it is now.', webhookSchema), ...errors(400, 403, 404, 413, 415) },
  },
  {
    ...common,
    method: 'delete',
    path: `${PATH}/{id}`,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'With its deliveries.',
    request: { params },
    responses: { 200: answer('Deleted.', z.strictObject({ deleted: z.literal(true) })), ...errors(403, 404) },
  },
  {
    ...common,
    method: 'post',
    path: `${PATH}/{id}/test`,
    operationId: 'testWebhook',
    summary: 'Test a webhook',
    description: 'Sends the event webhook.test at once and answers what came of it.',
    request: { params },
    responses: { 200: answer('What came of it.', testSchema), ...errors(403, 404, 409) },
  },
  {
    ...common,
    method: 'get',
    path: `${PATH}/{id}/deliveries`,
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first.',
    request: { params, query: listDeliveriesSchema },
    responses: {
      200: answer('A page of them.', z.strictObject({ deliveries: z.array(deliverySchema) }).meta({ id: 'DeliveryList' })),
      ...errors(400, 404),
    },
  },
  {
    ...common,
    method: 'post',
    path: `${PATH}/{id}/deliveries/{deliveryId}/redeliver`,
    operationId: 'redeliver',
    summary: 'Send a delivery again',
    description: 'At the next tick of the worker, under the same delivery id.',
    request: { params: z.object({ id, deliveryId: z.string().meta({ description: 'Id of the delivery.' }) }) },
    responses: {
      202: answer('It will be sent.', z.strictObject({ queued: z.literal(true) }).meta({ id: 'Queued' })),
      ...errors(403, 404, 409),
    },
  },
];
