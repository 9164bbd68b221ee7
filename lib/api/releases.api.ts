/** Readers who wait for a burn paste: its sender sees, releases and refuses them. */
import * as z from 'zod';
import type { Principal } from '../accounts/principal';
import { codeSchema, pasteParamsSchema, releaseSchema, waitingListSchema } from '../pastes/paste.schema';
import { presentRelease, presentWaiting } from '../pastes/service/paste.presenter';
import { defineRoute, doneAfter, operations } from './define-route';
import { optionalHeader } from './paste-headers';
import { api } from './policies';

const PATH = '/api/v1/pastes/:publicId';
const sending = {
  tag: 'Pastes',
  policy: api,
  key: 'optional',
  scope: 'pastes:manage',
  params: pasteParamsSchema,
  headers: z.object({
    'X-Service-Manage-Token': optionalHeader('For a paste that was created with `protect`. With two approvals it releases nobody.'),
    'X-Service-Release-Token': optionalHeader(
      'One of the `releaseTokens` of the create. The owner of the paste can give one approval without.',
    ),
  }),
} as const;
const deciding = { ...sending, body: codeSchema.meta({ id: 'WaitingCode' }) } as const;

const credentialsOf = (
  header: (name: 'X-Service-Manage-Token' | 'X-Service-Release-Token') => string | null,
  principal: Principal | null,
  clientAddress: string | null,
) => ({ principal, manageToken: header('X-Service-Manage-Token'), releaseToken: header('X-Service-Release-Token'), clientAddress });

export const releaseRoutes = operations({
  listWaiting: defineRoute('GET', `${PATH}/waiting`, {
    ...sending,
    summary: 'List who waits for a burn paste',
    description: 'The readers who wait to be released, the longest waiting first, at most five. A list of nobody is empty.',
    responses: { 200: { description: 'Those who wait.', schema: waitingListSchema } },
    errors: ['forbidden'],
    handle: async ({ params, header, context: { clientAddress }, principal, services }) => ({
      json: presentWaiting(await services.pastes.listWaiting(params.publicId, credentialsOf(header, principal, clientAddress))),
    }),
  }),
  releaseReader: defineRoute('POST', `${PATH}/release`, {
    ...deciding,
    summary: 'Release a reader of a burn paste',
    description:
      'Gives the approval of the caller. The last one that is needed lets the reader claim the paste within 15 minutes; nobody else can be released meanwhile. Sent again, it changes nothing.',
    responses: { 200: { description: 'The approval is given.', schema: releaseSchema } },
    errors: ['forbidden', 'not_waiting', 'already_released'],
    handle: async ({ params: { publicId }, body: { code }, header, context: { clientAddress }, principal, services }) => ({
      json: presentRelease(publicId, code, await services.pastes.release(publicId, code, credentialsOf(header, principal, clientAddress))),
    }),
  }),
  refuseReader: defineRoute('POST', `${PATH}/refuse`, {
    ...deciding,
    summary: 'Refuse a reader of a burn paste',
    description: 'The reader is told so, and the claim gets nothing any more. The paste is unchanged.',
    responses: {
      200: { description: 'The reader was refused.', schema: z.strictObject({ refused: z.literal(true) }).meta({ id: 'ReaderRefused' }) },
    },
    errors: ['forbidden', 'not_waiting', 'already_released'],
    handle: ({ params: { publicId }, body: { code }, header, context: { clientAddress }, principal, services }) =>
      doneAfter('refused', services.pastes.refuse(publicId, code, credentialsOf(header, principal, clientAddress))),
  }),
});
