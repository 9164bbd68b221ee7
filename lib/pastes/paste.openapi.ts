/** The paste part of the API's description: what its handlers parse, and what its presenters answer. */
import type { ResponseConfig, RouteConfig } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import { answer, errors, jsonBody, KEY_NEEDED, KEY_OPTIONAL } from '../http/http.openapi';
import type { presentClaim, presentCreated, presentExtended, presentSummary } from './paste.presenter';
import { claimSchema, createPasteSchema, extendPasteSchema, listPastesSchema } from './paste.schema';

const PATH = '/api/v1/pastes';
const tags = ['Pastes'];

const publicId = z.string().meta({ description: 'Public identifier.', pattern: '^[0-9A-Za-z]{24}$', example: 'yTFk30gcJuVvqs9M2GbEeXnA' });
const expiresAt = z.iso.datetime().nullable().meta({ description: 'When it is gone; null: never.' });

type Created = ReturnType<typeof presentCreated>;

const createdSchema = z
  .strictObject({
    publicId,
    url: z.url().meta({ description: 'The page for people.' }),
    rawUrl: z.url().meta({ description: 'The content alone.' }),
    expiresAt,
    isE2ee: z.boolean(),
    manageToken: z.string().optional().meta({ description: 'With `protect` only, and only here: what deleting and extending need.' }),
  })
  .meta({ id: 'CreatedPaste' }) satisfies z.ZodType<Omit<Created, 'manageToken'> & { manageToken?: string | undefined }>;

