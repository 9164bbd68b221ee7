/** Mailboxes, their mails, pastes and a real mail server on a fresh database, without a process around them. */

import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { loadLanguages } from '../locales/messages';
import { CODE_MAILS, createCodeMailAttempt } from '../mail/code-mails';
import { createMailRepository, type MailRepository } from '../mail/mail.repository';
import { CHOSEN_MAIL_KINDS, MAX_MAIL_ATTEMPTS, MAX_MAIL_CONNECTIONS } from '../mail/mail.rules';
import { createMailService, type MailService } from '../mail/mail.service';
import { createMailAttempt } from '../mail/mail-attempts';
import { MAILBOXES } from '../mail/mail-receivers';
import { createMailSender } from '../mail/mail-sender';
import { createEventRecorder } from '../outbox/event-recorder';
import { behindOneServer } from '../outbox/outbox-attempt';
import { type Attempt, dispatch } from '../outbox/outbox-dispatcher';
import { createOutboxQueue, type OutboxQueue } from '../outbox/outbox-queue';
import type { CodeLimits, WaitingRoom } from '../pastes/reading/paste-waiting';
import type { PasteService } from '../pastes/service/paste.service';
import { collectingLogger, type LogLine } from './loggers';
import { type MailServer, startMailServer } from './mail-server';
import type { Engine } from './test-database';
import { pastesOn } from './test-pastes';
import { BASE_URL, NOON, openUsersDatabase, type UsersDatabase } from './users';

const UNLIMITED = { consume: async () => null };

interface Parts {
  repository: MailRepository;
  service: MailService;
  pastes: PasteService;
  queue: OutboxQueue;
  attempt: Attempt;
  /** Codes to recipients of pastes: the queue, and what sends one. */
  codes: { queue: OutboxQueue; attempt: Attempt; repository: WaitingRoom['repository'] };
  /** Sends all codes that are due. */
  sendCodes(): Promise<void>;
  /** Sends all that is due. */
  send(queue?: Pick<OutboxQueue, 'claim' | 'finish'>): Promise<void>;
}

export interface TestMail extends Parts, UsersDatabase {
  server: MailServer;
  lines: LogLine[];
  /** The same services with the database's clock at `now`. */
  at(now: number): Parts;
  /** A queue that knows the server behind it. @param clock ms since any moment */
  behind(parts: Parts, clock?: () => number): Pick<OutboxQueue, 'claim' | 'finish'>;
  /** Sets and confirms an address at NOON. @returns its id */
  confirmed(owner?: { userId: number }, address?: string, language?: string): Promise<number>;
  /** Removes mailboxes and pastes, and forgets mails and log lines. */
  clear(): Promise<void>;
}

/** The token of the first link to this page in a text. */
export const tokenIn = (text: string | undefined, page: 'confirm' | 'unsubscribe'): string =>
  new RegExp(`/account/mail/${page}/([\\w-]+)`).exec(text ?? '')?.[1] ?? '';

/** @param codeLimits of mails to recipients; by default none */
export async function openTestMail(engine: Engine, codeLimits: CodeLimits = { address: UNLIMITED, account: UNLIMITED }): Promise<TestMail> {
  const [users, server] = await Promise.all([openUsersDatabase(engine), startMailServer(), loadLanguages(Object.keys(LANGUAGE_NAMES))]);
  const { anna, keyring, on, run } = users;
  const { log, lines } = collectingLogger();
  const smtp = { host: '127.0.0.1', port: server.port, tls: 'off', auth: null } as const;
  const sender = createMailSender(smtp, { name: 'Paste', address: 'paste@example.org' }, { timeoutMs: 2_000 });

  const languages = { languages: Object.keys(LANGUAGE_NAMES), fallback: 'en' };

  const at = (now: string | number): Parts => {
    const db = on(now);
    const queue = createOutboxQueue(db, MAILBOXES, MAX_MAIL_ATTEMPTS);
    const repository = createMailRepository(db, keyring);
    const attempt = createMailAttempt({
      repository,
      keyring,
      send: sender.send,
      baseUrl: BASE_URL,
      siteName: 'Paste & Co',
      languages,
      log,
    });
    const run = (from: Pick<OutboxQueue, 'claim' | 'finish'>, by: Attempt) =>
      dispatch(
        { queue: from, attempt: by, count: () => undefined, log, maxUnderWay: MAX_MAIL_CONNECTIONS, lookAgainMs: 10 },
        new AbortController().signal,
      );
    const send: Parts['send'] = (from = queue) => run(from, attempt);
    const built = pastesOn(db, keyring, [createEventRecorder(db.dialect, MAILBOXES)], { codeLimits });
    const { repository: claims } = built.waiting;
    const codes = {
      queue: createOutboxQueue(db, CODE_MAILS, MAX_MAIL_ATTEMPTS),
      attempt: createCodeMailAttempt({ db, keyring, send: sender.send, refuse: claims.refuse, siteName: 'Paste & Co', languages, log }),
      repository: claims,
    };
    return {
      repository,
      service: createMailService({ repository, keyring, limits: { user: UNLIMITED, address: UNLIMITED } }),
      pastes: built.service,
      codes,
      sendCodes: () => run(codes.queue, codes.attempt),
      queue,
      attempt,
      send,
    };
  };
  const parts = at(NOON);

  return {
    ...users,
    ...parts,
    server,
    lines,
    at,
    behind: ({ queue }, clock) => behindOneServer(queue, { pauseMs: 20_000, ...(clock ? { clock } : {}) }),
    async confirmed(owner = anna, address = 'anna@example.net', language = 'en') {
      await parts.service.save(owner, address, { kinds: CHOSEN_MAIL_KINDS, language }, [address]);
      return (await parts.repository.find(owner.userId))?.id ?? 0;
    },
    async clear() {
      for (const table of ['mailboxes', 'pastes', 'code_mails', 'leases', 'secret_requests']) await run(`DELETE FROM ${table}`);
      server.taken.length = 0;
      server.behave(() => undefined);
      Object.assign(server.connections, { count: 0, most: 0 });
      lines.length = 0;
    },
    async close() {
      await server.stop();
      await users.close();
    },
  };
}
