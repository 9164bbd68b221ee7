/** What all operations of the API have in common, for its description. */
import type { ResponseConfig, RouteConfig } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';

const errorSchema = z
  .strictObject({
    error: z.string().meta({ description: 'What is wrong, in words that stay the same.', example: 'Not Found' }),
    details: z
      .array(
        z.strictObject({
          path: z.array(z.string()).meta({ description: 'Names of the field; empty for all of it.' }),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'Every problem with the input, each with its place.' }),
    protectedHeader: z.string().nullable().optional().meta({
      description:
        'With `Read Token Required`: the first part of the envelope, which says how the token is derived; null when it is no envelope of ours.',
    }),
  })
  .meta({ id: 'Error' });

const ERRORS = {
  400: 'The input is not valid; `details` names every problem.',
  401: 'A key is needed, or the one sent is unknown, expired or revoked.',
  403: 'Not allowed with this key or token.',
  404: 'There is no such thing (any more).',
  409: 'Not as things are; `details` says what is in the way.',
  412: 'A burn paste is not read under a condition; it is still there.',
  413: 'The body or the content is too large.',
  415: 'The body is not JSON.',
  416: 'A burn paste is not read in parts; it is still there.',
  422: 'This `Idempotency-Key` came with another body within a day; nothing was created.',
  429: 'Too many requests; `Retry-After` says when there may be more.',
  500: 'Something broke; the log has it under this `X-Request-Id`.',
  503: 'Not now; nothing was changed. Try again.',
  507: 'This service, or its disk, is full until pastes expire.',
} as const;

type ErrorStatus = keyof typeof ERRORS;

/** Of every operation. */
const ALWAYS: readonly ErrorStatus[] = [401, 429, 500, 503];

interface HeaderObject {
  description: string;
  schema: { type: 'string' };
}

const requestId = {
  'X-Request-Id': { description: 'Also in the log.', schema: { type: 'string' as const, format: 'uuid' } },
};

/** Answers with these errors, besides those that any operation can have. */
export function errors(...statuses: ErrorStatus[]): Record<string, ResponseConfig> {
  const all = [...new Set([...statuses, ...ALWAYS])].sort();
  return Object.fromEntries(
    all.map((status) => [
      status,
      { description: ERRORS[status], headers: requestId, content: { 'application/json': { schema: errorSchema } } },
    ]),
  );
}

/** An answer with a JSON body. @param headers besides those of every answer */
export function answer(description: string, schema: z.ZodType, headers: Record<string, HeaderObject> = {}): ResponseConfig {
  return { description, headers: { ...requestId, ...headers }, content: { 'application/json': { schema } } };
}

/** A JSON body that must be there. */
export function jsonBody(schema: z.ZodType): NonNullable<NonNullable<RouteConfig['request']>['body']> {
  return { required: true, content: { 'application/json': { schema } } };
}

/** Names of the ways to say who asks: see the document. */
export const KEY_NEEDED: NonNullable<RouteConfig['security']> = [{ apiKey: [] }, { bearer: [] }];
export const KEY_OPTIONAL: NonNullable<RouteConfig['security']> = [{}, { apiKey: [] }, { bearer: [] }];
