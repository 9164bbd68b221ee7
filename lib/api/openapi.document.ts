/**
 * The API's description in OpenAPI 3.1: the endpoints as they are defined, with the very schemas that requests are
 * parsed with.
 *
 * Guarantee, by test: every response of the contract suite fits it.
 */
import { OpenAPIRegistry, OpenApiGeneratorV31, type ResponseConfig, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { RouteDescription } from './define-route';
import { ALWAYS, ERRORS, errorSchema } from './errors.document';

const DESCRIPTION = `Paste text, get a link.

Everything but listing works without a key, with fewer requests a minute. Requests and answers are JSON; times are
ISO 8601 in UTC; unknown fields are ignored, and \`null\` counts as left out. Every answer has an \`X-Request-Id\`.`;

const VERSION = '1';

export type ApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** @param routes those without documentation are left out @param baseUrl the service's own address, without a slash at its end */
export function createApiDocument(routes: readonly RouteDescription[], baseUrl: string): ApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'From the account page, or from whoever runs this service.',
  });
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer', description: 'The same key.' });
  for (const route of routes) if (route.document) registry.registerPath(operationOf(route, route.document));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Sealpaste', version: VERSION, description: DESCRIPTION },
    servers: [{ url: baseUrl }],
  });
}

/** Ways to say who asks: see the security schemes. */
const KEY_NEEDED = [{ apiKey: [] }, { bearer: [] }];
const SECURITY = { needed: KEY_NEEDED, optional: [{}, ...KEY_NEEDED] };

function operationOf(route: RouteDescription, { operationId, tag, description }: NonNullable<RouteDescription['document']>): RouteConfig {
  const { method, path, summary, key, params, query, headers, responses, errors = [] } = route;
  const body = route.body ?? route.streamedBody;
  const described = {
    ...Object.fromEntries(Object.entries(responses).map(([status, each]) => [status, responseOf(each)])),
    ...errorsOf(errors),
  };
  return {
    method: method.toLowerCase() as RouteConfig['method'],
    path: path.replace(/:(\w+)/g, '{$1}'),
    operationId,
    tags: [tag],
    summary,
    description,
    security: key ? SECURITY[key] : [],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: method === 'HEAD' ? withoutBody(described) : described,
  };
}

const REQUEST_ID = { 'X-Request-Id': { description: 'Also in the log.', schema: { type: 'string' as const, format: 'uuid' } } };

function responseOf(response: RouteDescription['responses'][number]): ResponseConfig {
  const { description, headers = {} } = response;
  const named = Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }] as const);
  return {
    description,
    headers: { ...REQUEST_ID, ...Object.fromEntries(named) },
    ...('schema' in response && { content: { 'application/json': { schema: response.schema } } }),
    ...('contentTypes' in response && {
      content: Object.fromEntries(response.contentTypes.map((type) => [type, { schema: { type: 'string' as const } }])),
    }),
  };
}

function errorsOf(statuses: NonNullable<RouteDescription['errors']>): Record<string, ResponseConfig> {
  const all = [...new Set([...statuses, ...ALWAYS])].sort();
  return Object.fromEntries(
    all.map((status) => [
      status,
      { description: ERRORS[status], headers: REQUEST_ID, content: { 'application/json': { schema: errorSchema } } },
    ]),
  );
}

/** A response to HEAD has none. */
function withoutBody(responses: Record<string, ResponseConfig>): Record<string, ResponseConfig> {
  return Object.fromEntries(Object.entries(responses).map(([status, { description = '' }]) => [status, { description }]));
}
