import * as z from 'zod';
import { presentDelivery, presentTest, presentWebhook } from '../webhooks/webhook.presenter';
import {
  createWebhookSchema,
  deliveryParamsSchema,
  deliverySchema,
  listDeliveriesSchema,
  testDeliverySchema,
  updateWebhookSchema,
  webhookParamsSchema,
  webhookSchema,
} from '../webhooks/webhook.schema';
import { defineRoute, doneAfter, operations } from './define-route';
import { api } from './policies';

const PATH = '/api/v1/webhooks';
const access = { tag: 'Webhooks', policy: api, scope: 'webhooks', key: 'needed' } as const;
const one = { ...access, params: webhookParamsSchema } as const;
const example = { url: 'https://example.com/hook', secret: 'at least 8 characters', events: ['paste.created'] };

export const webhookRoutes = operations({
  createWebhook: defineRoute('POST', PATH, {
    ...access,
    summary: 'Create a webhook',
    description:
      'From now on, the service sends the chosen events of your pastes to the URL: signed with the secret, as `webhooks` in this document describes, or as messages in the `format` of a chat.',
    body: createWebhookSchema.meta({ id: 'NewWebhook', example }),
    responses: { 201: { description: 'The webhook was created. No response ever has its secret.', schema: webhookSchema } },
    errors: ['url_refused', 'too_many_webhooks'],
    handle: async ({ body, principal, services }) => ({ json: presentWebhook(await services.webhooks.create(principal, body)) }),
  }),
  listWebhooks: defineRoute('GET', PATH, {
    ...access,
    summary: 'List your webhooks',
    description: 'All webhooks, without their secrets.',
    responses: {
      200: { description: 'The webhooks.', schema: z.strictObject({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' }) },
    },
    handle: async ({ principal, services }) => ({ json: { webhooks: (await services.webhooks.list(principal)).map(presentWebhook) } }),
  }),
  readWebhook: defineRoute('GET', `${PATH}/:id`, {
    ...one,
    summary: 'Read a webhook',
    description: 'Without its secret.',
    responses: { 200: { description: 'The webhook.', schema: webhookSchema } },
    handle: async ({ params, principal, services }) => ({ json: presentWebhook(await services.webhooks.find(principal, params.id)) }),
  }),
  updateWebhook: defineRoute('PATCH', `${PATH}/:id`, {
    ...one,
    summary: 'Change a webhook',
    description:
      'A field that is absent stays as it is. For a day after a change of the secret, the old secret signs as well. Another `format` needs its own secret, and an access token has to be sent again with the URL of another server.',
    body: updateWebhookSchema.meta({ id: 'WebhookChanges', example: { isActive: false } }),
    responses: { 200: { description: 'The webhook after the change.', schema: webhookSchema } },
    errors: ['url_refused'],
    handle: async ({ params, body, principal, services }) => ({
      json: presentWebhook(await services.webhooks.update(principal, params.id, body)),
    }),
  }),
  deleteWebhook: defineRoute('DELETE', `${PATH}/:id`, {
    ...one,
    summary: 'Delete a webhook',
    description: 'Deletes the webhook and its deliveries.',
    responses: { 200: { description: 'The webhook was deleted.', schema: z.strictObject({ deleted: z.literal(true) }) } },
    handle: ({ params, principal, services }) => doneAfter('deleted', services.webhooks.remove(principal, params.id)),
  }),
  testWebhook: defineRoute('POST', `${PATH}/:id/test`, {
    ...one,
    summary: 'Test a webhook',
    description: 'Sends the event `webhook.test` at once, in the format of the webhook, and returns the result.',
    responses: { 200: { description: 'The result.', schema: testDeliverySchema } },
    handle: async ({ params, principal, services }) => ({ json: presentTest(await services.webhooks.test(principal, params.id)) }),
  }),
  listDeliveries: defineRoute('GET', `${PATH}/:id/deliveries`, {
    ...one,
    summary: 'List the deliveries of a webhook',
    description: 'The newest delivery comes first.',
    query: listDeliveriesSchema,
    responses: {
      200: {
        description: 'One page of the list.',
        schema: z.strictObject({ deliveries: z.array(deliverySchema) }).meta({ id: 'DeliveryList' }),
      },
    },
    async handle({ params, query: { limit, offset }, principal, services }) {
      const deliveries = await services.webhooks.listDeliveries(principal, params.id, limit, offset);
      return { json: { deliveries: deliveries.map(presentDelivery) } };
    },
  }),
  redeliver: defineRoute('POST', `${PATH}/:id/deliveries/:deliveryId/redeliver`, {
    ...access,
    summary: 'Send a delivery again',
    description: 'The worker sends the delivery at its next poll, under the same delivery id.',
    params: deliveryParamsSchema,
    responses: { 202: { description: 'The delivery is due.', schema: z.strictObject({ queued: z.literal(true) }).meta({ id: 'Queued' }) } },
    errors: ['webhook_inactive'],
    handle: ({ params, principal, services }) => doneAfter('queued', services.webhooks.redeliver(principal, params.id, params.deliveryId)),
  }),
});
