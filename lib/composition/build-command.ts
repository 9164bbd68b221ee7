/** Builds what the operator's commands act on. Importing it does nothing. */
import { createAuditRepository } from '../audit/audit.repository';
import { createAuditService } from '../audit/audit.service';
import { loadConfig } from '../config/config';
import { createBansRepository } from '../operations/bans/bans.repository';
import { createBansService } from '../operations/bans/bans.service';
import { buildAccounts } from './build-accounts';
import { buildPastes } from './build-pastes';
import { buildBot, buildReports } from './build-receivers';
import { buildOnFoundation } from './foundation';

export type CommandServices = Awaited<ReturnType<typeof buildCommand>>;

/** @throws ConfigError, and as `buildOnFoundation` */
export function buildCommand() {
  const config = loadConfig();
  return buildOnFoundation('admin', config, async (foundation) => {
    const { db, keyring, log, auditRecorder, openEach } = foundation;
    const { pastes, moderation } = buildPastes(foundation);
    return {
      ...foundation,
      accounts: buildAccounts(foundation),
      pastes,
      moderation,
      reports: buildReports(foundation).reports,
      bans: createBansService(createBansRepository(db, auditRecorder), log),
      audit: createAuditService(createAuditRepository(db, keyring, config.AUDIT_DAYS, openEach)),
      /** Null without a token. */
      messengerBot: await buildBot(config),
      close: () => db.close(),
    };
  });
}
