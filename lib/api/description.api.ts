/** The API's description, and the 404 of all other paths under `/api`. */
import * as z from 'zod';
import { NotFoundError } from '../http/errors';
import { API_HEADERS, HANDLED_METHODS, PREFLIGHT_HEADERS } from '../http/headers';
import { defineRoute, operations } from './define-route';
import type { ApiDocument } from './openapi-document';
import { api, uncounted } from './policies';

const unknownPath = HANDLED_METHODS.map((method) =>
  defineRoute(method, '/api/*', {
    policy: api,
    scope: 'none',
    summary: 'What no other endpoint of the API takes: JSON, as everywhere under it, not a page; counted like any request',
    responses: {},
    async handle() {
      throw new NotFoundError();
    },
  }),
);

/** @param document makes the description of all endpoints, these among them */
export const descriptionRoutes = (document: (baseUrl: string) => ApiDocument) => [
  ...operations({
    describeApi: defineRoute('GET', '/api/v1/openapi.json', {
      // Reading the description costs no request of the limit.
      policy: uncounted(API_HEADERS, PREFLIGHT_HEADERS),
      summary: 'This description',
      tag: 'Description',
      description: 'Requests for it do not count against the limit.',
      responses: { 200: { description: 'The document, in OpenAPI 3.1.', schema: z.looseObject({ openapi: z.string() }) } },
      handle: async ({ services }) => ({ json: { ...document(services.config.BASE_URL) } }),
    }),
  }),
  ...unknownPath,
];
