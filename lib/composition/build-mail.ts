/** Mail: the account's addresses, and the queue that a worker sends. Without SMTP_URL there is none of it. */
import { offeredLanguages } from '../config/config';
import type { RateLimiter } from '../http/rate-limit';
import { CODE_MAILS, createCodeMailAttempt } from '../mail/code-mails';
import { createMailRepository } from '../mail/mail.repository';
import { MAX_MAIL_ATTEMPTS, MAX_MAIL_CONNECTIONS, SERVER_PAUSE_MS } from '../mail/mail.rules';
import { createMailService } from '../mail/mail.service';
import { createMailAttempt } from '../mail/mail-attempts';
import { MAILBOXES } from '../mail/mail-receivers';
import type { MailSender } from '../mail/mail-sender';
import { createWorkerAlarm } from '../mail/worker-alarm';
import { readVitals } from '../operations/metrics/vitals';
import { behindOneServer } from '../outbox/outbox-attempt';
import { createOutboxQueue } from '../outbox/outbox-queue';
import type { Pastes } from './build-pastes';
import type { Foundation } from './foundation';

/** The repository is there without SMTP_URL, too: cleanup removes what is left. */
export const buildMailboxes = ({ db, keyring, openEach }: Foundation) => createMailRepository(db, keyring, openEach);

/** The addresses of accounts; null when no mail server is configured. */
export function buildMail(foundation: Foundation, limits: { mail: RateLimiter; mailAddress: RateLimiter }) {
  if (foundation.config.SMTP_URL === undefined) return null;
  const { keyring } = foundation;
  return createMailService({
    repository: buildMailboxes(foundation),
    keyring,
    limits: { user: limits.mail, address: limits.mailAddress },
  });
}

/** Sends a mail to the configured server; null when there is none. */
function buildSend({ config: { SMTP_URL: server, MAIL_FROM: from, SITE_NAME: siteName } }: Foundation): MailSender['send'] | null {
  if (server === undefined || from === undefined) return null;
  let loading: Promise<MailSender> | undefined;
  /** Loads nodemailer with the first mail. */
  return async (mail) => {
    loading ??= import('../mail/mail-sender').then(({ createMailSender }) =>
      createMailSender(server, { ...from, name: from.name ?? siteName }),
    );
    return (await loading).send(mail);
  };
}

/** The queue of mails; null when no mail server is configured. */
export function buildMails(foundation: Foundation) {
  const send = buildSend(foundation);
  if (send === null) return null;
  const { config, db, keyring, log } = foundation;
  const { BASE_URL: baseUrl, SITE_NAME: siteName } = config;
  const repository = buildMailboxes(foundation);
  const languages = offeredLanguages(config);
  return {
    queue: behindOneServer(createOutboxQueue(db, MAILBOXES, MAX_MAIL_ATTEMPTS), { pauseMs: SERVER_PAUSE_MS }),
    attempt: createMailAttempt({ repository, keyring, send, baseUrl, siteName, languages, log }),
    maxUnderWay: MAX_MAIL_CONNECTIONS,
  };
}

/** The queue of codes to recipients; null when no mail server is configured. */
export function buildCodeMails(foundation: Foundation, { parts }: Pick<Pastes, 'parts'>) {
  const send = buildSend(foundation);
  if (send === null) return null;
  const { config, db, keyring, log } = foundation;
  const { refuse } = parts.waiting.repository;
  return {
    queue: behindOneServer(createOutboxQueue(db, CODE_MAILS, MAX_MAIL_ATTEMPTS), { pauseMs: SERVER_PAUSE_MS }),
    attempt: createCodeMailAttempt({ db, keyring, send, refuse, siteName: config.SITE_NAME, languages: offeredLanguages(config), log }),
    maxUnderWay: MAX_MAIL_CONNECTIONS,
  };
}

/** The check of a web process whether a worker is running; null when no mail server is configured. */
export function buildWorkerAlarm(foundation: Foundation) {
  const mails = buildMails(foundation);
  if (mails === null) return null;
  const { config, db, log } = foundation;
  const readSilence = async () => (await readVitals(db)).workerSilentMs;
  return createWorkerAlarm({ db, ...mails, readSilence, maxAgeMs: config.SESSION_MAX_AGE, log });
}
