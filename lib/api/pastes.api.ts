/** Pastes: creating, listing, reading, extending and deleting them. */
import * as z from 'zod';
import { readJson } from '../http/body';
import { ValidationError } from '../http/errors';
import { JSON_TYPE } from '../http/reply';
import { parseWith, unknownFields } from '../http/validation';
import { nextPageLink, presentCreated, presentExtended, presentRead, presentSummary } from '../pastes/paste.presenter';
import { replyWithPaste } from '../pastes/paste.readers';
import { MAX_CONTENT_BYTES } from '../pastes/paste.rules';
import {
  createdPasteSchema,
  createPasteSchema,
  extendedPasteSchema,
  extendPasteSchema,
  listPastesSchema,
  pasteParamsSchema,
  pasteSchema,
  pasteSummarySchema,
} from '../pastes/paste.schema';
import type { Receive } from '../pastes/paste.service';
import { defineRoute } from './define-route';
import { api } from './policies';

const PATH = '/api/v1/pastes';
const tag = 'Pastes';

const idempotencyKey = (description: string) => z.string().meta({ description, pattern: '^[!-~]{1,255}$' });
const manageToken = z.object({
  'X-Service-Manage-Token': z.string().optional().meta({ description: 'Of a paste created with `protect`, unless its owner asks.' }),
});

const createPaste = defineRoute({
  method: 'POST',
  path: PATH,
  policy: api,
  key: 'optional',
  summary: 'Create a paste',
  document: {
    operationId: 'createPaste',
    tag,
    description: 'With a key it belongs to that user: it is in their list, and only they extend and delete it.',
  },
  headers: z.object({
    'Idempotency-Key': idempotencyKey(
      'Chosen by you: for 24 hours the same request with the same key gets the same answer and makes no second paste; with another body it is refused. Without an API key: 32 random bytes as 43 characters of base64url.',
    ).optional(),
  }),
  query: z.object({
    // Anything else has always meant the same as nothing.
    strict: z
      .string()
      .optional()
      .meta({
        description: 'Refuse fields that don’t exist, instead of naming them in `X-Service-Ignored-Fields`.',
        enum: ['1'],
      }),
  }),
  streamedBody: createPasteSchema.meta({ id: 'NewPaste', example: { content: 'hello', ttlSeconds: 86_400 } }),
  responses: { 201: { description: 'Created.', schema: createdPasteSchema } },
  errors: [400, 403, 409, 413, 415, 422, 507],
  async handle({ request, query, header, principal, services: { pastes, pasteRequests, config } }) {
    let unknown: string[] = [];
    const receive: Receive = async (sink) => {
      const body = await readJson(request, { field: 'content', sink, maxBytes: MAX_CONTENT_BYTES, elsewhere: PLAIN_TEXT_ELSEWHERE });
      unknown = unknownFields(createPasteSchema, body);
      if (unknown.length > 0 && query.strict === '1')
        throw new ValidationError(unknown.map((name) => ({ path: [name], message: 'unknown field' })));
      return parseWith(createPasteSchema, body);
    };
    const key = header('Idempotency-Key');
    const created = await (key === null ? pastes.create(principal, receive) : pasteRequests.create(principal, key, receive));
    return { status: 201, json: presentCreated(created, config.BASE_URL), headers: ignoredFields(unknown) };
  },
});

const PLAIN_TEXT_ELSEWHERE = '; plain text goes where /help.txt says';

/** A field that is nearly one of ours (`ttl`, `burn`) was meant, and did nothing: said, since the interface takes it. */
function ignoredFields(unknown: readonly string[]): Record<string, string> {
  const names = unknown.filter((name) => /^[\w-]{1,64}$/.test(name)).slice(0, 16);
  return names.length === 0 ? {} : { 'X-Service-Ignored-Fields': names.join(', ') };
}

const callOffPaste = defineRoute({
  method: 'DELETE',
  path: PATH,
  policy: api,
  key: 'optional',
  summary: 'Call off a create',
  document: {
    operationId: 'callOffPaste',
    tag,
    description:
      'For who sent a create with an `Idempotency-Key` and got no answer: deletes what it made, and lets it make nothing any more. `deleted` says whether there was a paste.',
  },
  headers: z.object({ 'Idempotency-Key': idempotencyKey('That of the create, sent by the same user.') }),
  responses: { 200: { description: 'Called off.', schema: z.strictObject({ deleted: z.boolean() }).meta({ id: 'CalledOff' }) } },
  errors: [400, 403],
  handle: async ({ header, principal, services }) => ({
    status: 200,
    json: { deleted: await services.pasteRequests.callOff(principal, header('Idempotency-Key') ?? '') },
  }),
});

