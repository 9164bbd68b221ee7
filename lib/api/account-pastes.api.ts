/** Changes of several pastes of an account at once. A paste that can't be changed doesn't stop the others. */
import { ForbiddenError, NotFoundError } from '../http/errors';
import { changedPastesSchema, deletePastesSchema, extendPastesSchema } from '../pastes/paste.schema';
import { defineRoute, operations } from './define-route';
import { account } from './policies';

const access = {
  tag: 'Account',
  policy: account,
  session: 'needed',
  responses: { 200: { description: 'The pastes that were changed.', schema: changedPastesSchema } },
} as const;

export const accountPasteRoutes = operations({
  deletePastes: defineRoute('POST', '/api/v1/account/pastes/delete', {
    ...access,
    summary: 'Delete pastes of yours',
    description: 'At once, for everybody. None of them is there: 404.',
    body: deletePastesSchema,
    errors: ['not_found'],
    handle: ({ body: { publicIds }, principal, services }) =>
      changedOf(publicIds, (publicId) => services.pastes.remove(publicId, { principal, manageToken: null }).then(() => true)),
  }),
  extendPastes: defineRoute('POST', '/api/v1/account/pastes/extend', {
    ...access,
    summary: 'Extend pastes of yours',
    description: 'One that never expires stays as it is. None of them could be extended: 404.',
    body: extendPastesSchema,
    errors: ['not_found', 'ttl_too_long', 'rule'],
    handle: ({ body: { publicIds, ttlSeconds }, principal, services: { pastes } }) =>
      changedOf(publicIds, (publicId) =>
        pastes.extend(publicId, ttlSeconds, { principal, manageToken: null }).then(({ expiresAt }) => expiresAt !== null),
      ),
  }),
});

/** @throws NotFoundError when nothing was changed */
async function changedOf<Id extends string>(publicIds: readonly Id[], change: (publicId: Id) => Promise<boolean>) {
  const changed = await Promise.all(publicIds.map((publicId) => change(publicId).catch(falseIfNotTheirs)));
  if (!changed.includes(true)) throw new NotFoundError();
  return { json: { changed: publicIds.filter((_, index) => changed[index]) } };
}

/** Takes another user's paste for a missing one. */
function falseIfNotTheirs(error: unknown): false {
  if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
  throw error;
}
