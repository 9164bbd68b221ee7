/**
 * Creates pastes by the tools of every shell: `curl -T FILE`, `cmd | curl -T -`, `-F file=@FILE`, `--data-binary`.
 *
 * Guarantees: the same limits, policies and log as POST /api/v1/pastes; cookies are ignored; a client that waits for
 * `100 Continue` is refused before it sends the body.
 * Not protected: the server sees the text. `e2ee=1` is for a text that the client has encrypted itself.
 */

import * as z from 'zod';
import type { Services } from '../composition/services';
import { PRIVATE_HEADERS } from '../http/headers';
import { JSON_TYPE, json, plainError, type Reply, TEXT_TYPE, wantsJson } from '../http/reply';
import { apiKeyOrPasswordIn } from '../http/sent-api-key';
import { PLAIN_TEXT } from '../languages/language.rules';
import { languageOfName } from '../languages/language-files.rules';
import { createdPasteSchema, pasteParamsSchema } from '../pastes/paste.schema';
import { headForReader, refuseOtherSites, replyWithPaste } from '../pastes/reading/paste-readers';
import { presentCreated, presentDocument } from '../pastes/service/paste.presenter';
import type { CreatedPaste } from '../pastes/service/paste-creation';
import { shareXUploader } from '../uploads/sharex';
import { readUpload } from '../uploads/upload-body';
import { uploadManual } from '../uploads/upload-manual';
import {
  formOptionsSchema,
  type GivenOptions,
  optionsBeside,
  pasteFieldsOf,
  queryOptionsSchema,
  RECIPIENT_HEADER,
  refuseOptionHeaders,
  throwInUploadNames,
} from '../uploads/upload-options';
import { type ApiCall, defineRoute, operations } from './define-route';
import { READ_ERRORS, STORAGE_ERRORS } from './errors.rules';
import { idempotentHeaders, optionalHeader } from './paste-headers';
import { admit, api, type Policy, uncounted } from './policies';

/** Names that curl sends for a file without a name. */
const NO_NAMES = ['', '-'];

const policy: Policy = {
  headers: PRIVATE_HEADERS,
  isBesidePages: true,
  isRateLimited: true,
  errorTypes: ['text/plain', 'application/json'],
  admit(arrival, replyHeaders) {
    refuseOtherSites(arrival.request, arrival.services.config.BASE_URL);
    return admit(arrival, replyHeaders, apiKeyOrPasswordIn(arrival.request.headers), null);
  },
  presentError: (request, status, body) => (wantsJson(request.headers.get('accept')) ? json(status, body) : plainError(status, body)),
};

const tag = 'Uploads';
const text = z.string().min(1).meta({ description: 'The text in UTF-8, up to 10 MiB.', example: 'hello' });
const envelope = z.string().meta({ description: 'A JWE in compact form, which the client has encrypted. The same as `e2ee=1`.' });
const form = formOptionsSchema.extend({
  file: z.string().meta({
    description: 'The text, as a file or as a field. A field or file `content` does the same. Any other name of a file is refused.',
    format: 'binary',
  }),
});
const rawBody = { 'text/plain': text, 'application/jose': envelope };

const responses = {
  201: {
    description: 'The paste was created. The body is its link; with `Accept: application/json`, the same as of `POST /api/v1/pastes`.',
    contentTypes: ['text/plain', 'application/json'],
    jsonSchema: createdPasteSchema,
    headers: {
      Location: 'The link.',
      'X-Service-Raw-Url': 'The address of the content alone.',
      'X-Service-Manage-Token': 'Extends and deletes the paste. Absent when the paste belongs to a key.',
      'X-Service-Release-Token': 'With `approval` only: each releases readers. With two, a comma is between them.',
      Expires: 'When the paste is gone. Absent when it never expires.',
    },
  },
} as const;

const UPLOAD_ERRORS = [
  ...STORAGE_ERRORS,
  'validation',
  'bad_request',
  'body_too_large',
  'content_too_large',
  'unsupported_media_type',
  'ttl_too_long',
  'idempotency_key_reused',
  'create_cancelled',
] as const;

const common = {
  tag,
  policy,
  scope: 'pastes:create',
  creates: true,
  key: 'optional',
  query: queryOptionsSchema,
  headers: idempotentHeaders.extend({ [RECIPIENT_HEADER]: optionalHeader('The option `recipient`, which the query must not have.') }),
  responses,
  errors: UPLOAD_ERRORS,
} as const;

const manualOf = ({ site, config }: Services) => uploadManual(site.name, config.BASE_URL, config.EXPIRY_OPTIONS.preselected);

