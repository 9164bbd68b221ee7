/** An account itself: made, downloaded, deleted. */
import * as z from 'zod';
import { NameTakenError } from '../accounts/accounts.errors';
import { createdKeySchema, registerSchema } from '../accounts/accounts.schema';
import { ForbiddenError, NotFoundError } from '../http/errors';
import { isSameOrigin } from '../http/same-origin';
import { defineRoute, operations } from './define-route';
import { ownData, removeAccount } from './own-data';
import { account, countedBy } from './policies';

const access = { tag: 'Account', policy: account, session: 'needed' } as const;

export const accountRoutes = operations({
  createAccount: defineRoute('POST', '/api/v1/accounts', {
    tag: 'Account',
    policy: countedBy(({ limits }) => limits.registration),
    scope: 'none',
    summary: 'Create an account',
    description: 'For the page `/account/register` alone, where the service is open to visitors.',
    body: registerSchema.meta({ id: 'NewAccount', example: { userName: 'anna' } }),
    responses: { 201: { description: 'The key of the account, this once.', schema: createdKeySchema } },
    errors: ['not_found', 'name_taken'],
    async handle({ body, services, request }) {
      if (services.config.REGISTRATION !== 'open') throw new NotFoundError();
      // Another site could make accounts in the name of its readers' addresses.
      if (!isSameOrigin(request.headers, services.config.BASE_URL)) throw new ForbiddenError();
      const apiKey = await services.accounts.register(body.userName);
      if (apiKey === null) throw new NameTakenError();
      return { json: { apiKey } };
    },
  }),
  exportAccount: defineRoute('POST', '/api/v1/account/export', {
    ...access,
    summary: 'Download your data',
    description: 'JSON lines: your pastes with their texts, keys, webhooks, chats and requests, without secrets and texts of burn pastes.',
    givesContent: true,
    responses: { 200: { description: 'One object a line, with its kind.', contentTypes: ['application/x-ndjson'] } },
    handle: async ({ principal, services, context }) => ({
      status: 200,
      headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Content-Disposition': 'attachment; filename="sealpaste.jsonl"' },
      body: ownData(services, principal, context.clientAddress),
    }),
  }),
  deleteAccount: defineRoute('DELETE', '/api/v1/account', {
    ...access,
    session: 'confirmed',
    summary: 'Delete your account',
    description: 'Deletes your pastes, keys, webhooks, chats and requests, and ends every session.',
    responses: { 200: { description: 'The account was deleted.', schema: z.strictObject({ deleted: z.literal(true) }) } },
    async handle({ principal, services, request }) {
      const signOut = await services.sessions.signOut(request.headers.get('cookie'));
      await removeAccount(services, principal);
      return { json: { deleted: true }, headers: { 'Set-Cookie': signOut } };
    },
  }),
});
