/** Builds what the operator's commands act on. Importing it does nothing. */
import { createAuditService } from '../audit/audit.service';
import { loadConfig } from '../config/config';
import type { RateLimiter } from '../http/rate-limit';
import { createBansService } from '../operations/bans.service';
import { createObjectMoves } from '../pastes/storage/paste-object-moves';
import { buildAccounts } from './build-accounts';
import { buildMail } from './build-mail';
import { buildAroundPastes, buildPastes } from './build-pastes';
import { buildMessenger, buildWebhooks } from './build-receivers';
import { buildOnFoundation } from './foundation';

const NO_LIMIT: RateLimiter = { consume: async () => null };

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
      /** Large contents, of which CONTENT_STORE has some. */
      contents: createObjectMoves(db, built.parts.lookup, built.parts.objects),
      bans: createBansService(db, auditRecorder, log),
      audit: createAuditService(db, keyring, config.AUDIT_DAYS, openEach),
      webhooks: buildWebhooks(foundation).webhooks,
      secretRequests: buildAroundPastes(foundation, built).secretRequests,
      messenger,
      /** Addresses of accounts; null without a mail server. Commands have no limits. */
      mail: buildMail(foundation, { mail: NO_LIMIT, mailAddress: NO_LIMIT }),
      /** Null without a token. */
      messengerBot: bot,
      close: () => db.close(),
    };
  });
}
