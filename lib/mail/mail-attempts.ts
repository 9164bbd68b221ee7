/**
 * Sends the mails of the table `mails`.
 *
 * Guarantees: each mail is sent at least once, with the same Message-ID, to a server that takes it; the server took each mail
 * that is recorded as delivered. While the server takes nothing, no mail loses an attempt, for MAX_MAIL_AGE_MS. An address that
 * the server does not know gets no more mails. Order is not promised. lib/outbox has the guarantees when workers die.
 */

import type { mailMessages } from '../../components/messages/mail';
import { inLanguage } from '../locales/current-language';
import { messagesOf } from '../locales/messages';
import { offeredOr } from '../locales/offered-languages';
import { type EventMessage, messageOf, type NotifiedEvent } from '../outbox/event-message';
import { openEventPaste } from '../outbox/event-paste';
import { createAttempt } from '../outbox/outbox-attempt';
import type { ClaimedJob } from '../outbox/outbox-queue';
import type { MailRepository, MailTarget } from './mail.repository';
import { MAIL_EVENTS, MAX_MAIL_AGE_MS, MAX_MAIL_ATTEMPTS, type MailKind } from './mail.rules';
import { mailOf } from './mail-format';
import { mailToken, openAddress } from './mail-rows';
import type { Mailing, OutgoingMail } from './mail-sender';

interface MailAttemptOptions extends Mailing {
  repository: Pick<MailRepository, 'findTarget' | 'refuse'>;
  baseUrl: string;
}

/** Makes the function that lib/outbox calls for each job. */
export function createMailAttempt(options: MailAttemptOptions) {
  const { repository, keyring, send, baseUrl, siteName, languages, log } = options;
  let isServerAway = false;

  return createAttempt<MailTarget>({
    maxAttempts: MAX_MAIL_ATTEMPTS,
    log,
    find: ({ id }) => repository.findTarget(id),
    async send(target, job) {
      const sent = await send(outgoing(job, target));
      const isAway = sent.kind === 'unavailable';
      if (isAway && !isServerAway)
        log.error({ reason: sent.error }, 'the mail server takes no mail: mails wait, and one is tried at a time');
      if (!isAway && isServerAway) log.info('the mail server takes mail again');
      isServerAway = isAway;
      return sent;
    },
    switchOff: ({ mailboxId, nonce }) => ({ id: mailboxId, statements: [repository.refuse(mailboxId, nonce)] }),
    patienceMs: MAX_MAIL_AGE_MS,
  });

  /** @throws UnknownMasterKeyError, SealBrokenError */
  function outgoing({ id, row }: ClaimedJob, { mailboxId, ownerId, addressSealed, nonce, language, userName }: MailTarget): OutgoingMail {
    const createdAt = Number(row.created_at);
    const linkTo = (purpose: 'confirm' | 'unsubscribe') =>
      `${baseUrl}/account/mail/${purpose}/${mailToken(keyring, { purpose, mailboxId, nonce, at: createdAt })}`;
    const facts = { siteName, baseUrl, userName, unsubscribeUrl: linkTo('unsubscribe') };
    const kind = row.kind as MailKind;
    const paste = row.paste_id === null ? {} : { paste: openEventPaste(keyring, row) };
    return inLanguage(offeredOr(languages, language), () => ({
      ...mailOf(mailMessage(kind, { ...facts, ...paste, confirmUrl: linkTo('confirm') }), { ...facts, isAsked: kind === 'confirm' }),
      to: openAddress(keyring, ownerId, addressSealed),
      id,
      createdAt,
      unsubscribeUrl: facts.unsubscribeUrl,
    }));
  }
}

/** The messages of mails, in the language in which they are made (`inLanguage`): events as every format has them, and mail's own. */
const messages = messagesOf('mail') as typeof mailMessages;

interface MailFacts extends Pick<NotifiedEvent, 'paste'> {
  siteName: string;
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  userName: string;
  confirmUrl: string;
}

function mailMessage(kind: MailKind, { paste, siteName, userName, baseUrl, confirmUrl }: MailFacts): EventMessage {
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
