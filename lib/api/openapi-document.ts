/**
 * The API's description in OpenAPI 3.1: the endpoints as they are defined, with the very schemas that requests are
 * parsed with, and the events that webhooks deliver.
 *
 * Guarantees, by test: every response in the tests of endpoints and every event that is sent fit it.
 */
import { PROGRAM_NAME } from '../site/site.rules';
import type { RouteDescription } from './define-route';
import { errorSchema } from './error.schema';
import { describeEvents } from './events-document';
import { type Operation, operationOf } from './openapi-operations';
import { createSchemaPrinter, type Schema } from './openapi-schemas';
import { SHARED_HEADERS } from './responses-document';
import { TAGS } from './tags-document';

const DESCRIPTION = `Paste text, get a link.

Creating, reading and deleting pastes works without a key, with fewer requests a minute. Requests and responses are
JSON. Times are ISO 8601 in UTC. Unknown fields are ignored, and \`null\` means the same as no field. Every response
that has reached an endpoint has an \`X-Request-Id\`.

A method that an address does not have gets 405, and \`Allow\` names those that it has. \`OPTIONS\` names them, too.
\`HEAD\` is there wherever \`GET\` is.`;

const VERSION = '1';

/** The operations of an address, by method in lower case. */
type PathItem = Record<string, Operation>;

export interface ApiDocument {
  openapi: '3.1.0';
  info: object;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  components: Record<'securitySchemes' | 'schemas' | 'headers', Record<string, Schema>>;
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
}

/** @param routes those without documentation are left out @param baseUrl the service's own address, without a slash at its end */
export function createApiDocument(routes: readonly RouteDescription[], baseUrl: string): ApiDocument {
  const { print, named } = createSchemaPrinter();
  named.Error = print(errorSchema, 'output');
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    if (route.description === undefined) continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route, print);
  }
  const webhooks = describeEvents(print);
  for (const schema of Object.values(named)) leaveDefaultsOut(schema);
  for (const { body, streamedBody } of routes) acceptNulls(named[(body ?? streamedBody)?.meta()?.id ?? '']);
  return {
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
    components: { securitySchemes: SECURITY_SCHEMES, schemas: named, headers: SHARED_HEADERS },
    paths,
    webhooks,
  };
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'A key from the account page, or from the operator of this service.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sealpaste-session',
    description: 'The cookie of a signed-in browser, from pages of this service alone. Under HTTPS its name begins with `__Host-`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key as in `X-Api-Key`.' },
};

/** Removes defaults: openapi-typescript takes a field with a default for a required one. The descriptions name the defaults. */
function leaveDefaultsOut({ properties = {} }: Schema): void {
  for (const property of Object.values(properties)) delete property.default;
}

/** Adds null to the optional fields of a body, since `parseWith` takes it for no field. */
function acceptNulls({ properties = {}, required = [] }: Schema = {}): void {
  for (const property of Object.entries(properties).flatMap(([name, each]) => (required.includes(name) ? [] : [each]))) {
    const types = [property.type ?? []].flat();
    if (types.includes('null') || property.anyOf?.some(({ type }) => type === 'null')) continue;
    if (property.anyOf) property.anyOf.push({ type: 'null' });
    else property.type = [...types, 'null'];
    property.enum?.push(null);
  }
}
