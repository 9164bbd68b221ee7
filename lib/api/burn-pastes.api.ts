import * as z from 'zod';
import { claimedPasteSchema, claimSchema, pasteParamsSchema } from '../pastes/paste.schema';
import { readAccess } from '../pastes/reading/paste-readers';
import { presentClaim } from '../pastes/service/paste.presenter';
import { presentReceipt } from '../receipts/receipt.presenter';
import { receiptSchema } from '../receipts/receipt.schema';
import { defineRoute } from './define-route';
import { optionalHeader, readHeaders } from './paste-headers';
import { countedBy } from './policies';

const PATH = '/api/v1/pastes/:publicId';
const ofOne = { tag: 'Pastes', key: 'optional', params: pasteParamsSchema } as const;
/** Requests of the one reader of a paste. They count against a limit of their own. */
const claiming = {
  ...ofOne,
  method: 'POST',
  policy: countedBy(({ limits }) => limits.claim),
  scope: 'pastes:read',
  body: claimSchema.meta({ id: 'Claim' }),
} as const;

/** Burns a paste for everybody but the caller, who may then fetch the paste until the lease ends. */
const claimPaste = defineRoute({
  ...claiming,
  path: `${PATH}/claim`,
  reads: true,
  summary: 'Claim a burn paste',
  operationId: 'claimPaste',
  description:
    'From now on the paste is gone for everybody else. A reader who sends the claim (`X-Service-Claim`) can read the paste any number of times until it is acknowledged or the lease ends. Requests count against a separate limit.',
  headers: readHeaders.pick({ 'X-Service-Read-Token': true }),
  responses: { 200: { description: 'The paste is claimed.', schema: claimedPasteSchema } },
  errors: ['not_found', 'read_token_required', 'nothing_to_claim'],
  handle: async ({ request, params, body, services }) => ({
    json: presentClaim(await services.pastes.claim(params.publicId, body.claim, readAccess(request))),
  }),
});

/** The reader has the content, so the server deletes the paste before the lease ends. */
const acknowledgePaste = defineRoute({
  ...claiming,
  path: `${PATH}/acknowledge`,
  summary: 'Say that a claimed paste has arrived',
  operationId: 'acknowledgePaste',
  description: 'Deletes the rest of the paste now. Without this request, the rest is deleted when the lease ends.',
  responses: {
    200: { description: 'The paste was deleted.', schema: z.strictObject({ acknowledged: z.literal(true) }).meta({ id: 'Acknowledged' }) },
  },
  errors: ['not_found'],
  async handle({ params, body, services }) {
    await services.pastes.acknowledge(params.publicId, body.claim);
    return { json: { acknowledged: true } };
  },
});

/** Tells what became of a burn paste. Reading a receipt changes nothing. */
const readReceipt = defineRoute({
  method: 'GET',
  ...ofOne,
  path: `${PATH}/receipt`,
  policy: countedBy(({ limits }) => limits.receipt),
  scope: 'pastes:manage',
  summary: 'What became of a burn paste',
  operationId: 'readReceipt',
  description:
    'For the owner of the paste, the holder of its manage token, or a reader who proves the key. Requests count against a separate limit.',
  headers: z.object({
    'X-Service-Manage-Token': optionalHeader('For a paste that was created with `protect`.'),
    'X-Service-Read-Token': optionalHeader('For a paste that was created with `readProof`.'),
  }),
  responses: { 200: { description: 'The receipt.', schema: receiptSchema } },
  errors: ['not_found'],
  async handle({ request, params, header, principal, services }) {
    const credentials = { ...readAccess(request), principal, manageToken: header('X-Service-Manage-Token') };
    return { json: presentReceipt(await services.receipts.find(params.publicId, credentials)) };
  },
});

export const burnPasteRoutes = [claimPaste, acknowledgePaste, readReceipt];
