/** The acts of administrators, for those who are signed in by a browser. */
import * as z from 'zod';
import { createdKeySchema, endingSchema } from '../accounts/accounts.schema';
import { NotFoundError } from '../http/errors';
import {
  banSchema,
  createUserKeySchema,
  findPasteSchema,
  foundPasteSchema,
  keyParamsSchema,
  liftBanSchema,
  moderatedPasteParamsSchema,
  moderatePasteSchema,
  reportParamsSchema,
  updateUserSchema,
  userParamsSchema,
} from '../operations/administration.schema';
import { isPublicId } from '../pastes/paste.rules';
import { checkConfirmed, defineRoute, doneAfter, operations } from './define-route';
import { account } from './policies';

const PATH = '/api/v1/admin';
/** Shared by every endpoint of administrators. */
const access = { tag: 'Administration', policy: account, session: 'admin' } as const;
const onePaste = { ...access, params: moderatedPasteParamsSchema } as const;
const oneUser = { ...access, params: userParamsSchema, errors: ['own_account'] } as const;

const doneSchema = z.strictObject({ done: z.literal(true) }).meta({ id: 'Done' });
const done = (description: string) => ({ 200: { description, schema: doneSchema } }) as const;

export const adminRoutes = operations({
  closeReport: defineRoute('POST', `${PATH}/reports/:id/close`, {
    ...access,
    summary: 'Close a report',
    description: 'The paste stays as it is.',
    params: reportParamsSchema,
    responses: done('The report is closed.'),
    async handle({ params, principal, services }) {
      if (!(await services.reports.close(params.id, principal))) throw new NotFoundError();
      return { json: { done: true } };
    },
  }),
  findPaste: defineRoute('POST', `${PATH}/pastes/find`, {
    ...access,
    summary: 'Find a paste by its public id',
    description: 'The public id is in the body, since it gives the right to read, and addresses are logged.',
    body: findPasteSchema.meta({ id: 'WantedPaste', example: { publicId: 'yTFk30gcJuVvqs9M2GbEeXnA' } }),
    responses: { 200: { description: 'The paste is there.', schema: foundPasteSchema } },
    async handle({ body, services }) {
      const found = isPublicId(body.publicId) ? await services.oversight.find(body.publicId) : null;
      if (!found) throw new NotFoundError();
      return { json: { id: found.id } };
    },
  }),
  moderatePaste: defineRoute('PATCH', `${PATH}/pastes/:id`, {
    ...onePaste,
    summary: 'Hold or release a paste',
    description: 'Nobody can read a held paste until it is released.',
    body: moderatePasteSchema.meta({ id: 'PasteModeration', example: { isHeld: true } }),
    responses: done('The paste is held, or released.'),
    handle: ({ params, body, principal, services: { moderation } }) =>
      doneAfter('done', moderation[body.isHeld ? 'hold' : 'release'](params, principal)),
  }),
  removePaste: defineRoute('DELETE', `${PATH}/pastes/:id`, {
    ...onePaste,
    summary: 'Remove a paste',
    description: 'For 90 days its page says that the operator removed it, and its owner gets `paste.deleted`.',
    responses: done('The paste is removed.'),
    handle: ({ params, principal, services }) => doneAfter('done', services.moderation.remove(params, principal)),
  }),
  addBan: defineRoute('POST', `${PATH}/bans`, {
    ...access,
    summary: 'Ban an address',
    description: 'The address or network then gets nothing but health checks. A ban of the same network is replaced.',
    body: banSchema.meta({ id: 'NewBan', example: { network: '192.0.2.0/24', ttlSeconds: 604_800, reason: 'spam' } }),
    responses: done('The network is banned.'),
    errors: ['network_too_large', 'own_address'],
    handle: ({ body, principal, services, context }) =>
      doneAfter('done', services.administration.ban(body, principal, context.clientAddress)),
  }),
  liftBan: defineRoute('DELETE', `${PATH}/bans`, {
    ...access,
    summary: 'Lift a ban',
    description: 'Web processes learn of it within seconds.',
    query: liftBanSchema,
    responses: done('The ban is lifted.'),
    errors: ['validation'],
    handle: ({ query, principal, services }) => doneAfter('done', services.administration.liftBan(query.network, principal)),
  }),
  createUserKey: defineRoute('POST', `${PATH}/keys`, {
    ...access,
    summary: 'Create a key for a user',
    description: 'If nobody has the name, the user is created. A key that can sign in needs a confirmation.',
    body: createUserKeySchema.meta({ id: 'NewUserKey', example: { userName: 'anna', name: 'laptop', lifetimeDays: 30 } }),
    responses: { 201: { description: 'The key, this once.', schema: createdKeySchema } },
    errors: ['user_refused', 'confirmation_required'],
    async handle({ body, principal, services }) {
      if (!body.isApiOnly) checkConfirmed(principal);
      return { json: { apiKey: await services.administration.createKey(body, principal) } };
    },
  }),
  revokeUserKey: defineRoute('DELETE', `${PATH}/keys/:id`, {
    ...access,
    summary: 'Revoke a key of a user',
    description: 'The key is refused from the next request on.',
    params: keyParamsSchema,
    query: endingSchema,
    responses: done('The key is revoked.'),
    handle: ({ params, query, principal, services }) =>
      doneAfter('done', services.administration.revokeKey(params.id, query.made === 'delete', principal)),
  }),
  updateUser: defineRoute('PATCH', `${PATH}/users/:id`, {
    ...oneUser,
    summary: 'Change a user',
    description:
      'An administrator can do everything here. Keys and sessions of a disabled user are refused from the next request on; pastes stay. Administrators do neither to themselves.',
    body: updateUserSchema.meta({ id: 'UserChanges', example: { isDisabled: true } }),
    responses: done('The user is changed.'),
    handle: ({ params, body, principal, services }) => doneAfter('done', services.administration.updateUser(params.id, body, principal)),
  }),
  deleteUser: defineRoute('DELETE', `${PATH}/users/:id`, {
    ...oneUser,
    summary: 'Delete a user',
    description: 'With all pastes, receipts, webhooks, chats and keys. Many pastes take a while.',
    responses: done('The user is deleted.'),
    handle: ({ params, principal, services }) => doneAfter('done', services.administration.removeUser(params.id, principal)),
  }),
});
