/**
 * Mail as a format of messages: plain text, and simple HTML with the same sentences.
 *
 * Guarantees: a title is in the text only, because subjects stand in logs and on locked screens. HTML is escaped, loads nothing,
 * and no address in it tells who has read the mail.
 */
import type { mailMessages } from '../../components/messages/mail';
import { escapeHtml } from '../encoding/html';
import { directionOf } from '../locales/languages.rules';
import { messagesOf } from '../locales/messages';
import { pageLanguage } from '../locales/page-language.rules';
import { detailsOf, type EventMessage, oneLine } from '../outbox/event-message';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

interface MailFooter {
  siteName: string;
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  userName: string;
  /** The page of the link that ends all mails. */
  unsubscribeUrl: string;
  /** Whether the mail asks a stranger, who has nothing to choose. */
  isAsked: boolean;
}

/** In the language of what runs (`lib/locales`). */
const messages = messagesOf('mail') as typeof mailMessages;

/** Writes the mail of a message. */
export function mailOf(message: EventMessage, { siteName, baseUrl, userName, unsubscribeUrl, isAsked }: MailFooter): MailText {
  const body = [message.headline, ...detailsOf(message)].map((sentence) => ({ sentence }));
  const footer = isAsked
    ? [{ sentence: messages.never, link: unsubscribeUrl }]
    : [
        { sentence: messages.reason({ siteName, userName }) },
        { sentence: messages.choose, link: `${baseUrl}/account/mail` },
        { sentence: messages.end, link: unsubscribeUrl },
      ];
  return mailText(messages.subject({ siteName, head: message.headline }), [...body, { link: message.link }], footer);
}

/** Writes both parts of a mail. @param footer what programs show as a signature */
export function mailText(head: string, body: readonly Paragraph[], footer: readonly Paragraph[]): MailText {
  const subject = oneLine(head);
  return {
    subject,
    // The line with two hyphens begins what programs show as a signature (RFC 3676 §4.3).
    text: `${body.map(asText).join('\n\n')}\n\n-- \n${footer.map(asText).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${pageLanguage()}" dir="${directionOf(pageLanguage())}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>
${body.map(asHtml).join('\n')}
<hr>
${footer.map(asHtml).join('\n')}
</body>
</html>
`,
  };
}

interface Paragraph {
  sentence?: string;
  /** Is on a line of its own. */
  link?: string;
}

const asText = ({ sentence, link }: Paragraph): string => [sentence, link].filter((part) => part !== undefined).join('\n');

function asHtml({ sentence, link }: Paragraph): string {
  const anchor = link === undefined ? [] : [`<a href="${escapeHtml(link)}" dir="ltr">${escapeHtml(link)}</a>`];
  return `<p>${[...(sentence === undefined ? [] : [escapeHtml(sentence)]), ...anchor].join('<br>\n')}</p>`;
}
