/** Builds what the operator's commands act on. Importing it does nothing. */
import { createAuditRepository } from '../audit/audit.repository';
import { createAuditService } from '../audit/audit.service';
import { loadConfig } from '../config/config';
import { createBansRepository } from '../operations/bans/bans.repository';
import { createBansService } from '../operations/bans/bans.service';
import { buildAccounts } from './build-accounts';
import { buildAroundPastes, buildPastes } from './build-pastes';
import { buildMessenger, buildReports, buildWebhooks } from './build-receivers';
import { buildOnFoundation } from './foundation';

export type CommandServices = Awaited<ReturnType<typeof buildCommand>>;

/** @throws ConfigError, and as `buildOnFoundation` */
export function buildCommand() {
  const config = loadConfig();
  return buildOnFoundation('admin', config, async (foundation) => {
    const { db, keyring, log, auditRecorder, openEach } = foundation;
    const built = buildPastes(foundation);
    const { pastes, moderation } = built;
    const { messenger, bot } = await buildMessenger(foundation, built);
    return {
      ...foundation,
      accounts: buildAccounts(foundation),
      pastes,
      moderation,
      reports: buildReports(foundation).reports,
      bans: createBansService(createBansRepository(db, auditRecorder), log),
      audit: createAuditService(createAuditRepository(db, keyring, config.AUDIT_DAYS, openEach)),
      webhooks: buildWebhooks(foundation).webhooks,
      secretRequests: buildAroundPastes(foundation, built).secretRequests,
      messenger,
      /** Null without a token. */
      messengerBot: bot,
      close: () => db.close(),
    };
  });
}
