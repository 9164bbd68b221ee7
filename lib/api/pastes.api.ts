import * as z from 'zod';
import { readJson } from '../http/body';
import { UnauthorizedError, ValidationError } from '../http/errors';
import { JSON_TYPE } from '../http/reply';
import { parseWith, unknownFields } from '../http/validation';
import { contentTooLarge } from '../pastes/paste.errors';
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
import { headForReader, replyWithPaste } from '../pastes/reading/paste-readers';
import { nextPageLink, presentCreated, presentExtended, presentRead, presentSummary } from '../pastes/service/paste.presenter';
import type { Receive } from '../pastes/service/paste-creation';
import { defineRoute, operations } from './define-route';
import { BODY_ERRORS, READ_ERRORS, STORAGE_ERRORS } from './errors.rules';
import { idempotencyKey, idempotentHeaders, optionalHeader, readHeaders } from './paste-headers';
import { api } from './policies';

const PATH = '/api/v1/pastes';
const ofAll = { tag: 'Pastes', policy: api, path: PATH } as const;
const creating = { ...ofAll, scope: 'pastes:create', key: 'optional' } as const;
const ofOne = { ...ofAll, key: 'optional', params: pasteParamsSchema } as const;
const reading = { ...ofOne, scope: 'pastes:read', reads: true } as const;

const managing = {
  ...ofOne,
  scope: 'pastes:manage',
  headers: z.object({
    'X-Service-Manage-Token': optionalHeader('For a paste that was created with `protect`. Its owner needs none.'),
  }),
} as const;

const STREAMED_CONTENT = {
  field: 'content',
  maxBytes: MAX_CONTENT_BYTES,
  tooLarge: contentTooLarge,
  elsewhere: '; plain text goes where /help.txt says',
};

