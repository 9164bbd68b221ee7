/** Shapes of the endpoints of request links; docs/requests.md describes what they carry. */
import * as z from 'zod';
import { CODE_PATTERN } from '../envelope/envelope.rules';
import { pagingSchema } from '../http/paging';
import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT, PUBLIC_ID, TOKEN_PATTERN } from '../pastes/paste.rules';
import { serviceToken, shortText, ttlSeconds } from '../pastes/paste.schema';
import { MAX_ANSWERS, MAX_CODE_SECONDS, MAX_LABEL_CHARACTERS, MAX_SEALED_CHARACTERS, MAX_VAULT_CHARACTERS } from './request.rules';

/** 32 bytes, as RFC 7518 §6.2.1.2 writes a coordinate on P-256. */
const coordinate = z.string().regex(TOKEN_PATTERN, 'expected 32 bytes as 43 characters of base64url');

const publicKey = z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate });

/** Drops other members (`kid`, `use`, `ext`), which are not part of the thumbprint, and refuses a private member. */
const givenPublicKey = z
  .looseObject(publicKey.shape)
  .refine((key) => !('d' in key), {
    path: ['d'],
    error: 'expected the public key alone: "d" is the private key, which nobody else may have',
  })
  .transform(({ kty, crv, x, y }) => ({ kty, crv, x, y }))
  .meta({ description: 'The public key of the asker, as a JWK (RFC 7517): EC on P-256, without `d`.' });

const compactJwe = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters, `expected at most ${maxCharacters} characters`)
    .regex(/^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/, 'expected a compact JWE (RFC 7516)')
    .optional();

const code = z
  .string()
  .regex(CODE_PATTERN, "expected 8 characters of Crockford's base32 in upper case, without a hyphen")
  .meta({ example: '8TT4EM4M' });

export const createRequestSchema = z
  .object({
    publicKey: givenPublicKey,
    label: shortText(MAX_LABEL_CHARACTERS).default('').meta({
      description: 'What is asked for. Shown to whoever has the link. Stored encrypted, but the service can read it: `sealed` hides it.',
    }),
    sealed: compactJwe(MAX_SEALED_CHARACTERS).meta({
      description: 'What is asked for, encrypted under a key that the request link has after its thumbprint. In place of `label`.',
    }),
    vault: compactJwe(MAX_VAULT_CHARACTERS).meta({
      description: 'Whatever the asker needs to read answers, encrypted under a key in their inbox link. The list of answers returns it.',
    }),
    manageProof: z.string().regex(TOKEN_PATTERN, 'expected 32 bytes as 43 characters of base64url').optional().meta({
      description: 'SHA-256 of a manage token of your own, which then reads the answers and ends the request besides the account, if any.',
    }),
    ttlSeconds: ttlSeconds.meta({ description: 'How long answers are taken, in seconds. An answer then waits for the same time.' }),
    maxAnswers: z
      .int()
      .min(1, 'expected at least 1')
      .max(MAX_ANSWERS, `expected at most ${MAX_ANSWERS}`)
      .default(1)
      .meta({ description: 'How many answers are taken in all.' }),
    burnAfterRead: z.boolean().default(true).meta({ description: 'Each answer can be read once.' }),
    code: code.optional().meta({
      description: `The code of the public key, by which the request is found for at most ${MAX_CODE_SECONDS} seconds; takes one answer. The service doesn't compute it: whoever types it does.`,
    }),
  })
  // The asker of a request with a code waits for one answer.
  .refine(({ code, ttlSeconds }) => code === undefined || ttlSeconds <= MAX_CODE_SECONDS, {
    path: ['ttlSeconds'],
    error: `expected at most ${MAX_CODE_SECONDS} seconds with a code`,
  })
  .refine(({ code, maxAnswers }) => code === undefined || maxAnswers === 1, { path: ['maxAnswers'], error: 'expected 1 with a code' });

const requestId = z.string().regex(PUBLIC_ID).meta({ description: 'Identifier of the request.', example: 'qD0PmT6hXc3nWv8sJ1yKbE5u' });
const publicId = z.string().regex(PUBLIC_ID).meta({ description: 'Public identifier of the answer, which is a paste.' });
const time = z.iso.datetime();

export const requestParamsSchema = z.object({ requestId });
export const codeParamsSchema = z.object({ code });

export const createdRequestSchema = z
  .strictObject({
    requestId,
    url: z
      .url()
      .meta({ description: 'The link without its fragment. Add `#` and the thumbprint (RFC 7638, SHA-256) of your own public key.' }),
    expiresAt: time,
    manageToken: serviceToken.optional().meta({
      description: 'Without account and `manageProof` only, and only here: what fetching the answers and ending the request need.',
    }),
  })
  .meta({ id: 'CreatedRequest' });

