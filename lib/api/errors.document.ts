/** The errors of the API, for its document. */
import * as z from 'zod';

export const errorSchema = z
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

export const ERRORS = {
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

export type ErrorStatus = keyof typeof ERRORS;

/** Of every endpoint. */
export const ALWAYS: readonly ErrorStatus[] = [401, 429, 500, 503];