export const pasteRoutes = operations({
  createPaste: defineRoute('POST', PATH, {
    ...creating,
    creates: true,
    summary: 'Create a paste',
    description: 'With a key, the paste belongs to the user of the key: it is in their list, and only they can extend or delete it.',
    headers: z.object({
      ...idempotentHeaders.shape,
      'X-Service-Account': z
        .string()
        .optional()
        .meta({
          description: '`needed`: without a valid key or session, refuse with 401 and create no anonymous paste.',
          enum: ['needed'],
        }),
    }),
    query: z.object({
      // Other values mean the same as no value.
      strict: z
        .string()
        .optional()
        .meta({
          description: 'Refuse unknown fields with 400. Without it, `X-Service-Ignored-Fields` in the response names them.',
          enum: ['1'],
        }),
    }),
    streamedBody: createPasteSchema.meta({ id: 'NewPaste', example: { content: 'hello', ttlSeconds: 86_400 } }),
    responses: {
      201: {
        description: 'The paste was created.',
        schema: createdPasteSchema,
        headers: { 'X-Service-Ignored-Fields': 'Names of unknown fields, which had no effect. Absent when there were none.' },
      },
    },
    errors: [...BODY_ERRORS, ...STORAGE_ERRORS, 'content_too_large', 'ttl_too_long', 'idempotency_key_reused', 'create_cancelled'],
    async handle({ request, query, header, principal, services: { idempotentCreates, config } }) {
      if (header('X-Service-Account') === 'needed' && principal === null) throw new UnauthorizedError();
      let unknown: string[] = [];
      const receive: Receive = async (sink) => {
        const body = await readJson(request, { sink, ...STREAMED_CONTENT });
        unknown = unknownFields(createPasteSchema, body);
        if (unknown.length > 0 && query.strict === '1')
          throw new ValidationError(unknown.map((name) => ({ path: [name], message: 'unknown field' })));
        return parseWith(createPasteSchema, body);
      };
      const created = await idempotentCreates.create(principal, header('Idempotency-Key'), receive);
      return { json: presentCreated(created, config.BASE_URL), headers: ignoredFields(unknown) };
    },
  }),
  callOffPaste: defineRoute('DELETE', PATH, {
    ...creating,
    summary: 'Cancel a create',
    description:
      'For a client that sent a create with an `Idempotency-Key` and got no response. Deletes the paste of that create; from then on, the create makes no paste. `deleted` says whether there was a paste.',
    headers: z.object({ 'Idempotency-Key': idempotencyKey('The `Idempotency-Key` of the create. The same user must send it.') }),
    responses: {
      200: { description: 'The create is cancelled.', schema: z.strictObject({ deleted: z.boolean() }).meta({ id: 'CalledOff' }) },
    },
    errors: ['validation'],
    handle: async ({ header, principal, services }) => ({
      json: { deleted: await services.idempotentCreates.callOff(principal, header('Idempotency-Key') ?? '') },
    }),
  }),
  listPastes: defineRoute('GET', PATH, {
    ...ofAll,
    scope: 'pastes:read',
    key: 'needed',
    summary: 'List your pastes',
    description: 'The newest paste comes first. The list has no contents.',
    query: listPastesSchema,
    responses: {
      200: {
        description: 'One page of the list.',
        schema: z.strictObject({ pastes: z.array(pasteSummarySchema) }).meta({ id: 'PasteList' }),
        headers: { Link: 'The address of the next page, with `rel="next"`. Absent on the last page.' },
      },
    },
    async handle({ query: { limit, offset, before }, principal, services: { pastes, config } }) {
      const { pastes: listed, next } = await pastes.listPage(principal, limit, before ?? offset);
      return { json: { pastes: listed.map(presentSummary) }, headers: nextPageLink(config.BASE_URL, limit, next) };
    },
  }),
  readPaste: defineRoute('GET', `${PATH}/:publicId`, {
    givesContent: true,
    ...reading,
    summary: 'Read a paste',
    description:
      'Counts as a view. A burn paste is returned once, then it is deleted; one with `maxReads` so often. A prefetch, a range or a conditional request for either is refused and burns nothing.',
    headers: readHeaders,
    responses: {
      200: { description: 'The paste.', schema: pasteSchema, isWritten: true },
      303: { description: 'A browser or a scanner that asks for a burn paste is sent to its page.', headers: { Location: 'The page.' } },
    },
    errors: READ_ERRORS,
    handle: ({ request, params, services }) => replyWithPaste(request, params.publicId, services.pastes, presentRead),
  }),
  checkPaste: defineRoute('HEAD', `${PATH}/:publicId`, {
    ...reading,
    summary: 'Ask whether a paste is there',
    description: 'Neither counts as a view nor burns.',
    responses: { 200: { description: 'The paste exists.' } },
    handle: async ({ request, params, context: { clientAddress }, services }) =>
      headForReader(request, await services.pastes.describe(params.publicId, clientAddress), { 'Content-Type': JSON_TYPE }),
  }),
  deletePaste: defineRoute('DELETE', `${PATH}/:publicId`, {
    ...managing,
    summary: 'Delete a paste',
    description:
      'The owner of a paste or the holder of its manage token can delete it. Anybody who has the id can delete a paste with neither, and one created with `readerMayDelete`: of an encrypted one whoever sends the read token.',
    headers: managing.headers.extend({
      'X-Service-Read-Token': optionalHeader('For an encrypted paste that was created with `readerMayDelete`.'),
    }),
    responses: {
      200: { description: 'The paste was deleted.', schema: z.strictObject({ deleted: z.literal(true) }).meta({ id: 'Deleted' }) },
    },
    async handle({ params, header, context: { clientAddress }, principal, services }) {
      const readToken = header('X-Service-Read-Token');
      await services.pastes.remove(params.publicId, { principal, manageToken: header('X-Service-Manage-Token'), readToken, clientAddress });
      return { json: { deleted: true } };
    },
  }),
  extendPaste: defineRoute('POST', `${PATH}/:publicId/extend`, {
    ...managing,
    summary: 'Extend a paste',
    description: 'Moves the expiry of the paste by the given time. A paste that never expires stays as it is.',
    body: extendPasteSchema.meta({ id: 'Extension', example: { ttlSeconds: 86_400 } }),
    responses: { 200: { description: 'The new expiry.', schema: extendedPasteSchema } },
    errors: ['ttl_too_long', 'rule'],
    async handle({ params: { publicId }, body: { ttlSeconds }, header, context: { clientAddress }, principal, services }) {
      const credentials = { principal, manageToken: header('X-Service-Manage-Token'), clientAddress };
      const { expiresAt } = await services.pastes.extend(publicId, ttlSeconds, credentials);
      return { json: presentExtended(publicId, expiresAt) };
    },
  }),
});

/** The header that names ignored fields: the interface accepts unknown fields, but `ttl` or `burn` is probably a mistake. */
function ignoredFields(unknown: readonly string[]): Record<string, string> {
  const names = unknown.filter((name) => /^[\w-]{1,64}$/.test(name)).slice(0, 16);
  return names.length === 0 ? {} : { 'X-Service-Ignored-Fields': names.join(', ') };
}