export const uploadRoutes = operations({
  upload: defineRoute('PUT', '/', {
    ...common,
    summary: 'Create a paste with curl -T',
    description: 'The body is the text, whatever its `Content-Type`. The key can also be the password of HTTP Basic.',
    rawBody,
    handle: (call) => upload(call, '').catch(throwInUploadNames),
  }),
  uploadForm: defineRoute('POST', '/', {
    ...common,
    summary: 'Create a paste with curl -F or --data-binary',
    description:
      'The body is a form with a file, fields that are encoded for an address (`content`, and options), or the text itself, whatever its `Content-Type`. Options are fields or in the query.',
    rawBody: { 'multipart/form-data': form, ...rawBody },
    handle: (call) => upload(call, '').catch(throwInUploadNames),
  }),
  uploadNamed: defineRoute('PUT', '/:name', {
    ...common,
    summary: 'Create a paste with curl -T, with a name',
    description: 'The body is the text. The name becomes the title, and its ending the language.',
    params: z.object({ name: z.string().meta({ description: 'The name of the file.', example: 'notes.md' }) }),
    rawBody,
    handle: (call) => upload(call, call.params.name).catch(throwInUploadNames),
  }),
  /** The interface of haste-server, for the tools that speak it. */
  createDocument: defineRoute('POST', '/documents', {
    tag,
    policy: api,
    scope: 'pastes:create',
    creates: true,
    key: 'optional',
    summary: 'Create a paste as haste-server does',
    description: 'For tools that speak the interface of haste-server. The body is the text.',
    rawBody: { 'text/plain': text },
    responses: { 200: { description: 'The id of the paste.', schema: z.strictObject({ key: z.string() }).meta({ id: 'DocumentKey' }) } },
    errors: UPLOAD_ERRORS,
    headers: idempotentHeaders,
    async handle({ request, header, principal, services: { idempotentCreates } }) {
      refuseOptionHeaders(request.headers);
      const created = await idempotentCreates
        .create(principal, header('Idempotency-Key'), async (sink) => {
          const { options } = await readUpload(request, sink);
          return pasteFieldsOf(options, { title: '', syntax: PLAIN_TEXT, isE2ee: false });
        })
        .catch(throwInUploadNames);
      return { json: { key: created.publicId } };
    },
  }),
  readDocument: defineRoute('GET', '/documents/:publicId', {
    givesContent: true,
    tag,
    policy: api,
    scope: 'pastes:read',
    key: 'optional',
    reads: true,
    summary: 'Read a paste as from haste-server',
    description: 'Counts as a view. A burn paste is returned once, as by `GET /api/v1/pastes/{publicId}`.',
    params: pasteParamsSchema,
    responses: {
      200: {
        description: 'The id and the text of the paste.',
        schema: z.strictObject({ key: z.string(), data: z.string() }).meta({ id: 'Document' }),
        isWritten: true,
      },
      303: { description: 'A browser or a scanner that asks for a burn paste is sent to its page.', headers: { Location: 'The page.' } },
    },
    errors: READ_ERRORS,
    handle: ({ request, params, services }) => replyWithPaste(request, params.publicId, services.pastes, presentDocument),
  }),
  checkDocument: defineRoute('HEAD', '/documents/:publicId', {
    policy: api,
    scope: 'pastes:read',
    key: 'optional',
    reads: true,
    summary: 'Ask whether a paste is there, as of haste-server',
    params: pasteParamsSchema,
    responses: { 200: { description: 'The paste exists.' } },
    handle: async ({ request, params, context, services }) =>
      headForReader(request, await services.pastes.describe(params.publicId, context.clientAddress), { 'Content-Type': JSON_TYPE }),
  }),
  readManual: defineRoute('GET', '/help.txt', {
    tag,
    // The manual is made from the configuration alone.
    policy: uncounted(PRIVATE_HEADERS),
    summary: 'How to paste from a terminal',
    description: 'A manual of one screen, with the address of this service in it.',
    responses: { 200: { description: 'The manual.', contentTypes: ['text/plain'] } },
    handle: async ({ services }) => ({ status: 200, headers: { 'Content-Type': TEXT_TYPE }, body: manualOf(services) }),
  }),
  readShareX: defineRoute('GET', '/sealpaste.sxcu', {
    // The file is made from the configuration alone.
    policy: uncounted(PRIVATE_HEADERS),
    summary: 'The file that teaches ShareX to upload here',
    responses: { 200: { description: 'A custom uploader.', contentTypes: ['application/json'] } },
    handle: async ({ services }) =>
      json(200, shareXUploader(services.config.BASE_URL), { 'Content-Disposition': 'attachment; filename="sealpaste.sxcu"' }),
  }),
});

/** @param nameInAddress of the file; '' for none */
async function upload({ request, principal, services: { idempotentCreates, config } }: ApiCall, nameInAddress: string): Promise<Reply> {
  refuseOptionHeaders(request.headers);
  const beside = optionsBeside(request.url, request.headers);
  const fieldsOf = (given: GivenOptions, fileName: string | null) => {
    const name = [fileName, nameInAddress].find((each) => each !== null && !NO_NAMES.includes(each)) ?? '';
    return pasteFieldsOf(given, {
      title: name,
      syntax: languageOfName(name) ?? PLAIN_TEXT,
      isE2ee: /^application\/jose\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''),
    });
  };
  // Wrong options beside the body are refused before the client sends it.
  fieldsOf(beside, null);
  const created = await idempotentCreates.create(principal, request.headers.get('idempotency-key'), async (sink) => {
    const { fileName, options } = await readUpload(request, sink);
    return fieldsOf([...beside, ...options], fileName);
  });
  return presentUpload(request, created, config.BASE_URL);
}

function presentUpload(request: Request, created: CreatedPaste, baseUrl: string): Reply {
  const presented = presentCreated(created, baseUrl);
  const headers = {
    Location: presented.url,
    'X-Service-Raw-Url': presented.rawUrl,
    ...(created.manageToken === null ? {} : { 'X-Service-Manage-Token': created.manageToken }),
    ...(created.releaseTokens && { 'X-Service-Release-Token': created.releaseTokens.join(', ') }),
    ...(created.expiresAt === null ? {} : { Expires: new Date(created.expiresAt).toUTCString() }),
  };
  if (wantsJson(request.headers.get('accept'))) return json(201, presented, headers);
  return { status: 201, headers: { ...headers, 'Content-Type': TEXT_TYPE }, body: `${presented.url}\n` };
}