const shown = {
  requestId,
  publicKey,
  label: z.string().meta({ description: 'Empty: none. The word of the service: nothing proves that the asker wrote it.' }),
  sealed: z.string().nullable().meta({ description: 'What is asked for, encrypted. Null: `label` says it.' }),
  createdAt: time,
  expiresAt: time.meta({ description: 'Until when answers are taken.' }),
  maxAnswers: z.int().min(1).max(MAX_ANSWERS),
  answersLeft: z.int().min(0).max(MAX_ANSWERS).meta({ description: '0: no more answers are taken.' }),
  burnAfterRead: z.boolean(),
};

export const requestSchema = z.strictObject(shown).meta({ id: 'Request' });

export const codeSchema = z.strictObject({ requestId, publicKey, expiresAt: shown.expiresAt }).meta({ id: 'CodeRequest' });

export const ownRequestSchema = z
  .strictObject({
    ...shown,
    url: z.url().meta({ description: 'The link without its fragment.' }),
    state: z
      .enum(['open', 'full', 'expired', 'ended'])
      .meta({ description: '`full`: as many answers came as were asked for. `ended`: by its asker.' }),
    waitingAnswers: z.int().min(0).meta({ description: 'Answers that can be read now.' }),
    keptUntil: time.meta({ description: 'Then the service forgets the request.' }),
  })
  .meta({ id: 'OwnRequest' });

export const listRequestsSchema = pagingSchema(DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT);
export const requestListSchema = z.strictObject({ requests: z.array(ownRequestSchema) }).meta({ id: 'RequestList' });

/** Body of POST /api/v1/requests/:requestId/answers. `content` is streamed separately: this schema only says that it is a string. */
export const createAnswerSchema = z.object({
  content: z.string().meta({
    description: 'A compact JWE (RFC 7516) for the public key of the request: `alg` ECDH-ES+A256KW, `enc` A256GCM. Up to 10 MiB.',
    minLength: 1,
  }),
});

/** The response to an answer. It holds nothing that gives a right to read or delete the answer: only the asker has those. */
export const createdAnswerSchema = z
  .strictObject({
    createdAt: time,
    expiresAt: time.meta({ description: 'Until when the asker can read the answer.' }),
    answersLeft: z.int().min(0),
    receiptToken: serviceToken
      .nullable()
      .meta({ description: 'Only here: what the receipt needs. Null: the answer can be read more than once, and has no receipt.' }),
  })
  .meta({ id: 'CreatedAnswer' });

const answerState = z
  .enum(['created', 'opened', 'expired', 'deleted'])
  .meta({ description: '`created`: it waits for its asker. The others, as of any burn paste, say how it ended.' });

export const answerSchema = z
  .strictObject({
    publicId: publicId
      .nullable()
      .meta({ description: 'Read it like any burn paste: claim, fetch, acknowledge. Null: it is gone and forgotten.' }),
    state: answerState,
    createdAt: time,
    expiresAt: time.nullable().meta({ description: 'Null: it is gone, or was extended for ever.' }),
  })
  .meta({ id: 'Answer' });

/** The request and its answers, the newest first. */
export const answerListSchema = z
  .strictObject({
    request: ownRequestSchema,
    vault: z.string().nullable().meta({ description: 'As it was given with the request.' }),
    answers: z.array(answerSchema),
  })
  .meta({ id: 'AnswerList' });

/** Query of DELETE /api/v1/requests/:requestId. */
export const endRequestSchema = z.object({
  answers: z
    .enum(['keep', 'delete'], 'expected keep or delete')
    .default('keep')
    .meta({ description: '`keep`: answers that wait stay until they are read or expire. `delete`: they go, too.' }),
});

export const endedRequestSchema = z.strictObject({ ended: z.literal(true), deletedAnswers: z.int().min(0) }).meta({ id: 'EndedRequest' });

/** The state of an answer, for its sender. */
export const answerReceiptSchema = z
  .strictObject({ state: answerState, createdAt: time, at: time.meta({ description: 'Since when it is so.' }) })
  .meta({ id: 'AnswerReceipt' });

/** Bodies of responses; times in ISO 8601. */
export type PublicKeyJson = z.output<typeof publicKey>;
export type SecretRequestJson = z.output<typeof requestSchema>;
export type CodeRequestJson = z.output<typeof codeSchema>;
export type OwnSecretRequestJson = z.output<typeof ownRequestSchema>;
export type CreatedAnswerJson = z.output<typeof createdAnswerSchema>;
export type AnswerJson = z.output<typeof answerSchema>;
export type AnswerListJson = z.output<typeof answerListSchema>;

export type SecretRequestFields = z.output<typeof createRequestSchema>;
