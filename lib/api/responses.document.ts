/** Responses and their headers, for the API's document. What all endpoints share is described once and referred to. */
import type { OpenAPIRegistry, ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { RouteDescription } from './define-route';
import { ALWAYS, ERRORS, type ErrorStatus, errorSchema, RATE_LIMITED } from './errors.document';

const HEADERS = {
  RequestId: {
    description: 'The number of the request. The log of the server has the same number.',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimitPolicy: {
    description: 'The limit: `q` requests in `w` seconds. Absent while the limit is switched off.',
    schema: { type: 'string', example: '"api";q=60;w=60' },
  },
  RateLimit: {
    description: 'What is left of the limit: `r` requests in the next `t` seconds. Absent while the limit is switched off.',
    schema: { type: 'string', example: '"api";r=59;t=42' },
  },
  RetryAfter: { description: 'How many seconds to wait before the next request.', schema: { type: 'string', pattern: '^[0-9]+$' } },
  Allow: { description: 'The methods of the address.', schema: { type: 'string', example: 'GET, HEAD, OPTIONS' } },
  WwwAuthenticate: { description: 'How to send a key.', schema: { type: 'string', example: 'Bearer' } },
} as const;

const JSON_MEDIA = 'application/json';

type Reference = { $ref: string };

const header = (name: keyof typeof HEADERS): Reference => ({ $ref: `#/components/headers/${name}` });

const OF_ALL = { 'X-Request-Id': header('RequestId') };
const OF_RATE_LIMITED = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') };
const OF_ERROR: Partial<Record<ErrorStatus, Record<string, Reference>>> = {
  401: { 'WWW-Authenticate': header('WwwAuthenticate') },
  429: { 'Retry-After': header('RetryAfter') },
  503: { 'Retry-After': header('RetryAfter') },
};

const ERROR_CONTENT = { 'application/json': { schema: errorSchema } };
const TEXT = { schema: { type: 'string' as const } };
/** The same, for what the generator takes as it is. */
const ERROR_CONTENT_BY_NAME = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const SHARED = {
  TooManyRequests: {
    description: ERRORS[429],
    headers: { ...OF_ALL, ...OF_RATE_LIMITED, ...OF_ERROR[429] },
    content: ERROR_CONTENT_BY_NAME,
  },
  // Of no operation: who asks by a method that has none gets it.
  MethodNotAllowed: {
    description: ERRORS[405],
    headers: { ...OF_ALL, Allow: header('Allow') },
    content: ERROR_CONTENT_BY_NAME,
  },
  // The request has reached no endpoint, or has not come whole: it may have no number.
  RequestTimeout: { description: ERRORS[408], content: ERROR_CONTENT_BY_NAME },
  HeadersTooLarge: { description: ERRORS[431], content: ERROR_CONTENT_BY_NAME },
};

const shared = (name: keyof typeof SHARED) => ({ $ref: `#/components/responses/${name}` });

export function registerSharedResponses(registry: OpenAPIRegistry): void {
  for (const [name, each] of Object.entries(HEADERS)) registry.registerComponent('headers', name, each);
  for (const [name, each] of Object.entries(SHARED)) registry.registerComponent('responses', name, each);
}

/** All responses of an endpoint, by status. Its own description of a status wins over the one that all share. */
export function responsesOf({ method, policy, responses, errors = [] }: RouteDescription) {
  const ofAll = { ...OF_ALL, ...(policy.isRateLimited ? OF_RATE_LIMITED : {}) };
  const statuses = new Set([...errors, ...ALWAYS, ...(policy.isRateLimited ? RATE_LIMITED : [])]);
  const described: Record<string, ResponseConfig> = {};
  for (const status of statuses) described[status] = errorOf(status, ofAll, policy.errorTypes);
  for (const [status, each] of Object.entries(responses)) described[status] = responseOf(each, ofAll);
  if (method === 'HEAD') return withoutBody(described);
  const refused = { ...described, 431: shared('HeadersTooLarge') };
  if (policy.errorTypes) return refused;
  return { ...refused, 408: shared('RequestTimeout'), ...(policy.isRateLimited ? { 429: shared('TooManyRequests') } : {}) };
}

function responseOf(response: RouteDescription['responses'][number], ofAll: Record<string, Reference>): ResponseConfig {
  const { description, headers = {} } = response;
  const named = Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }] as const);
  return {
    description,
    headers: { ...ofAll, ...Object.fromEntries(named) },
    ...('schema' in response && { content: { 'application/json': { schema: response.schema } } }),
    ...('contentTypes' in response && {
      content: Object.fromEntries(
        response.contentTypes.map((type) => [type, type === JSON_MEDIA && response.jsonSchema ? { schema: response.jsonSchema } : TEXT]),
      ),
    }),
  };
}

function errorOf(status: ErrorStatus, ofAll: Record<string, Reference>, types: readonly string[] = [JSON_MEDIA]): ResponseConfig {
  if (status === 431) return { description: ERRORS[431], content: ERROR_CONTENT };
  const content = Object.fromEntries(types.map((type) => [type, type === JSON_MEDIA ? ERROR_CONTENT[JSON_MEDIA] : TEXT]));
  return { description: ERRORS[status], headers: { ...ofAll, ...OF_ERROR[status] }, content };
}

/** A response to HEAD has none. */
function withoutBody(responses: Record<string, ResponseConfig>): Record<string, ResponseConfig> {
  return Object.fromEntries(Object.entries(responses).map(([status, { content: _, ...rest }]) => [status, rest]));
}
