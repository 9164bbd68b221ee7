/** Responses, for the API's document. Their headers are described once and referenced. */
import * as z from 'zod';
import type { RouteDescription } from './define-route';
import { BODY_ERRORS, COMMON_ERRORS, ERRORS, type ErrorCode } from './errors.rules';
import type { PrintSchema, Schema } from './openapi-schemas';
import { SAFE_METHODS } from './policies';

export const SHARED_HEADERS = {
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
  WwwAuthenticate: { description: 'How to send a key.', schema: { type: 'string', example: 'Bearer' } },
} as const;

const JSON_MEDIA = 'application/json';

type Reference = { $ref: string };
const ERROR: Reference = { $ref: '#/components/schemas/Error' };

const header = (name: keyof typeof SHARED_HEADERS): Reference => ({ $ref: `#/components/headers/${name}` });

const COMMON_HEADERS = { 'X-Request-Id': header('RequestId') };
const RATE_LIMIT_HEADERS = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') };
const ERROR_HEADERS: Readonly<Record<number, Record<string, Reference>>> = {
  401: { 'WWW-Authenticate': header('WwwAuthenticate') },
  429: { 'Retry-After': header('RetryAfter') },
  503: { 'Retry-After': header('RetryAfter') },
};

const TEXT = { schema: { type: 'string' as const } };

const errorContent = (codes: readonly ErrorCode[]) => ({
  schema: { allOf: [ERROR, { type: 'object' as const, properties: { code: { type: 'string' as const, enum: [...codes] } } }] },
});

/** The codes of all errors of an endpoint: its own, and those that follow from its policy and its other fields. */
export function errorsOf(route: RouteDescription): ReadonlySet<ErrorCode> {
  const { method, policy, key, session, scope, reads, params, query, body, errors = [] } = route;
  const all: ErrorCode[] = [...errors, ...COMMON_ERRORS];
  if (policy.isRateLimited) all.push('unauthorized', 'rate_limited');
  // A page of another site may send the cookie of its visitor, which is refused.
  if (policy.isRateLimited && !SAFE_METHODS.has(method)) all.push('forbidden');
  if (key && scope !== 'none') all.push('scope_missing');
  if (session) all.push('session_required');
  if (session === 'confirmed') all.push('confirmation_required');
  if (session === 'admin' || refusesText(params)) all.push('not_found');
  if (refusesText(query)) all.push('validation');
  if (reads) all.push('unauthorized');
  if (body) all.push(...BODY_ERRORS);
  return new Set(all);
}

/** Whether one of the fields takes not every text. */
const refusesText = (fields?: z.ZodObject) => Object.values(fields?.shape ?? {}).some((field) => !z.safeParse(field, '\0').success);

/** All responses of an endpoint, by status. Its own description of a status wins over that of the errors. */
export function responsesOf(route: RouteDescription, print: PrintSchema): Record<string, Schema> {
  const { method, policy, responses } = route;
  const common = { ...COMMON_HEADERS, ...(policy.isRateLimited ? RATE_LIMIT_HEADERS : {}) };
  const described: Record<string, Schema> = {};
  for (const [status, codes] of byStatus(errorsOf(route))) described[status] = errorOf(status, codes, common, policy.errorTypes);
  for (const [status, each] of Object.entries(responses)) described[status] = responseOf(each, common, print);
  return method === 'HEAD' ? withoutBody(described) : described;
}

function byStatus(codes: ReadonlySet<ErrorCode>): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  // In the order of the table, so that equal sets of codes have equal descriptions.
  for (const [code, { status }] of Object.entries(ERRORS) as [ErrorCode, (typeof ERRORS)[ErrorCode]][])
    if (codes.has(code)) found.set(status, [...(found.get(status) ?? []), code]);
  return found;
}

function responseOf(response: RouteDescription['responses'][number], common: Record<string, Reference>, print: PrintSchema): Schema {
  const { description, headers = {} } = response;
  const named = Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }] as const);
  return {
    description,
    headers: { ...common, ...Object.fromEntries(named) },
    ...('schema' in response && {
      content: { [JSON_MEDIA]: { schema: print(response.schema, 'output') } },
    }),
    ...('contentTypes' in response && {
      content: Object.fromEntries(
        response.contentTypes.map((type) => [
          type,
          type === JSON_MEDIA && response.jsonSchema ? { schema: print(response.jsonSchema, 'output') } : TEXT,
        ]),
      ),
    }),
  };
}

function errorOf(
  status: number,
  codes: readonly ErrorCode[],
  common: Record<string, Reference>,
  types: readonly string[] = [JSON_MEDIA],
): Schema {
  const content = Object.fromEntries(types.map((type) => [type, type === JSON_MEDIA ? errorContent(codes) : TEXT]));
  const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n');
  return { description, headers: { ...common, ...ERROR_HEADERS[status] }, content };
}

/** A response to HEAD has none. */
function withoutBody(responses: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(responses).map(([status, { content: _, ...rest }]) => [status, rest]));
}
