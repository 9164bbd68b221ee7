/** The pages of the links in mails. Without a mail server none of them exists. */
import * as z from 'zod';
import { mailLinkMessages as messages } from '../../components/messages/mail-link';
import { PRIVATE_HEADERS } from '../http/headers';
import type { MailService } from '../mail/mail.service';
import { addressOf } from '../site/address.rules';
import { defineRoute } from './define-route';
import { respondInWords } from './failed-page';
import { mailOf } from './mail.api';
import { type PlainPage, plainPage } from './plain-page';
import { count, uncounted } from './policies';

/** The token of the link is the right to use it: no cookie counts, and mail programs send the form by themselves (RFC 8058). Wrong tokens are counted. */
const linkPolicy = uncounted(PRIVATE_HEADERS);

type Purpose = 'confirm' | 'unsubscribe';

const PATHS = { confirm: '/account/mail/confirm/:token', unsubscribe: '/account/mail/unsubscribe/:token' } as const;

/** @param read makes the page; null for a token that is none */
const linkRoute = (
  method: 'GET' | 'POST',
  purpose: Purpose,
  summary: string,
  read: (mail: MailService, token: string, siteName: string) => Promise<Omit<PlainPage, 'site'> | null>,
) =>
  defineRoute(method, PATHS[purpose], {
    params: z.object({ token: z.string() }),
    policy: linkPolicy,
    summary,
    responses: { 200: { description: 'The page.', contentTypes: ['text/html'] } },
    handle: (call) =>
      respondInWords(call, async () => {
        const { limits, site } = call.services;
        const page = await read(mailOf(call.services), call.params.token, site.name);
        if (page) return plainPage({ site, ...page });
        await count(call, limits.form);
        return { ...plainPage({ site, title: messages.invalidTitle, text: messages.invalid, link: accountLink() }), status: 404 };
      }),
  });

/** The page of a link with one button: programs that check links in mails only request it. */
const linkPage = (purpose: Purpose) =>
  linkRoute('GET', purpose, 'The page of a link in a mail', async (mail, token, siteName) => {
    const linked = await mail.readLink(purpose, token);
    const names = linked && { ...linked, siteName };
    if (purpose === 'confirm')
      return names && { title: messages.confirmTitle, text: messages.confirm(names), button: messages.confirmButton };
    return names && { title: messages.endTitle, text: messages.end(names), button: messages.endButton };
  });

const useLink = (purpose: Purpose) =>
  linkRoute('POST', purpose, 'The button of that page, and one click in a mail program', async (mail, token) => {
    if (!(await mail.follow(purpose, token))) return null;
    const [title, text] = purpose === 'confirm' ? [messages.confirmedTitle, messages.confirmed] : [messages.endedTitle, messages.ended];
    return { title, text, link: accountLink() };
  });

const accountLink = () => ({ href: addressOf('/account/mail'), text: messages.account });

export const mailLinkRoutes = (['confirm', 'unsubscribe'] as const).flatMap((purpose) => [linkPage(purpose), useLink(purpose)]);
