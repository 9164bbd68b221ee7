/** Builds what a web process serves requests with. Importing it does nothing. */

import { createClientLogin } from '../accounts/client-login';
import { createSessionsRepository } from '../accounts/sessions.repository';
import { createSessionsService } from '../accounts/sessions.service';
import { createAuditService } from '../audit/audit.service';
import { type Config, loadConfig } from '../config/config';
import { createAdministration } from '../operations/administration.service';
import { createBansService } from '../operations/bans.service';
import { readHealth } from '../operations/doctor/doctor.service';
import { readVitals } from '../operations/metrics/vitals';
import { createOversight } from '../pastes/service/paste-oversight';
import { buildAccounts, buildSignIn } from './build-accounts';
import { buildLimits, openCounters } from './build-limits';
import { buildMail, buildWorkerAlarm } from './build-mail';
import { buildAroundPastes, buildPastes } from './build-pastes';
import { buildMessenger, buildReports, buildWebhooks } from './build-receivers';
import { buildSite } from './build-site';
import { buildSignInAttempts, cookieSecurity } from './cookies';
import { buildOnFoundation } from './foundation';

/** @throws OperatorError for a logo that can't be used, and as `buildOnFoundation` */
export async function buildWeb(config: Config = loadConfig()) {
  const site = await buildSite(config);
  return buildOnFoundation('web', config, async (foundation) => {
    const { db, keyring, log, auditRecorder, openEach, metrics } = foundation;
    const { store, redis } = await openCounters(foundation);
    const bans = createBansService(db, auditRecorder, log);
    await bans.refresh();
    metrics.gauge('sealpaste_bans', 'Networks that are banned', bans.count);
    if (redis)
      metrics.gauge('sealpaste_redis_up', '1 while Redis counts the rate limits, 0 while each process does', () => (redis.isReady ? 1 : 0));
    const limits = buildLimits(config, store);
    const built = buildPastes(foundation, store, limits);
    const { pastes, moderation } = built;
    const { messenger, slashCommands, bot } = await buildMessenger(foundation, built, limits.user);
    // Fetched ahead, so that no command has to wait for the name.
    void bot?.name();
    if (bot && config.MESSENGER_WEBHOOK_SECRET === undefined)
      log.info('MESSENGER_WEBHOOK_SECRET is not set: one is derived from MASTER_KEY; admin messenger set-webhook tells it to the platform');
    const accounts = buildAccounts(foundation);
    const security = cookieSecurity(config);
    return {
      ...foundation,
      site,
      limits,
      accounts,
      /** Keys for programs on people's own machines. */
      clientLogin: createClientLogin(accounts, security),
      sessions: createSessionsService(createSessionsRepository(db, auditRecorder, config.SESSION_MAX_AGE), security, log),
      /** Sign-in by OpenID Connect; null when no provider is configured. */
      signInProvider: buildSignIn(foundation),
      signInAttempts: buildSignInAttempts(security),
      pastes,
      moderation,
      /** Pastes as an administrator sees them. */
      oversight: createOversight(db, built.parts.lookup),
      ...buildAroundPastes(foundation, built),
      reports: buildReports(foundation).reports,
      webhooks: buildWebhooks(foundation).webhooks,
      messenger,
      slashCommands,
      /** The bot itself; null without a token. */
      messengerBot: bot,
      /** Addresses of accounts; null without a mail server. */
      mail: buildMail(foundation, limits),
      /** Tells administrators by mail that no worker is running; null without a mail server. */
      checkWorker: buildWorkerAlarm(foundation),
      bans,
      administration: createAdministration(accounts, bans),
      audit: createAuditService(db, keyring, config.AUDIT_DAYS, openEach),
      /** Counts workers and tells the age of the last backup. */
      vitals: () => readVitals(db),
      /** Runs the doctor's quick checks, and counts what waits. */
      health: () => readHealth(db, config),
      /** True from the first signal to stop: readiness fails, and requests under way are finished. */
      stopping: false as boolean,
      /** Writes what is in memory and closes the database and the counters' store. */
      async close(): Promise<void> {
        await pastes.flush();
        await db.close();
        redis?.destroy();
      },
    };
  });
}
