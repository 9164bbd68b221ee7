import * as z from 'zod';

export const errorSchema = z
  .strictObject({
    error: z.string().meta({ description: 'The kind of the error, in words that do not change.', example: 'Not Found' }),
    details: z
      .array(
        z.strictObject({
          path: z.array(z.string()).meta({ description: 'The names that lead to the field; empty: the whole input.' }),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'Every problem with the input, each with its field.' }),
    protectedHeader: z.string().nullable().optional().meta({
      description:
        'With `Read Token Required`: the first part of the envelope, which says how to derive the token. Null: the content is not an envelope of this service.',
    }),
  })
  .meta({ id: 'Error' });

export const ERRORS = {
  400: 'The input is not valid. `details` names every problem.',
  401: 'The request needs a key, or its key is unknown, expired or revoked.',
  403: 'This key or token does not allow the request.',
  404: 'The address names nothing that exists.',
  405: 'The address does not have the method. `Allow` names those that it has.',
  408: 'The request, or the rest of its body, did not come in time. The connection closes.',
  409: 'The current state does not allow the request. `details` names the reason.',
  412: 'A burn paste cannot be read under a condition. The paste is unchanged.',
  413: 'The body or the content is too large.',
  415: 'The body has another type or encoding than the endpoint takes.',
  416: 'A burn paste cannot be read in parts. The paste is unchanged.',
  422: 'The same `Idempotency-Key` was sent with another body in the last 24 hours. Nothing was created.',
  429: 'There were too many requests. `Retry-After` says how long to wait.',
  431: 'The address and the headers of the request are larger than 16 KB together. The connection closes.',
  500: 'The request failed. The log of the server has the cause under this `X-Request-Id`.',
  503: 'The service cannot take the request now. Nothing was changed. Send the request again.',
  507: 'The service or its disk is full until pastes expire.',
} as const;

export type ErrorStatus = keyof typeof ERRORS;

/** Of every endpoint. */
export const ALWAYS: readonly ErrorStatus[] = [408, 431, 500, 503];

/** Of every endpoint that is rate-limited: a wrong key is refused where no key is needed, too. */
export const RATE_LIMITED: readonly ErrorStatus[] = [401, 429];
