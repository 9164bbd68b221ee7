import * as z from 'zod';
import { clientName } from '../http/client-name';
import { inRequestLanguage } from '../http/request-language';
import { claimCodeSchema, claimedPasteSchema, claimSchema, pasteParamsSchema, waitingClaimSchema } from '../pastes/paste.schema';
import { readAccess } from '../pastes/reading/paste-readers';
import { isWaiting } from '../pastes/reading/paste-waiting';
import { preferredWaitMs } from '../pastes/reading/paste-waits';
import { presentClaim, presentWaitingClaim } from '../pastes/service/paste.presenter';
import { presentReceipt } from '../receipts/receipt.presenter';
import { receiptSchema } from '../receipts/receipt.schema';
import { defineRoute, doneAfter, operations } from './define-route';
import { optionalHeader, readHeaders } from './paste-headers';
import { countedBy } from './policies';

const PATH = '/api/v1/pastes/:publicId';
const ofOne = { tag: 'Pastes', key: 'optional', params: pasteParamsSchema } as const;
/** Requests of the one reader of a paste. They count against a limit of their own. */
const claiming = {
  ...ofOne,
  policy: countedBy(({ limits }) => limits.claim),
  scope: 'pastes:read',
  body: claimSchema.meta({ id: 'Claim' }),
} as const;

export const burnPasteRoutes = operations({
  /** Burns a paste for everybody but the caller, who may then fetch the paste until the lease ends. */
  claimPaste: defineRoute('POST', `${PATH}/claim`, {
    ...claiming,
    reads: true,
    summary: 'Claim a burn paste',
    description:
      'From now on the paste is gone for everybody else. A reader who sends the claim (`X-Service-Claim`) can read the paste any number of times until it is acknowledged or the lease ends. A paste with `approvals` responds 202 and a code until its sender has released the claim; send the claim again to learn that. One with a recipient responds 202 with `by: mail`, and mails a code to the recipient: send that to `/claim/code`. Requests count against a separate limit.',
    headers: readHeaders.pick({ 'X-Service-Read-Token': true }).extend({
      Prefer: optionalHeader(
        '`wait=25`: a claim that waits already is answered when its sender has decided, or after so many seconds, up to 25.',
      ),
    }),
    responses: {
      200: { description: 'The paste is claimed.', schema: claimedPasteSchema },
      202: { description: 'The claim waits for the sender, or for a code that is mailed. Nothing has burned.', schema: waitingClaimSchema },
    },
    errors: ['read_token_required', 'refused', 'nothing_to_claim', 'not_waiting', 'too_many_waiting', 'too_many_codes'],
    async handle({ request, params: { publicId }, body: { claim }, header, context, services }) {
      const { pastes } = services;
      const access = readAccess(request);
      // A mail is in the reader's language.
      const ask = (isPoll = false) =>
        inRequestLanguage(request.headers, services.site.languages, () =>
          pastes.claim(publicId, claim, access, clientName(request.headers.get('user-agent')), isPoll),
        );
      let claimed = await ask();
      const waitMs = preferredWaitMs(header('Prefer'));
      // A new reader has to see the code first.
      if (isWaiting(claimed) && !claimed.isNew && waitMs > 0) {
        const isOver = () => services.stopping || (context.incoming?.socket.destroyed ?? request.signal.aborted);
        await pastes.hold(publicId, claim, { waitMs, clientAddress: context.clientAddress, isOver });
        claimed = await ask(true);
      }
      return isWaiting(claimed) ? { status: 202, json: presentWaitingClaim(claimed) } : { status: 200, json: presentClaim(claimed) };
    },
  }),
  /** The reader of the recipient's mailbox is the one who may claim. */
  typeCode: defineRoute('POST', `${PATH}/claim/code`, {
    ...claiming,
    body: claimCodeSchema.meta({ id: 'ClaimCode' }),
    reads: true,
    summary: 'Claim a burn paste by the code that was mailed',
    description:
      'For a claim that waits with `by: mail`. Five tries count; then the claim is refused. The code works for ten minutes; then the same claim, sent again, waits anew and causes another mail. Requests count against a separate limit.',
    responses: { 200: { description: 'The paste is claimed.', schema: claimedPasteSchema } },
    errors: ['wrong_code', 'refused', 'not_waiting', 'already_released'],
    async handle({ request, params: { publicId }, body: { claim, code }, services: { pastes } }) {
      return { json: presentClaim(await pastes.typeCode(publicId, claim, code, readAccess(request))) };
    },
  }),
  /** The reader has the content, so the server deletes the paste before the lease ends. */
  acknowledgePaste: defineRoute('POST', `${PATH}/acknowledge`, {
    ...claiming,
    summary: 'Say that a claimed paste has arrived',
    description: 'Deletes the rest of the paste now. Without this request, the rest is deleted when the lease ends.',
    responses: {
      200: {
        description: 'The paste was deleted.',
        schema: z.strictObject({ acknowledged: z.literal(true) }).meta({ id: 'Acknowledged' }),
      },
    },
    handle: ({ params, body, services }) => doneAfter('acknowledged', services.pastes.acknowledge(params.publicId, body.claim)),
  }),
  /** Tells what became of a burn paste. Reading a receipt changes nothing. */
  readReceipt: defineRoute('GET', `${PATH}/receipt`, {
    ...ofOne,
    policy: countedBy(({ limits }) => limits.receipt),
    scope: 'pastes:manage',
    summary: 'What became of a burn paste',
    description:
      'For the owner of the paste, the holder of its manage token, or a reader who proves the key. Requests count against a separate limit.',
    headers: z.object({
      'X-Service-Manage-Token': optionalHeader('For a paste that was created with `protect`.'),
      'X-Service-Read-Token': optionalHeader('For a paste that was created with `readProof`.'),
    }),
    responses: { 200: { description: 'The receipt.', schema: receiptSchema } },
    errors: ['validation'],
    async handle({ request, params: { publicId }, header, principal, services }) {
      const credentials = { ...readAccess(request), principal, manageToken: header('X-Service-Manage-Token') };
      return { json: presentReceipt(await services.receipts.find(publicId, credentials)) };
    },
  }),
});
