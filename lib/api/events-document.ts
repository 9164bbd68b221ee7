import type { OpenAPIRegistry, ResponseConfig } from '@asteasolutions/zod-to-openapi';
import { EVENT_SCHEMAS, eventHeadersSchema } from '../webhooks/webhook-events.schema';

const EVENTS = {
  'paste.created': { operationId: 'pasteCreated', summary: 'A paste was created' },
  'paste.deleted': { operationId: 'pasteDeleted', summary: 'A paste was deleted, or read and burned' },
  'paste.expired': { operationId: 'pasteExpired', summary: 'An expired paste was removed' },
  'paste.read': { operationId: 'pasteRead', summary: 'A paste was read, and goes on living' },
  'paste.expiring': { operationId: 'pasteExpiring', summary: 'A paste expires within a day' },
  'request.answered': { operationId: 'requestAnswered', summary: 'A secret request was answered' },
  'paste.waiting': { operationId: 'pasteWaiting', summary: 'A reader of a paste waits for a release' },
  'paste.released': { operationId: 'pasteReleased', summary: 'A reader of a paste was released' },
  'paste.refused': { operationId: 'pasteRefused', summary: 'A reader of a paste was refused' },
  'webhook.test': { operationId: 'webhookTested', summary: 'The owner of a webhook tests it' },
} satisfies Record<keyof typeof EVENT_SCHEMAS, { operationId: string; summary: string }>;

const DESCRIPTION = `The service sends the event to the URL of the webhook. An event may arrive more than once, always with the same id and
the same bytes. Events may arrive in any order. Verify a signature before you parse the body.`;

const ONCE = 'The service sends a test once, whatever the response. Verify a signature before you parse the body.';

const RESPONSES: Record<string, ResponseConfig> = {
  '2XX': { description: 'The receiver has the event.' },
  410: { description: 'The receiver wants no more events. The service switches the webhook off.' },
  default: {
    description: 'The receiver does not have the event. The service sends it again later, a limited number of times.',
    headers: {
      'Retry-After': { description: 'How long the service waits at least, up to an hour.', schema: { type: 'string' } },
    },
  },
};

const TEST_RESPONSES: Record<string, ResponseConfig> = {
  ...RESPONSES,
  default: { description: 'The service shows the response to the owner of the webhook.' },
};

export function registerEvents(registry: OpenAPIRegistry): void {
  for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
    const isTest = event === 'webhook.test';
    registry.registerWebhook({
      method: 'post',
      path: event,
      ...EVENTS[event],
      description: isTest ? ONCE : DESCRIPTION,
      tags: ['Events'],
      security: [],
      request: {
        headers: eventHeadersSchema,
        body: { required: true, content: { 'application/json': { schema: EVENT_SCHEMAS[event] } } },
      },
      responses: isTest ? TEST_RESPONSES : RESPONSES,
    });
  }
}
