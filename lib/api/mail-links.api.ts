/** The pages of the links in mails. Without a mail server none of them exists. */
import * as z from 'zod';
import { mailLinkMessages as messages } from '../../components/messages/mail-link';
import { PRIVATE_HEADERS } from '../http/headers';
import type { Reply } from '../http/reply';
import { addressOf } from '../site/address.rules';
import { defineRoute } from './define-route';
import { respondInWords } from './failed-page';
import { mailOf } from './mail.api';
import { plainPage } from './plain-page';
import { type Arrival, count, uncounted } from './policies';

/** The token of the link is the right to use it: no cookie counts, and mail programs send the form by themselves (RFC 8058). Wrong tokens are counted. */
const linkPolicy = uncounted(PRIVATE_HEADERS);

type Purpose = 'confirm' | 'unsubscribe';

const tokenSchema = z.object({ token: z.string() });

const PATHS = { confirm: '/account/mail/confirm/:token', unsubscribe: '/account/mail/unsubscribe/:token' } as const;

/** The page of a link with one button: programs that check links in mails only request it. */
const linkPage = (purpose: Purpose) =>
  defineRoute('GET', PATHS[purpose], {
    params: tokenSchema,
    policy: linkPolicy,
    summary: 'The page of a link in a mail',
    responses: { 200: { description: 'The page with the button.', contentTypes: ['text/html'] } },
    handle: (call) =>
      respondInWords(call, async () => {
        const { services, params } = call;
        const { site } = services;
        const linked = await mailOf(services).readLink(purpose, params.token);
        if (linked === null) return invalidPage(call);
        const names = { ...linked, siteName: site.name };
        const [title, text, button] =
          purpose === 'confirm'
            ? [messages.confirmTitle, messages.confirm(names), messages.confirmButton]
            : [messages.endTitle, messages.end(names), messages.endButton];
        return plainPage({ site, title, text, button });
      }),
  });

const useLink = (purpose: Purpose) =>
  defineRoute('POST', PATHS[purpose], {
    params: tokenSchema,
    policy: linkPolicy,
    summary: 'The button of that page, and one click in a mail program',
    responses: { 200: { description: 'What came of it.', contentTypes: ['text/html'] } },
    handle: (call) =>
      respondInWords(call, async () => {
        const { services, params } = call;
        const isDone = await mailOf(services).follow(purpose, params.token);
        if (!isDone) return invalidPage(call);
        const [title, text] = purpose === 'confirm' ? [messages.confirmedTitle, messages.confirmed] : [messages.endedTitle, messages.ended];
        return plainPage({ site: services.site, title, text, link: accountLink() });
      }),
  });

const accountLink = () => ({ href: addressOf('/account/mail'), text: messages.account });

/** @throws TooManyRequestsError */
async function invalidPage(call: Omit<Arrival, 'params'>): Promise<Reply> {
  const { limits, site } = call.services;
  await count(call, limits.form);
  return { ...plainPage({ site, title: messages.invalidTitle, text: messages.invalid, link: accountLink() }), status: 404 };
}

export const mailLinkRoutes = (['confirm', 'unsubscribe'] as const).flatMap((purpose) => [linkPage(purpose), useLink(purpose)]);
