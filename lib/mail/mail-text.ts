/** The messages of mails, in the language in which they are made (`inLanguage`): events as every format has them, and mail's own. */
import type { mailMessages } from '../../components/messages/mail';
import { messagesOf } from '../locales/messages';
import { type EventMessage, messageOf, type NotifiedEvent } from '../outbox/event-message';
import { MAIL_EVENTS, type MailKind } from './mail.rules';

const messages = messagesOf('mail') as typeof mailMessages;

interface MailFacts extends Pick<NotifiedEvent, 'paste'> {
  siteName: string;
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  userName: string;
  confirmUrl: string;
}

export function mailMessage(kind: MailKind, { paste, siteName, userName, baseUrl, confirmUrl }: MailFacts): EventMessage {
  const { heads, texts } = messages;
  const own = (name: keyof typeof heads, facts: readonly string[], link: string) => ({
    headline: heads[name],
    subject: '',
    facts,
    link,
    linkText: '',
  });
  switch (kind) {
    case 'confirm':
      return own(kind, [texts.confirm({ userName, siteName }), messages.ignore], confirmUrl);
    case 'test':
      return own(kind, [texts.test(siteName)], `${baseUrl}/account/mail`);
    case 'worker':
      return own(kind, [texts.worker(siteName)], `${baseUrl}/account/admin/health`);
    default:
      return messageOf({ name: MAIL_EVENTS[kind], ...(paste && { paste }) }, baseUrl);
  }
}
