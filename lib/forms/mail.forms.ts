/** The forms about mail, and the pages of the links in mails. Without a mail server none of them exists. */
import * as z from 'zod';
import { mailLinkMessages as messages } from '../../components/messages/mail-link';
import { defineRoute } from '../api/define-route';
import { type ApiPolicy, api, uncounted } from '../api/policies';
import type { Services } from '../composition/services';
import { NotFoundError, TooManyRequestsError } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import type { Reply } from '../http/reply';
import { inRequestLanguage } from '../http/request-language';
import { pageLanguage } from '../locales/page-language.rules';
import { MailAddressError } from '../mail/mail.errors';
import { presentMailbox } from '../mail/mail.presenter';
import { CHOSEN_MAIL_KINDS } from '../mail/mail.rules';
import { mailboxSchema, mailSettingsSchema } from '../mail/mail.schema';
import type { MailService } from '../mail/mail.service';
import { addressOf } from '../site/address.rules';
import { accountPath } from './account-path';
import { refuseForm, signedInAction, whenThrown } from './form-action';
import { refuseTooMany } from './form-limit';
import type { Notice } from './notice.rules';
import { plainPage } from './plain-page';

/** @throws NotFoundError without a mail server */
function mailOf({ mail }: Pick<Services, 'mail'>): MailService {
  if (mail === null) throw new NotFoundError();
  return mail;
}

/** The addresses that the identity provider vouches for. */
export async function vouchedAddresses({ signInProvider }: Pick<Services, 'signInProvider'>, user: { userId: number }): Promise<string[]> {
  const identities = (await signInProvider?.identities.listOwn(user)) ?? [];
  return identities.flatMap(({ email }) => (email === undefined ? [] : [email]));
}

const SAVED: Record<'saved' | 'confirmed' | 'asked' | 'gone', Notice> = {
  saved: 'mail-saved',
  confirmed: 'mail-confirmed',
  asked: 'mail-asked',
  gone: 'mail-gone',
};

const orTooMany = whenThrown(TooManyRequestsError, 'mail-too-many');

/** Saves address and kinds. Browsers send only the boxes that are ticked. */
const saveMail = signedInAction('save-mail', async (call) => {
  const { fields, services, signedIn } = call;
  const kinds = CHOSEN_MAIL_KINDS.filter((kind) => fields[kind] === 'on');
  const settings = { kinds, language: pageLanguage() };
  const saving = mailOf(services).save(signedIn, fields.address ?? '', settings, await vouchedAddresses(services, signedIn));
  const notice = await saving
    .then((outcome) => SAVED[outcome])
    .catch(orTooMany)
    .catch(whenThrown(MailAddressError, 'mail-address-invalid'));
  const path = accountPath('mail', { notice });
  return notice === 'mail-address-invalid' ? refuseForm(path, call, signedIn, fields) : path;
});

const confirmMail = signedInAction('confirm-mail', async ({ services, signedIn }) => {
  const asking = mailOf(services).confirmAgain(signedIn, await vouchedAddresses(services, signedIn));
  return accountPath('mail', { notice: await asking.then((outcome) => SAVED[outcome]).catch(orTooMany) });
});

const testMail = signedInAction('test-mail', async ({ services, signedIn }) => {
  const testing = mailOf(services).sendTest(signedIn);
  const notice = await testing.then((isQueued): Notice => (isQueued ? 'mail-test-queued' : 'mail-unconfirmed')).catch(orTooMany);
  return accountPath('mail', { notice });
});

const removeMail = signedInAction('remove-mail', async ({ services, signedIn }) =>
  accountPath('mail', { notice: (await mailOf(services).remove(signedIn)) ? 'mail-removed' : 'mail-gone' }),
);

/** The page has GET and HEAD. */
const besidePage: ApiPolicy = { ...api, headers: PRIVATE_HEADERS, isBesidePages: true };

const putMail = defineRoute({
  method: 'PUT',
  path: '/account/mail',
  policy: besidePage,
  key: 'needed',
  summary: 'Set the address of the account and the messages for it',
  body: mailSettingsSchema,
  responses: { 200: { description: 'The address and its state.', schema: mailboxSchema } },
  errors: ['not_found'],
  async handle({ principal, request, body, services }) {
    const mail = mailOf(services);
    const before = await mail.find(principal);
    const kinds = body.messages ?? before?.kinds ?? CHOSEN_MAIL_KINDS;
    const language = inRequestLanguage(request.headers, services.site.languages, pageLanguage);
    const address = body.address ?? before?.address ?? '';
    await mail.save(principal, address, { kinds, language }, await vouchedAddresses(services, principal));
    const after = await mail.find(principal);
    if (!after) throw new NotFoundError();
    return { json: presentMailbox(after) };
  },
});

/** The token of the link is the right to use it: no cookie counts, and mail programs send the form by themselves (RFC 8058). Wrong tokens are counted. */
const linkPolicy = uncounted(PRIVATE_HEADERS);

type Purpose = 'confirm' | 'unsubscribe';

const tokenSchema = z.object({ token: z.string() });

const PATHS = { confirm: '/account/mail/confirm/:token', unsubscribe: '/account/mail/unsubscribe/:token' } as const;

/** The page of a link with one button: programs that check links in mails only request it. */
const linkPage = (purpose: Purpose) =>
  defineRoute({
    method: 'GET',
    path: PATHS[purpose],
    params: tokenSchema,
    policy: linkPolicy,
    summary: 'The page of a link in a mail',
    responses: { 200: { description: 'The page with the button.', contentTypes: ['text/html'] } },
    handle: (call) =>
      inRequestLanguage(call.request.headers, call.services.site.languages, async () => {
        const { services, params } = call;
        const { site } = services;
        const linked = await mailOf(services).readLink(purpose, params.token);
        if (linked === null) return (await refuseTooMany(call, 'form', services.limits.form)) ?? invalidPage(services);
        const names = { ...linked, siteName: site.name };
        const [title, text, button] =
          purpose === 'confirm'
            ? [messages.confirmTitle, messages.confirm(names), messages.confirmButton]
            : [messages.endTitle, messages.end(names), messages.endButton];
        return plainPage({ site, title, text, button });
      }),
  });

const useLink = (purpose: Purpose) =>
  defineRoute({
    method: 'POST',
    path: PATHS[purpose],
    params: tokenSchema,
    policy: linkPolicy,
    summary: 'The button of that page, and one click in a mail program',
    responses: { 200: { description: 'What came of it.', contentTypes: ['text/html'] } },
    handle: (call) =>
      inRequestLanguage(call.request.headers, call.services.site.languages, async () => {
        const { services, params } = call;
        const isDone = await mailOf(services)[purpose](params.token);
        if (!isDone) return (await refuseTooMany(call, 'form', services.limits.form)) ?? invalidPage(services);
        const [title, text] = purpose === 'confirm' ? [messages.confirmedTitle, messages.confirmed] : [messages.endedTitle, messages.ended];
        return plainPage({ site: services.site, title, text, link: accountLink() });
      }),
  });

const accountLink = () => ({ href: addressOf('/account/mail'), text: messages.account });

const invalidPage = ({ site }: Services): Reply => ({
  ...plainPage({ site, title: messages.invalidTitle, text: messages.invalid, link: accountLink() }),
  status: 404,
});

export const mailForms = [
  saveMail,
  confirmMail,
  testMail,
  removeMail,
  putMail,
  ...(['confirm', 'unsubscribe'] as const).flatMap((purpose) => [linkPage(purpose), useLink(purpose)]),
];
