/** Mail: the account's addresses, and the queues that a worker sends. Without SMTP_URL there is none of it. */
import { offeredLanguages } from '../config/config';
import type { RateLimiter } from '../http/rate-limit';
import { CODE_MAILS, createCodeMailAttempt } from '../mail/code-mails';
import type { MailRepository } from '../mail/mail.repository';
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

/** Builds what needs a mail server; null when none is configured. */
export function buildMail(
  { config, db, keyring, log }: Foundation,
  mailboxes: MailRepository,
  limits: { mail: RateLimiter; mailAddress: RateLimiter },
  { parts }: Pick<Pastes, 'parts'>,
) {
  const { BASE_URL: baseUrl, SITE_NAME: siteName, SMTP_URL: server, MAIL_FROM: from } = config;
  if (server === undefined || from === undefined) return null;
  let loading: Promise<MailSender> | undefined;
  /** Sends a mail to the configured server. Loads nodemailer with the first one. */
  const send: MailSender['send'] = async (mail) => {
    loading ??= import('../mail/mail-sender').then(({ createMailSender }) =>
      createMailSender(server, { ...from, name: from.name ?? siteName }),
    );
    return (await loading).send(mail);
  };
  const languages = offeredLanguages(config);
  const queueOf = (jobs: Parameters<typeof createOutboxQueue>[1]) => ({
    queue: behindOneServer(createOutboxQueue(db, jobs, MAX_MAIL_ATTEMPTS), { pauseMs: SERVER_PAUSE_MS }),
    maxUnderWay: MAX_MAIL_CONNECTIONS,
  });
  const mails = {
    ...queueOf(MAILBOXES),
    attempt: createMailAttempt({ repository: mailboxes, keyring, send, baseUrl, siteName, languages, log }),
  };
  const { refuse } = parts.waiting.repository;
  const readSilence = async () => (await readVitals(db)).workerSilentMs;
  return {
    /** Addresses of accounts. */
    mail: createMailService({ repository: mailboxes, keyring, limits: { user: limits.mail, address: limits.mailAddress } }),
    mails,
    /** The queue of codes to recipients of pastes. */
    codeMails: { ...queueOf(CODE_MAILS), attempt: createCodeMailAttempt({ db, keyring, send, refuse, siteName, languages, log }) },
    /** Tells administrators that no worker is running. */
    checkWorker: createWorkerAlarm({ db, ...mails, readSilence, maxAgeMs: config.SESSION_MAX_AGE, log }),
  };
}
