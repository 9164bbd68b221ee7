/**
 * The API's description in OpenAPI 3.1: the endpoints as they are defined, with the very schemas that requests are
 * parsed with, and the events that webhooks deliver.
 *
 * Guarantees, by test: every response in the tests of endpoints and every event that is sent fit it.
 */
import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { PROGRAM_NAME } from '../site/site.rules';
import type { RouteDescription } from './define-route';
import { registerEvents } from './events-document';
import { registerSharedResponses, responsesOf } from './responses-document';
import { TAGS } from './tags-document';

const DESCRIPTION = `Paste text, get a link.

Creating, reading and deleting pastes works without a key, with fewer requests a minute. Requests and responses are
JSON. Times are ISO 8601 in UTC. Unknown fields are ignored, and \`null\` means the same as no field. Every response
that has reached an endpoint has an \`X-Request-Id\`.

A method that an address does not have gets 405, and \`Allow\` names those that it has. \`OPTIONS\` names them, too.
\`HEAD\` is there wherever \`GET\` is.`;

const VERSION = '1';

export type ApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** @param routes those without documentation are left out @param baseUrl the service's own address, without a slash at its end */
export function createApiDocument(routes: readonly RouteDescription[], baseUrl: string): ApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'A key from the account page, or from the operator of this service.',
  });
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key as in `X-Api-Key`.',
  });
  registerSharedResponses(registry);
  for (const route of routes) if (route.operationId !== undefined) registry.registerPath(operationOf(route));
  registerEvents(registry);
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: PROGRAM_NAME,
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service', url: baseUrl },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  const schemas = (document.components?.schemas ?? {}) as Record<string, ObjectSchema>;
  for (const schema of Object.values(schemas)) leaveDefaultsOut(schema);
  for (const { body, streamedBody } of routes) acceptNulls(schemas[(body ?? streamedBody)?.meta()?.id ?? '']);
  return document;
}

/** Names of the security schemes by which a request shows its key. */
const KEY_NEEDED = [{ apiKey: [] }, { bearer: [] }];
const SECURITY = { needed: KEY_NEEDED, optional: [{}, ...KEY_NEEDED] };

function operationOf(route: RouteDescription & { operationId: string }): RouteConfig {
  const { method, path, operationId, tag, summary, description, key, params, query, headers } = route;
  const json = route.body ?? route.streamedBody;
  const bodies = json ? { 'application/json': json } : route.rawBody;
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
      ...(bodies && { body: { required: true, content: mapValues(bodies, (schema) => ({ schema })) } }),
    },
    responses: responsesOf(route),
  };
}

function mapValues<From, To>(from: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value)]));
}

/** Removes defaults: openapi-typescript takes a field with a default for a required one. The descriptions name the defaults. */
function leaveDefaultsOut({ properties = {} }: ObjectSchema): void {
  for (const property of Object.values(properties)) delete property.default;
}

interface ObjectSchema {
  properties?: Record<string, PropertySchema>;
  required?: string[];
}

interface PropertySchema {
  default?: unknown;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: PropertySchema[];
}

/** Adds null to the optional fields of a body, since `parseWith` takes it for no field. */
function acceptNulls({ properties = {}, required = [] }: ObjectSchema = {}): void {
  for (const property of Object.entries(properties).flatMap(([name, each]) => (required.includes(name) ? [] : [each]))) {
    const types = [property.type ?? []].flat();
    if (types.includes('null') || property.anyOf?.some(({ type }) => type === 'null')) continue;
    if (property.anyOf) property.anyOf.push({ type: 'null' });
    else property.type = [...types, 'null'];
    property.enum?.push(null);
  }
}
