/**
 * Sends the mails of the table `mails`.
 *
 * Guarantees: each mail is sent at least once, with the same Message-ID, to a server that takes it; the server took each mail
 * that is recorded as delivered. While the server takes nothing, no mail loses an attempt, for MAX_MAIL_AGE_MS. An address that
 * the server does not know gets no more mails. Order is not promised. lib/outbox has the guarantees when workers die.
 */
import { inLanguage } from '../locales/current-language';
import type { OfferedLanguages } from '../locales/offered-languages';
import type { Logger } from '../log/logger';
import { afterFailure } from '../outbox/outbox.rules';
import { type Attempt, CANCELLED, createTargets } from '../outbox/outbox-dispatcher';
import type { ClaimedJob, Outcome } from '../outbox/outbox-queue';
import { openTold } from '../outbox/told-paste';
import type { Keyring } from '../vault/keyring';
import type { MailRepository } from './mail.repository';
import { CONFIRM_TTL_MS, MAX_MAIL_AGE_MS, MAX_MAIL_ATTEMPTS, type MailKind, SERVER_PAUSE_MS } from './mail.rules';
import { mailToken } from './mail-links';
import { type MailTarget, openAddress } from './mail-rows';
import type { MailOutcome, OutgoingMail } from './mail-sender';
import { mailText } from './mail-text';

/** The table for lib/outbox. All mailboxes are behind one server, so pausing one would not help. */
export const MAIL_QUEUE = {
  table: 'mails',
  receiver: 'mailbox_id',
  receivers: 'mailboxes',
  owner: 'r.owner_id',
  isPausable: false,
} as const;

export interface MailAttemptOptions {
  repository: Pick<MailRepository, 'findTargets' | 'refuse'>;
  keyring: Keyring;
  send(mail: OutgoingMail): Promise<MailOutcome>;
  baseUrl: string;
  siteName: string;
  languages: OfferedLanguages;
  log: Logger;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** Makes the function that lib/outbox calls for each job. */
export function createMailAttempt(options: MailAttemptOptions): Attempt {
  const { repository, keyring, send, baseUrl, siteName, languages, log, clock = Date.now } = options;
  const targets = createTargets(repository.findTargets);
  let isServerAway = false;
  const ageOf = (row: ClaimedJob['row']) => clock() - Number(row.created_at);

  return async (job) => {
    const target = await targets.load(job.id);
    if (!target || !isWanted(job, target)) return CANCELLED;
    const mail = mailOf(job, target);
    if (mail === null) return retry(job, 'not sent: internal error');
    const sent = await send(mail);
    noteServer(sent);
    return outcomeOf(job, target, sent);
  };

  /** The owner may have changed or removed the address since, and a link to confirm it may have become too old. */
  function isWanted({ row }: ClaimedJob, { isConfirmed, isUserDisabled }: MailTarget): boolean {
    if (isUserDisabled) return false;
    return row.kind === 'confirm' ? !isConfirmed && ageOf(row) < CONFIRM_TTL_MS : isConfirmed;
  }

  function outcomeOf(job: ClaimedJob, { mailboxId, nonce }: MailTarget, sent: MailOutcome): Outcome {
    if (sent.kind === 'sent') return { status: 'delivered', responded: true, columns: { error: null } };
    const { kind, error } = sent;
    const failed = { status: 'failed', responded: true, columns: { error } } as const;
    switch (kind) {
      case 'unknown-address':
        log.info({ mailbox: mailboxId, reason: error }, 'no more mails to an address that the mail server does not know');
        return { ...failed, receiver: { id: mailboxId, statements: [repository.refuse(mailboxId, nonce)] } };
      case 'refused':
        log.warn({ mail: job.id, reason: error }, 'mail refused by the mail server');
        return failed;
      case 'deferred':
        return retry(job, error);
      case 'unavailable':
        if (ageOf(job.row) >= MAX_MAIL_AGE_MS) return { ...failed, responded: false };
        return { status: 'retrying', responded: false, delayMs: SERVER_PAUSE_MS, columns: { attempts: job.attempts - 1, error } };
    }
  }

  function noteServer(sent: MailOutcome): void {
    const isAway = sent.kind === 'unavailable';
    if (isAway && !isServerAway) log.error({ reason: sent.error }, 'the mail server takes no mail: mails wait, and one is tried at a time');
    if (!isAway && isServerAway) log.info('the mail server takes mail again');
    isServerAway = isAway;
  }

  function retry({ attempts }: ClaimedJob, error: string): Outcome {
    return { ...afterFailure(attempts, MAX_MAIL_ATTEMPTS), responded: true, columns: { error } };
  }

  /** The mail of a job; null for a damaged row or a missing master key. */
  function mailOf(
    { id, row }: ClaimedJob,
    { mailboxId, ownerId, addressSealed, nonce, language, userName }: MailTarget,
  ): OutgoingMail | null {
    const kind = String(row.kind) as MailKind;
    const createdAt = Number(row.created_at);
    const linkTo = (purpose: 'confirm' | 'unsubscribe') =>
      `${baseUrl}/account/mail/${purpose}/${mailToken(keyring, { purpose, mailboxId, nonce, at: createdAt })}`;
    const unsubscribeUrl = linkTo('unsubscribe');
    try {
      const paste =
        row.paste_id === null
          ? null
          : { ...openTold(keyring, row), expiresAt: row.paste_expires_at === null ? null : Number(row.paste_expires_at) };
      const facts = { siteName, baseUrl, userName, confirmUrl: linkTo('confirm'), unsubscribeUrl, paste };
      const isOffered = languages.languages.includes(language);
      const text = inLanguage(isOffered ? language : languages.fallback, () => mailText(kind, facts));
      return { ...text, to: openAddress(keyring, ownerId, addressSealed), id, createdAt, unsubscribeUrl };
    } catch (err) {
      log.error({ err, mail: id }, 'mail could not be made ready');
      return null;
    }
  }
}
