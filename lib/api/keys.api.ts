/** Keys, signed-in browsers and linked accounts of the sign-in provider, for the account pages. */
import * as z from 'zod';
import { TooManyKeysError } from '../accounts/accounts.errors';
import { createdKeySchema, createKeySchema, endingSchema, keyNameSchema } from '../accounts/accounts.schema';
import { countEnded, type Ended } from '../accounts/endings.rules';
import { NotFoundError } from '../http/errors';
import { defineRoute, operations } from './define-route';
import { account } from './policies';

const access = { tag: 'Account', policy: account, session: 'needed' } as const;
const oneOf = (what: string) => z.object({ id: z.string().meta({ description: `Id of ${what}.`, example: 'AbC12345' }) });

const oneKey = { ...access, params: oneOf('the key') } as const;

const ending = {
  query: endingSchema,
  responses: { 200: { description: 'How much has ended.', schema: z.strictObject({ ended: z.int().min(1) }).meta({ id: 'Ended' }) } },
  errors: ['validation', 'not_found'],
} as const;

export const keyRoutes = operations({
  createKey: defineRoute('POST', '/api/v1/account/keys', {
    ...access,
    summary: 'Create a key',
    description: 'The key acts for you, and signs no browser in.',
    body: createKeySchema.meta({ id: 'NewKey', example: { name: 'backup-script', lifetimeDays: 90, scopes: ['pastes:create'] } }),
    responses: { 201: { description: 'The key, this once.', schema: createdKeySchema } },
    errors: ['too_many_keys'],
    async handle({ body: { name, lifetimeDays, scopes }, principal, services }) {
      const apiKey = await services.accounts.createOwnKey(principal, name, lifetimeDays, scopes);
      if (apiKey === null) throw new TooManyKeysError();
      return { json: { apiKey } };
    },
  }),
  renameKey: defineRoute('PATCH', '/api/v1/account/keys/:id', {
    ...oneKey,
    summary: 'Rename a key',
    description: 'Only an active key.',
    body: z.object({ name: keyNameSchema }).meta({ id: 'KeyName', example: { name: 'laptop' } }),
    responses: { 200: { description: 'The key has the name.', schema: z.strictObject({ name: z.string() }) } },
    errors: ['not_found'],
    async handle({ params, body: { name }, principal, services }) {
      if (!(await services.accounts.renameOwnKey(principal, params.id, name))) throw new NotFoundError();
      return { json: { name } };
    },
  }),
  revokeKey: defineRoute('DELETE', '/api/v1/account/keys/:id', {
    ...oneKey,
    ...ending,
    summary: 'Revoke a key',
    description: 'The service refuses the key at once, and browsers that signed in with it are signed out.',
    handle: async ({ params, query, principal, services }) =>
      presentEnded(await services.accounts.revokeOwnKey(principal, params.id, query.made === 'delete')),
  }),
  endSession: defineRoute('DELETE', '/api/v1/account/sessions/:id', {
    ...access,
    ...ending,
    params: oneOf('the session'),
    summary: 'Sign a browser out',
    description: 'Or delete what was made in a session that has ended.',
    handle: async ({ params, query, principal, services }) =>
      presentEnded(await services.accounts.endOwnSession(principal, params.id, query.made === 'delete')),
  }),
  endOtherSessions: defineRoute('DELETE', '/api/v1/account/sessions', {
    ...access,
    ...ending,
    summary: 'Sign all other browsers out',
    description: 'The session of the request stays.',
    async handle({ query, principal, services }) {
      const ended: Ended[] = [];
      for (const { id, isOwn } of await services.sessions.listOwn(principal))
        if (!isOwn) ended.push(await services.accounts.endOwnSession(principal, id, query.made === 'delete'));
      return presentEnded(...ended);
    },
  }),
  unlinkIdentity: defineRoute('DELETE', '/api/v1/account/identities/:id', {
    ...access,
    ...ending,
    params: oneOf('the linked account'),
    summary: 'Unlink an account of the sign-in provider',
    description: 'It signs nobody in any more, and browsers that signed in with it are signed out.',
    async handle({ params, query, principal, services }) {
      if (!services.signInProvider) throw new NotFoundError();
      return presentEnded(await services.accounts.unlinkIdentity(principal, params.id, query.made === 'delete'));
    },
  }),
});

/** @throws NotFoundError for nothing that has ended */
function presentEnded(...ended: readonly Ended[]) {
  const count = ended.reduce((sum, each) => sum + countEnded(each), 0);
  if (count === 0) throw new NotFoundError();
  return { json: { ended: count } };
}
