import * as z from 'zod';
import { presentAs } from '../encoding/present';
import { type PieceSink, readJson } from '../http/body';
import { parseWith } from '../http/validation';
import { contentTooLarge } from '../pastes/paste.errors';
import { MAX_CONTENT_BYTES } from '../pastes/paste.rules';
import { presentOwnRequest, urlOf } from '../requests/request.presenter';
import {
  answerListSchema,
  answerReceiptSchema,
  answerSchema,
  codeParamsSchema,
  codeSchema,
  createAnswerSchema,
  createdAnswerSchema,
  createdRequestSchema,
  createRequestSchema,
  endedRequestSchema,
  endRequestSchema,
  listRequestsSchema,
  requestListSchema,
  requestParamsSchema,
  requestSchema,
} from '../requests/request.schema';
import { defineRoute, operations } from './define-route';
import { BODY_ERRORS, STORAGE_ERRORS } from './errors.rules';
import { optionalHeader } from './paste-headers';
import { api, countedBy, SAFE_METHODS } from './policies';

const PATH = '/api/v1/requests';

/** “hello” for the public key in the example of a request, made with jose. */
const ANSWER_EXAMPLE =
  'eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00iLCJlcGsiOnsieCI6IkZEQXcxaks4ajA4UU1kaVFmVWY2c3Y3YTZId0ticnlhT0doRlVt' +
  'MlRSNTgiLCJjcnYiOiJQLTI1NiIsImt0eSI6IkVDIiwieSI6ImNmcVI4LTNIOG9MN0pTNHJiMnZFdF9QUHk3TE9zN01BdHlBaTZ2UjA5eDgifX0.' +
  'HUG0aDH5qOtOJznnsWTe2Oqrc8JLrXWSKLRd4JUk_x3U0sm5yXyNzw.RXJRv9CTlGA7-d77.qYSR5gGpdQ4GygwgRptMH8MMobzOOzamsQ.tWvY1ZYpQcXrny0nTsNcTQ';

/** Askers poll for answers; these requests have a limit of their own, so that the others keep theirs. */
const polled = countedBy(({ limits }, { method }) => (SAFE_METHODS.has(method) ? limits.receipt : null));

const ofAll = { tag: 'Requests', policy: api, path: PATH } as const;
const ofOne = { ...ofAll, key: 'optional', params: requestParamsSchema } as const;
const headers = z.object({
  'X-Service-Manage-Token': optionalHeader('For a request that was created without an account. Its owner needs none.'),
});

