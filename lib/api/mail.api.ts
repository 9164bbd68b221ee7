/** The address of an account that mails go to. Without a mail server none of these endpoints exists. */
import * as z from 'zod';
import type { Services } from '../composition/services';
import { NotFoundError } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import { inRequestLanguage } from '../http/request-language';
import { pageLanguage } from '../locales/page-language.rules';
import { presentMailbox } from '../mail/mail.presenter';
import { mailboxSchema, mailSettingsSchema } from '../mail/mail.schema';
import type { MailService } from '../mail/mail.service';
import { defineRoute, doneAfter, operations } from './define-route';
import { account, api, type Policy } from './policies';

/** @throws NotFoundError without a mail server */
export function mailOf({ mail }: Pick<Services, 'mail'>): MailService {
  if (mail === null) throw new NotFoundError();
  return mail;
}

/** The addresses that the identity provider vouches for. */
export async function vouchedAddresses({ signInProvider }: Pick<Services, 'signInProvider'>, user: { userId: number }): Promise<string[]> {
  const identities = (await signInProvider?.identities.listOwn(user)) ?? [];
  return identities.flatMap(({ email }) => (email === undefined ? [] : [email]));
}

/** The page has GET and HEAD. */
const besidePage: Policy = { ...api, headers: PRIVATE_HEADERS, isBesidePages: true };

const access = { tag: 'Account', policy: account, session: 'needed' } as const;

export const mailRoutes = operations({
  saveMailbox: defineRoute('PUT', '/account/mail', {
    policy: besidePage,
    key: 'needed',
    tag: 'Account',
    summary: 'Set the address for mails',
    description: 'A field that is absent stays as it is. A new address gets a mail with a link that confirms it.',
    body: mailSettingsSchema.meta({ id: 'MailSettings', example: { address: 'anna@example.org' } }),
    responses: { 200: { description: 'The address and its state.', schema: mailboxSchema.meta({ id: 'Mailbox' }) } },
    errors: ['not_found'],
    async handle({ principal, request, body: { address, messages: kinds }, services }) {
      const language = inRequestLanguage(request.headers, services.site.languages, pageLanguage);
      const vouched = await vouchedAddresses(services, principal);
      return { json: presentMailbox(await mailOf(services).save(principal, address, { kinds, language }, vouched)) };
    },
  }),
  confirmMailbox: defineRoute('POST', '/api/v1/account/mail/confirmation', {
    ...access,
    summary: 'Ask for the link that confirms the address again',
    description: 'An address that the sign-in provider vouches for is confirmed at once.',
    responses: {
      200: { description: 'The address is confirmed, or asked.', schema: z.strictObject({ state: z.enum(['confirmed', 'asked']) }) },
    },
    errors: ['not_found'],
    handle: async ({ principal, services }) => ({
      json: { state: await mailOf(services).confirmAgain(principal, await vouchedAddresses(services, principal)) },
    }),
  }),
  testMailbox: defineRoute('POST', '/api/v1/account/mail/test', {
    ...access,
    summary: 'Send a test to the address',
    description: 'The worker sends it at its next poll.',
    responses: { 202: { description: 'The test is due.', schema: z.strictObject({ queued: z.literal(true) }) } },
    errors: ['not_found', 'mail_unconfirmed'],
    handle: async ({ principal, services }) => doneAfter('queued', mailOf(services).sendTest(principal)),
  }),
  deleteMailbox: defineRoute('DELETE', '/api/v1/account/mail', {
    ...access,
    summary: 'Remove the address for mails',
    description: 'Mails that are due are dropped.',
    responses: { 200: { description: 'The address was removed.', schema: z.strictObject({ deleted: z.literal(true) }) } },
    errors: ['not_found'],
    handle: async ({ principal, services }) => doneAfter('deleted', mailOf(services).remove(principal)),
  }),
});
