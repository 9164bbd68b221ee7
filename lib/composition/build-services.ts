/** Builds the services that processes of every kind have. Importing it does nothing. */
import { createAuditService } from '../audit/audit.service';
import { loadConfig } from '../config/config';
import type { RateLimitStore } from '../http/rate-limit';
import { createMailRepository } from '../mail/mail.repository';
import { createBansService } from '../operations/bans.service';
import { createOversight } from '../pastes/service/paste-oversight';
import { createObjectMoves } from '../pastes/storage/paste-object-moves';
import { buildAccounts } from './build-accounts';
import { buildLimits } from './build-limits';
import { buildMail } from './build-mail';
import { buildPastes } from './build-pastes';
import { buildMessenger, buildReports, buildWebhooks } from './build-receivers';
import { buildOnFoundation, type Foundation } from './foundation';

export type ProcessServices = Awaited<ReturnType<typeof buildServices>>;

/** Builds a worker, or what the operator's commands act on. @throws ConfigError, and as `buildOnFoundation` */
export const buildProcess = (name: 'worker' | 'admin'): Promise<ProcessServices> =>
  buildOnFoundation(name, loadConfig(), (foundation) => buildServices(foundation));

/** @param store counts requests, which only web processes get */
export async function buildServices(foundation: Foundation, store: RateLimitStore = { kind: 'memory' }) {
  const { config, db, keyring, log, auditRecorder, openEach } = foundation;
  const limits = buildLimits(config, store);
  const built = buildPastes(foundation, store, limits);
  const { parts, ...services } = built;
  const mailboxes = createMailRepository(db, keyring, openEach);
  const mailing = buildMail(foundation, mailboxes, limits, built);
  return {
    ...foundation,
    limits,
    accounts: buildAccounts(foundation),
    ...services,
    /** Pastes as an administrator sees them. */
    oversight: createOversight(db, parts.lookup),
    contentObjects: parts.objects,
    /** Large contents, of which CONTENT_STORE has some. */
    contents: createObjectMoves(db, parts.lookup, parts.objects),
    ...buildWebhooks(foundation),
    ...(await buildMessenger(foundation, built, limits.user)),
    // Cleanup removes what is left of mails without a mail server, too.
    mailboxes,
    mail: mailing?.mail ?? null,
    mails: mailing?.mails ?? null,
    codeMails: mailing?.codeMails ?? null,
    checkWorker: mailing?.checkWorker ?? null,
    ...buildReports(foundation),
    bans: createBansService(db, auditRecorder, log),
    audit: createAuditService(db, keyring, config.AUDIT_DAYS, openEach),
    close: (): Promise<void> => db.close(),
  };
}
