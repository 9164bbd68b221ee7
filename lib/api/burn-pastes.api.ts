import * as z from 'zod';
import { claimedPasteSchema, claimSchema, pasteParamsSchema } from '../pastes/paste.schema';
import { readAccess } from '../pastes/reading/paste.readers';
import { presentClaim } from '../pastes/service/paste.presenter';
import { presentReceipt } from '../receipts/receipt.presenter';
import { receiptSchema } from '../receipts/receipt.schema';
import { defineRoute } from './define-route';
import { countedBy } from './policies';

const tag = 'Pastes';
const body = claimSchema.meta({ id: 'Claim' });
const counted = countedBy(({ claimLimiter }) => claimLimiter);

/** Burns a paste for everybody but who asks, who may then fetch it until the lease ends. */
const claimPaste = defineRoute({
  method: 'POST',
  path: '/api/v1/pastes/:publicId/claim',
  policy: counted,
  scope: 'pastes:read',
  key: 'optional',
  reads: true,
  summary: 'Claim a burn paste',
  document: {
    operationId: 'claimPaste',
    tag,
    description:
      'From now on the paste is gone for everybody else. A reader who sends the claim (`X-Service-Claim`) can read the paste any number of times until it is acknowledged or the lease ends. Requests count against a separate limit.',
  },
  params: pasteParamsSchema,
  headers: z.object({
    'X-Service-Read-Token': z.string().optional().meta({ description: 'For a burn paste that was created with `readProof`.' }),
  }),
  body,
  responses: { 200: { description: 'The paste is claimed.', schema: claimedPasteSchema } },
  errors: [400, 403, 404, 409, 413, 415],
  handle: async ({ request, params, body, services }) => ({
    status: 200,
    json: presentClaim(await services.pastes.claim(params.publicId, body.claim, readAccess(request))),
  }),
});

/** The claimant has what it came for: nothing needs to be kept any longer. */
const acknowledgePaste = defineRoute({
  method: 'POST',
  path: '/api/v1/pastes/:publicId/acknowledge',
  policy: counted,
  scope: 'pastes:read',
  key: 'optional',
  summary: 'Say that a claimed paste has arrived',
  document: {
    operationId: 'acknowledgePaste',
    tag,
    description: 'Deletes the rest of the paste now. Without this request, the rest is deleted when the lease ends.',
  },
  params: pasteParamsSchema,
  body,
  responses: {
    200: { description: 'The paste was deleted.', schema: z.strictObject({ acknowledged: z.literal(true) }).meta({ id: 'Acknowledged' }) },
  },
  errors: [400, 404, 413, 415],
  async handle({ params, body, services }) {
    await services.pastes.acknowledge(params.publicId, body.claim);
    return { status: 200, json: { acknowledged: true } };
  },
});

const proof = (description: string) => z.string().optional().meta({ description });

/** What became of it. Looks, and changes nothing. */
const readReceipt = defineRoute({
  method: 'GET',
  path: '/api/v1/pastes/:publicId/receipt',
  policy: countedBy(({ receiptLimiter }) => receiptLimiter),
  scope: 'pastes:manage',
  key: 'optional',
  summary: 'What became of a burn paste',
  document: {
    operationId: 'readReceipt',
    tag,
    description:
      'For the owner of the paste, the holder of its manage token, or a reader who proves the key. Requests count against a separate limit.',
  },
  params: pasteParamsSchema,
  headers: z.object({
    'X-Service-Manage-Token': proof('For a paste that was created with `protect`.'),
    'X-Service-Read-Token': proof('For a paste that was created with `readProof`.'),
  }),
  responses: { 200: { description: 'The receipt.', schema: receiptSchema } },
  errors: [404],
  async handle({ request, params, header, principal, services }) {
    const credentials = { ...readAccess(request), principal, manageToken: header('X-Service-Manage-Token') };
    return { status: 200, json: presentReceipt(await services.receipts.find(params.publicId, credentials)) };
  },
});

export const burnPasteRoutes = [claimPaste, acknowledgePaste, readReceipt];
