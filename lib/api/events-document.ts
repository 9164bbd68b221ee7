import { EVENT_SCHEMAS, eventHeadersSchema } from '../webhooks/webhook-events.schema';
import { bodyOf, type Operation, parametersOf } from './openapi-operations';
import type { PrintSchema, Schema } from './openapi-schemas';

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

const RESPONSES: Record<string, Schema> = {
  '2XX': { description: 'The receiver has the event.' },
  410: { description: 'The receiver wants no more events. The service switches the webhook off.' },
  default: {
    description: 'The receiver does not have the event. The service sends it again later, a limited number of times.',
    headers: {
      'Retry-After': { description: 'How long the service waits at least, up to an hour.', schema: { type: 'string' } },
    },
  },
};

const TEST_RESPONSES: Record<string, Schema> = {
  ...RESPONSES,
  default: { description: 'The service shows the response to the owner of the webhook.' },
};

export function describeEvents(print: PrintSchema): Record<string, { post: Operation }> {
  const described = (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).map((event) => {
    const isTest = event === 'webhook.test';
    const post = {
      ...EVENTS[event],
      description: isTest ? ONCE : DESCRIPTION,
      tags: ['Events'],
      security: [],
      parameters: parametersOf(eventHeadersSchema, 'header', print),
      requestBody: bodyOf({ 'application/json': EVENT_SCHEMAS[event] }, print),
      responses: isTest ? TEST_RESPONSES : RESPONSES,
    };
    return [event, { post }] as const;
  });
  return Object.fromEntries(described);
}
