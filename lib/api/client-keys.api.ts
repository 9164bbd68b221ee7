/** The key of a program that somebody has allowed in their browser. */
import * as z from 'zod';
import { clientCodeSchema } from '../accounts/client-login.schema';
import { ForbiddenError } from '../http/errors';
import { defineRoute, operations } from './define-route';
import { api } from './policies';

export const clientKeyRoutes = operations({
  exchangeCode: defineRoute('POST', '/api/v1/client-keys', {
    policy: api,
    scope: 'none',
    summary: 'Turn the code that a browser handed over into a key',
    tag: 'Keys',
    description:
      'A program listens on 127.0.0.1 and opens `/account/client?port=…&state=…&challenge=…&name=…` in a browser, with the SHA-256 of a verifier in base64url as `challenge`. Whoever is signed in there allows the key, and the browser brings `code` and `state` to that port. A code works once, for two minutes.',
    body: clientCodeSchema.meta({
      id: 'ClientCode',
      example: { code: 'CODE_FROM_THE_BROWSER', verifier: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' },
    }),
    responses: { 201: { description: 'The key, this once.', schema: z.strictObject({ apiKey: z.string() }).meta({ id: 'ClientKey' }) } },
    errors: ['forbidden'],
    async handle({ body: { code, verifier }, services }) {
      const apiKey = await services.clientLogin.exchange(code, verifier);
      if (apiKey === null) throw new ForbiddenError();
      return { json: { apiKey } };
    },
  }),
});