const listPastes = defineRoute({
  method: 'GET',
  path: PATH,
  policy: api,
  key: 'needed',
  summary: 'List your pastes',
  document: { operationId: 'listPastes', tag, description: 'Newest first, without their contents.' },
  query: listPastesSchema,
  responses: {
    200: {
      description: 'A page of them.',
      schema: z.strictObject({ pastes: z.array(pasteSummarySchema) }).meta({ id: 'PasteList' }),
      headers: { Link: 'With `rel="next"`: the address of the next page. Not on the last one.' },
    },
  },
  errors: [400],
  async handle({ query: { limit, offset, before }, principal, services: { pastes, config } }) {
    const { pastes: listed, next } = await pastes.listPage(principal, limit, before ?? offset);
    return { status: 200, json: { pastes: listed.map(presentSummary) }, headers: nextPageLink(config.BASE_URL, limit, next) };
  },
});

const readPaste = defineRoute({
  method: 'GET',
  path: `${PATH}/:publicId`,
  policy: api,
  key: 'optional',
  summary: 'Read a paste',
  document: {
    operationId: 'readPaste',
    tag,
    description:
      'Counts as a view. A burn paste is returned once, then it is gone; a prefetch, a range or a conditional request is refused and leaves it alone.',
  },
  params: pasteParamsSchema,
  headers: z.object({
    'X-Service-Read-Token': z.string().optional().meta({ description: 'Of a burn paste created with `readProof`.' }),
    'X-Service-Claim': z.string().optional().meta({ description: 'Of a burn paste that the reader has claimed.' }),
  }),
  responses: { 200: { description: 'The paste.', schema: pasteSchema, isWritten: true } },
  errors: [403, 404, 412, 416],
  handle: ({ request, params, services }) => replyWithPaste(request, params.publicId, services.pastes, presentRead),
});

const checkPaste = defineRoute({
  method: 'HEAD',
  path: `${PATH}/:publicId`,
  policy: api,
  key: 'optional',
  summary: 'Ask whether a paste is there',
  document: { operationId: 'checkPaste', tag, description: 'Neither counts nor burns.' },
  params: pasteParamsSchema,
  responses: { 200: { description: 'It is there.' } },
  errors: [404],
  async handle({ params, services }) {
    await services.pastes.describe(params.publicId);
    return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: null };
  },
});

const deletePaste = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:publicId`,
  policy: api,
  key: 'optional',
  summary: 'Delete a paste',
  document: {
    operationId: 'deletePaste',
    tag,
    description: 'By its owner, by the holder of its manage token, or, of a paste with neither, by anybody who has its id.',
  },
  params: pasteParamsSchema,
  headers: manageToken,
  responses: { 200: { description: 'Deleted.', schema: z.strictObject({ deleted: z.literal(true) }).meta({ id: 'Deleted' }) } },
  errors: [403, 404],
  async handle({ params, header, principal, services }) {
    await services.pastes.remove(params.publicId, { principal, manageToken: header('X-Service-Manage-Token') });
    return { status: 200, json: { deleted: true } };
  },
});

const extendPaste = defineRoute({
  method: 'POST',
  path: `${PATH}/:publicId/extend`,
  policy: api,
  key: 'optional',
  summary: 'Extend a paste',
  document: {
    operationId: 'extendPaste',
    tag,
    description: 'Later by so much than it would have expired; one that never expires stays so.',
  },
  params: pasteParamsSchema,
  headers: manageToken,
  body: extendPasteSchema.meta({ id: 'Extension', example: { ttlSeconds: 86_400 } }),
  responses: { 200: { description: 'The new expiry.', schema: extendedPasteSchema } },
  errors: [400, 403, 404, 413, 415],
  async handle({ params: { publicId }, body: { ttlSeconds }, header, principal, services }) {
    const credentials = { principal, manageToken: header('X-Service-Manage-Token') };
    const { expiresAt } = await services.pastes.extend(publicId, ttlSeconds, credentials);
    return { status: 200, json: presentExtended(publicId, expiresAt) };
  },
});

export const pasteRoutes = [createPaste, callOffPaste, listPastes, readPaste, checkPaste, deletePaste, extendPaste];
