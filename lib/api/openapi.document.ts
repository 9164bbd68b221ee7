/**
 * The API's description in OpenAPI 3.1, from the very schemas that its handlers parse with.
 *
 * Guarantees, by test: it has every route of the API and no other, and every answer of the contract
 * suite fits it.
 */
import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import { answer, errors } from '../http/http.openapi';
import { messengerOperations } from '../messenger/messenger.openapi';
import { pasteOperations } from '../pastes/paste.openapi';
import { receiptOperations } from '../receipts/receipt.openapi';
import { webhookOperations } from '../webhooks/webhook.openapi';

const DESCRIPTION = `Paste text, get a link.

Everything but listing works without a key, with fewer requests a minute. Requests and answers are JSON; times are
ISO 8601 in UTC; unknown fields are ignored, and \`null\` counts as left out. Every answer has an \`X-Request-Id\`.`;

const VERSION = '1';

const descriptionOperation: RouteConfig = {
  method: 'get',
  path: '/api/v1/openapi.json',
  operationId: 'describeApi',
  tags: ['Description'],
  summary: 'This description',
  description: 'Asking for it does not count as a request.',
  security: [],
  responses: { 200: answer('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })), ...errors() },
};

const OPERATIONS: readonly RouteConfig[] = [
  ...pasteOperations,
  ...receiptOperations,
  ...webhookOperations,
  ...messengerOperations,
  descriptionOperation,
];

export type ApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

let made: { baseUrl: string; document: ApiDocument } | null = null;

/** The same for everybody, and made once: it takes 50 ms. @param baseUrl the service's own address, without a slash at its end */
export function apiDocument(baseUrl: string): ApiDocument {
  if (made?.baseUrl !== baseUrl) made = { baseUrl, document: createApiDocument(baseUrl) };
  return made.document;
}

function createApiDocument(baseUrl: string): ApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'From the account page, or from whoever runs this service.',
  });
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer', description: 'The same key.' });
  for (const operation of OPERATIONS) registry.registerPath(operation);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Sealpaste', version: VERSION, description: DESCRIPTION },
    servers: [{ url: baseUrl }],
  });
}