export const requestRoutes = operations({
  createRequest: defineRoute('POST', PATH, {
    ...ofAll,
    creates: true,
    scope: 'pastes:create',
    key: 'optional',
    summary: 'Ask for secrets',
    description:
      'Makes a link by which others send secrets that only the holder of the private key can read. With a key, the request and its answers belong to the user of the key.',
    body: createRequestSchema.meta({
      id: 'NewRequest',
      example: {
        publicKey: {
          kty: 'EC',
          crv: 'P-256',
          x: 'kz_8hAlkoMBTYD6JRNDkjjuigflz36HWvV8i1qwJdpI',
          y: 'Lgykf9FDPTDT_dpPS8weumIb5rKqdhod1TaDB4bKCDs',
        },
        label: 'The password of the printer',
        ttlSeconds: 86_400,
      },
    }),
    responses: { 201: { description: 'The request was created.', schema: createdRequestSchema } },
    errors: [...STORAGE_ERRORS, 'ttl_too_long', 'too_many_secret_requests', 'code_taken'],
    async handle({ body, principal, services: { secretRequests, config } }) {
      const { manageToken, ...created } = await secretRequests.create(principal, body);
      const url = urlOf(created.requestId, config.BASE_URL);
      return { json: presentAs(createdRequestSchema, { ...created, url, manageToken: manageToken ?? undefined }) };
    },
  }),
  listRequests: defineRoute('GET', PATH, {
    ...ofAll,
    scope: 'pastes:read',
    key: 'needed',
    summary: 'List your requests',
    description: 'The newest request comes first.',
    query: listRequestsSchema,
    responses: { 200: { description: 'One page of the list.', schema: requestListSchema } },
    async handle({ query: { limit, offset }, principal, services: { secretRequests, config } }) {
      const listed = await secretRequests.list(principal, limit, offset);
      return { json: { requests: listed.map((request) => presentOwnRequest(request, config.BASE_URL)) } };
    },
  }),
  readRequest: defineRoute('GET', `${PATH}/:requestId`, {
    ...ofOne,
    scope: 'pastes:read',
    summary: 'Read a request',
    description:
      'What an answer needs. Check the thumbprint of the public key against the fragment of the link before you encrypt for it: the service could show another key.',
    responses: { 200: { description: 'The request.', schema: requestSchema } },
    handle: async ({ params: { requestId }, services }) => ({
      json: presentAs(requestSchema, await services.secretRequests.find(requestId)),
    }),
  }),
  readCode: defineRoute('GET', '/api/v1/codes/:code', {
    ...ofAll,
    key: 'optional',
    policy: countedBy(({ limits }) => limits.code),
    params: codeParamsSchema,
    scope: 'pastes:read',
    summary: 'Find a request by its code',
    description:
      'While the request is open. Compute the code of this public key before you encrypt for it: the service could show another key. Each address has ten tries a minute.',
    responses: { 200: { description: 'What an answer needs.', schema: codeSchema } },
    handle: async ({ params: { code }, services }) => ({ json: presentAs(codeSchema, await services.secretRequests.findByCode(code)) }),
  }),
  endRequest: defineRoute('DELETE', `${PATH}/:requestId`, {
    ...ofOne,
    scope: 'pastes:manage',
    summary: 'End a request',
    description:
      'For its owner or the holder of its manage token. The request takes no more answers. Answers that wait stay, unless you say otherwise.',
    query: endRequestSchema,
    headers,
    responses: { 200: { description: 'The request has ended.', schema: endedRequestSchema } },
    async handle({ params: { requestId }, query: { answers }, header, principal, services }) {
      const credentials = { principal, manageToken: header('X-Service-Manage-Token') };
      const deletedAnswers = await services.secretRequests.end(requestId, answers === 'delete', credentials);
      return { json: { ended: true, deletedAnswers } };
    },
  }),
  createAnswer: defineRoute('POST', `${PATH}/:requestId/answers`, {
    ...ofOne,
    policy: polled,
    scope: 'pastes:create',
    summary: 'Answer a request',
    description: 'Needs no account. The answer is a paste of the asker: only they learn its public id. A full request is 409.',
    headers: z.object({
      'Idempotency-Key': z.string().optional().meta({
        description:
          'With 32 random bytes as 43 characters of base64url, an answer whose response was lost can be sent again: it is stored once. The key is then the `receiptToken`.',
        pattern: '^[A-Za-z0-9_-]{43}$',
      }),
    }),
    streamedBody: createAnswerSchema.meta({ id: 'NewAnswer', example: { content: ANSWER_EXAMPLE } }),
    responses: { 201: { description: 'The answer was stored.', schema: createdAnswerSchema } },
    errors: [...BODY_ERRORS, 'content_too_large', 'not_an_answer', 'request_full', 'no_room', 'key_required', 'storage_full', 'disk_full'],
    async handle({ request, params: { requestId }, header, services: { secretRequests } }) {
      const receive = async (sink: PieceSink) => {
        parseWith(
          createAnswerSchema,
          await readJson(request, { field: 'content', sink, maxBytes: MAX_CONTENT_BYTES, tooLarge: contentTooLarge }),
        );
      };
      return { json: presentAs(createdAnswerSchema, await secretRequests.answer(requestId, receive, header('Idempotency-Key'))) };
    },
  }),
  listAnswers: defineRoute('GET', `${PATH}/:requestId/answers`, {
    ...ofOne,
    policy: polled,
    scope: 'pastes:read',
    summary: 'List the answers to a request',
    description:
      'For the owner of the request or the holder of its manage token. Each answer is read as a paste. The newest answer comes first. Requests count against a separate limit.',
    headers,
    responses: { 200: { description: 'The request and its answers.', schema: answerListSchema } },
    errors: ['forbidden'],
    async handle({ params: { requestId }, header, principal, services: { secretRequests, config } }) {
      const credentials = { principal, manageToken: header('X-Service-Manage-Token') };
      const { request, answers } = await secretRequests.listAnswers(requestId, credentials);
      const shown = answers.map((each) => presentAs(answerSchema, each));
      return { json: { request: presentOwnRequest(request, config.BASE_URL), vault: request.vault, answers: shown } };
    },
  }),
  readAnswerReceipt: defineRoute('GET', `${PATH}/:requestId/receipt`, {
    ...ofOne,
    policy: polled,
    scope: 'pastes:read',
    summary: 'What became of an answer',
    description: 'For whoever answered. Requests count against a separate limit.',
    headers: z.object({ 'X-Service-Receipt-Token': optionalHeader('From the response to the answer.') }),
    responses: { 200: { description: 'The receipt.', schema: answerReceiptSchema } },
    handle: async ({ params: { requestId }, header, services }) => ({
      json: presentAs(answerReceiptSchema, await services.secretRequests.receipt(requestId, header('X-Service-Receipt-Token'))),
    }),
  }),
});
