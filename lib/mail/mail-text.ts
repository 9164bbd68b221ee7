/**
 * Subject and texts of mails, plain and as simple HTML with the same sentences.
 *
 * They are in the language in which they are made (`inLanguage`).
 * Guarantees: no content, no key, and no title of a paste that a client has encrypted; a title is in the text only, because
 * subjects stand in logs and on locked screens. Links have no fragment. HTML is escaped, loads nothing, and no address in it
 * tells who has read the mail.
 */
import type { mailMessages } from '../../components/messages/mail';
import { escapeHtml } from '../encoding/html';
import { directionOf } from '../locales/languages.rules';
import { messagesOf } from '../locales/messages';
import { pageLanguage } from '../locales/page-language.rules';
import { cut, formatMoment, oneLine, withoutFragments } from '../outbox/told-text';
import type { MailKind } from './mail.rules';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export interface MailFacts {
  siteName: string;
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  userName: string;
  confirmUrl: string;
  /** The page of the link that ends all mails. */
  unsubscribeUrl: string;
  /** The paste that the mail is about; `title` is '' for none, or one that only its readers know; `expiresAt` in ms since 1970. */
  paste: { publicId: string; title: string; expiresAt: number | null } | null;
}

/** In the language of what runs (`lib/locales`). */
const messages = messagesOf('mail') as typeof mailMessages;

const MAX_TITLE_UNITS = 255;

/** The pages that mails lead to. A paste's own page is left out: programs that check links would count as its readers. */
function linkOf(kind: MailKind, { baseUrl, confirmUrl, paste }: MailFacts): string {
  const paths = {
    test: '/account/mail',
    opened: '/account',
    answered: '/requests',
    expiring: `/manage/${paste?.publicId ?? ''}`,
    reports: '/account/admin/reports',
    worker: '/account/admin/health',
  };
  return kind === 'confirm' ? confirmUrl : `${baseUrl}${paths[kind]}`;
}

function sentenceOf(kind: MailKind, { siteName, userName, paste }: MailFacts): string {
  const { texts } = messages;
  switch (kind) {
    case 'confirm':
      return texts.confirm({ userName, siteName });
    case 'test':
      return texts.test(siteName);
    case 'expiring':
      return texts.expiring(formatMoment(paste?.expiresAt ?? 0));
    case 'worker':
      return texts.worker(siteName);
    default:
      return texts[kind];
  }
}

export function mailText(kind: MailKind, facts: MailFacts): MailText {
  const { siteName, userName, paste, unsubscribeUrl, baseUrl } = facts;
  const title = cut(oneLine(withoutFragments(paste?.title ?? '')), MAX_TITLE_UNITS);
  const subject = oneLine(messages.subject({ siteName, head: messages.heads[kind] }));
  const body: Paragraph[] = [
    { sentence: sentenceOf(kind, facts) },
    ...(title === '' ? [] : [{ sentence: messages.title(title) }]),
    ...(paste === null ? [] : [{ sentence: messages.paste(paste.publicId) }]),
    { link: linkOf(kind, facts) },
    ...(kind === 'confirm' ? [{ sentence: messages.ignore }] : []),
  ];
  const footer: Paragraph[] =
    kind === 'confirm'
      ? [{ sentence: messages.never, link: unsubscribeUrl }]
      : [
          { sentence: messages.reason({ siteName, userName }) },
          { sentence: messages.choose, link: `${baseUrl}/account/mail` },
          { sentence: messages.end, link: unsubscribeUrl },
        ];
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
  /** Stands on a line of its own. */
  link?: string;
}

const asText = ({ sentence, link }: Paragraph): string => [sentence, link].filter((part) => part !== undefined).join('\n');

function asHtml({ sentence, link }: Paragraph): string {
  const anchor = link === undefined ? [] : [`<a href="${escapeHtml(link)}" dir="ltr">${escapeHtml(link)}</a>`];
  return `<p>${[...(sentence === undefined ? [] : [escapeHtml(sentence)]), ...anchor].join('<br>\n')}</p>`;
}
