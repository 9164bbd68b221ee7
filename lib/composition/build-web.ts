/** Builds what a web process serves requests with. Importing it does nothing. */

import { createClientLogin } from '../accounts/client-login';
import { createSessionsService } from '../accounts/sessions.service';
import { type Config, loadConfig } from '../config/config';
import { createAdministration } from '../operations/administration.service';
import { readHealth } from '../operations/doctor/doctor.service';
import { readVitals } from '../operations/metrics/vitals';
import { buildSignIn } from './build-accounts';
import { openCounters } from './build-limits';
import { buildServices } from './build-services';
import { buildSite } from './build-site';
import { buildSignInAttempts, cookieSecurity } from './cookies';
import { buildOnFoundation } from './foundation';

/** @throws OperatorError for a logo that can't be used, and as `buildOnFoundation` */
export async function buildWeb(config: Config = loadConfig()) {
  const site = await buildSite(config);
  return buildOnFoundation('web', config, async (foundation) => {
    const { db, log, auditRecorder, metrics } = foundation;
    const { store, redis } = await openCounters(foundation);
    const services = await buildServices(foundation, store);
    const { accounts, bans, messengerBot, pastes } = services;
    await bans.refresh();
    metrics.gauge('sealpaste_bans', 'Networks that are banned', bans.count);
    if (redis)
      metrics.gauge('sealpaste_redis_up', '1 while Redis counts the rate limits, 0 while each process does', () => (redis.isReady ? 1 : 0));
    // Fetched ahead, so that no command has to wait for the name.
    void messengerBot?.name();
    if (messengerBot && config.MESSENGER_WEBHOOK_SECRET === undefined)
      log.info('MESSENGER_WEBHOOK_SECRET is not set: one is derived from MASTER_KEY; admin messenger set-webhook tells it to the platform');
    const security = cookieSecurity(config);
    return {
      ...services,
      site,
      /** Keys for programs on people's own machines. */
      clientLogin: createClientLogin(accounts, security),
      sessions: createSessionsService(db, auditRecorder, security, log, config.SESSION_MAX_AGE),
      /** Sign-in by OpenID Connect; null when no provider is configured. */
      signInProvider: buildSignIn(foundation),
      signInAttempts: buildSignInAttempts(security),
      administration: createAdministration(accounts, bans),
      /** Counts workers and tells the age of the last backup. */
      vitals: () => readVitals(db),
      /** Runs the doctor's quick checks, and counts what waits. */
      health: () => readHealth(db, config),
      /** True from the first signal to stop: readiness fails, and requests under way are finished. */
      stopping: false as boolean,
      /** Writes what is in memory and closes the database and the counters' store. */
      async close(): Promise<void> {
        await pastes.flush();
        await services.close();
        redis?.destroy();
      },
    };
  });
}