const summarySchema = z
  .strictObject({
    publicId,
    title: z.string(),
    syntax: z.string(),
    isE2ee: z.boolean(),
    burnAfterRead: z.boolean(),
    viewCount: z.int().min(0),
    expiresAt,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PasteSummary' }) satisfies z.ZodType<ReturnType<typeof presentSummary>>;

const pasteSchema = z
  .strictObject({
    ...summarySchema.shape,
    content: z.string().meta({ description: 'The text; as the client encrypted it when `isE2ee`.' }),
  })
  .meta({ id: 'Paste' });

const extendedSchema = z.strictObject({ publicId, expiresAt }).meta({ id: 'ExtendedPaste' }) satisfies z.ZodType<
  ReturnType<typeof presentExtended>
>;

const claimedSchema = z
  .strictObject({
    publicId,
    claimedUntil: z.iso.datetime().meta({ description: 'Until then it can be fetched, again and again.' }),
    title: z.string().meta({ description: 'Empty when the paste is encrypted end to end: its title is inside.' }),
  })
  .meta({ id: 'ClaimedPaste' }) satisfies z.ZodType<ReturnType<typeof presentClaim>>;

const claimBody = jsonBody(claimSchema.meta({ id: 'Claim' }));

const params = z.object({ publicId });
const readToken = { 'X-Service-Read-Token': z.string().optional().meta({ description: 'Of a burn paste created with `readProof`.' }) };
const readHeaders = z.object({
  ...readToken,
  'X-Service-Claim': z.string().optional().meta({ description: 'Of a burn paste that the reader has claimed.' }),
});
const manageToken = z.object({
  'X-Service-Manage-Token': z.string().optional().meta({ description: 'Of a paste created with `protect`, unless its owner asks.' }),
});

const idempotencyKey = (description: string) => z.string().meta({ description, pattern: '^[!-~]{1,255}$' });

export const pasteOperations: RouteConfig[] = [
  {
    method: 'post',
    path: PATH,
    operationId: 'createPaste',
    tags,
    summary: 'Create a paste',
    description: 'With a key it belongs to that user: it is in their list, and only they extend and delete it.',
    security: KEY_OPTIONAL,
    request: {
      headers: z.object({
        'Idempotency-Key': idempotencyKey(
          'Chosen by you: for 24 hours the same request with the same key gets the same answer and makes no second paste; with another body it is refused. Without an API key: 32 random bytes as 43 characters of base64url.',
        ).optional(),
      }),
      query: z.object({
        strict: z
          .literal('1')
          .optional()
          .meta({ description: 'Refuse fields that don’t exist, instead of naming them in `X-Service-Ignored-Fields`.' }),
      }),
      body: jsonBody(createPasteSchema.meta({ id: 'NewPaste', example: { content: 'hello', ttlSeconds: 86_400 } })),
    },
    responses: { 201: answer('Created.', createdSchema), ...errors(400, 403, 409, 413, 415, 422, 507) },
  },
  {
    method: 'delete',
    path: PATH,
    operationId: 'callOffPaste',
    tags,
    summary: 'Call off a create',
    description:
      'For who sent a create with an `Idempotency-Key` and got no answer: deletes what it made, and lets it make nothing any more. `deleted` says whether there was a paste.',
    security: KEY_OPTIONAL,
    request: { headers: z.object({ 'Idempotency-Key': idempotencyKey('That of the create, sent by the same user.') }) },
    responses: { 200: answer('Called off.', z.strictObject({ deleted: z.boolean() }).meta({ id: 'CalledOff' })), ...errors(400, 403) },
  },
  {
    method: 'get',
    path: PATH,
    operationId: 'listPastes',
    tags,
    summary: 'List your pastes',
    description: 'Newest first, without their contents.',
    security: KEY_NEEDED,
    request: { query: listPastesSchema },
    responses: {
      200: answer('A page of them.', z.strictObject({ pastes: z.array(summarySchema) }).meta({ id: 'PasteList' }), {
        Link: { description: 'With `rel="next"`: the address of the next page. Not on the last one.', schema: { type: 'string' } },
      }),
      ...errors(400),
    },
  },
  {
    method: 'get',
    path: `${PATH}/{publicId}`,
    operationId: 'readPaste',
    tags,
    summary: 'Read a paste',
    description:
      'Counts as a view. A burn paste is returned once, then it is gone; a prefetch, a range or a conditional request is refused and leaves it alone.',
    security: KEY_OPTIONAL,
    request: { params, headers: readHeaders },
    responses: { 200: answer('The paste.', pasteSchema), ...errors(403, 404, 412, 416) },
  },
  {
    method: 'head',
    path: `${PATH}/{publicId}`,
    operationId: 'checkPaste',
    tags,
    summary: 'Ask whether a paste is there',
    description: 'Neither counts nor burns.',
    security: KEY_OPTIONAL,
    request: { params },
    responses: { 200: { description: 'It is there.' }, ...withoutBody(errors(404)) },
  },
  {
    method: 'delete',
    path: `${PATH}/{publicId}`,
    operationId: 'deletePaste',
    tags,
    summary: 'Delete a paste',
    description: 'By its owner, by the holder of its manage token, or, of a paste with neither, by anybody who has its id.',
    security: KEY_OPTIONAL,
    request: { params, headers: manageToken },
    responses: { 200: answer('Deleted.', z.strictObject({ deleted: z.literal(true) }).meta({ id: 'Deleted' })), ...errors(403, 404) },
  },
  {
    method: 'post',
    path: `${PATH}/{publicId}/extend`,
    operationId: 'extendPaste',
    tags,
    summary: 'Extend a paste',
    description: 'Later by so much than it would have expired; one that never expires stays so.',
    security: KEY_OPTIONAL,
    request: {
      params,
      headers: manageToken,
      body: jsonBody(extendPasteSchema.meta({ id: 'Extension', example: { ttlSeconds: 86_400 } })),
    },
    responses: { 200: answer('The new expiry.', extendedSchema), ...errors(400, 403, 404, 413, 415) },
  },
  {
    method: 'post',
    path: `${PATH}/{publicId}/claim`,
    operationId: 'claimPaste',
    tags,
    summary: 'Claim a burn paste',
    description:
      'From here on it is gone for everybody else. Whoever has the claim may read it (`X-Service-Claim`), again and again, until it is acknowledged or its time is over. Counts against a limit of its own.',
    security: KEY_OPTIONAL,
    request: { params, headers: z.object(readToken), body: claimBody },
    responses: { 200: answer('Claimed.', claimedSchema), ...errors(400, 403, 404, 409, 413, 415) },
  },
  {
    method: 'post',
    path: `${PATH}/{publicId}/acknowledge`,
    operationId: 'acknowledgePaste',
    tags,
    summary: 'Say that a claimed paste has arrived',
    description: 'What is left of it is deleted at once, instead of when its time is over.',
    security: KEY_OPTIONAL,
    request: { params, body: claimBody },
    responses: {
      200: answer('Deleted.', z.strictObject({ acknowledged: z.literal(true) }).meta({ id: 'Acknowledged' })),
      ...errors(400, 404, 413, 415),
    },
  },
];

/** An answer to HEAD has none. */
function withoutBody(responses: Record<string, ResponseConfig>): Record<string, ResponseConfig> {
  return Object.fromEntries(Object.entries(responses).map(([status, { description = '' }]) => [status, { description }]));
}
