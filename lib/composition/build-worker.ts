/** Builds what a worker cleans up and sends with. Importing it does nothing. */
import { createAuditService } from '../audit/audit.service';
import { loadConfig } from '../config/config';
import { buildCodeMails, buildMailboxes, buildMails } from './build-mail';
import { buildAroundPastes, buildPastes } from './build-pastes';
import { buildDeliveries, buildMessenger, buildNotices, buildNotifications, buildReports, buildWebhooks } from './build-receivers';
import { buildOnFoundation } from './foundation';

export type WorkerServices = Awaited<ReturnType<typeof buildWorker>>;

/** @throws ConfigError, and as `buildOnFoundation` */
export function buildWorker() {
  const config = loadConfig();
  return buildOnFoundation('worker', config, async (foundation) => {
    const { db, keyring, openEach } = foundation;
    const built = buildPastes(foundation);
    const { webhooks, sending } = buildWebhooks(foundation);
    const { messenger, ...chats } = await buildMessenger(foundation, built);
    const { reports, repository } = buildReports(foundation);
    return {
      ...foundation,
      pastes: built.pastes,
      moderation: built.moderation,
      contentObjects: built.parts.objects,
      ...buildAroundPastes(foundation, built),
      webhooks,
      messenger,
      reports,
      audit: createAuditService(db, keyring, config.AUDIT_DAYS, openEach),
      deliveries: buildDeliveries(foundation, sending),
      /** Queue of messages to chats; null without a bot. */
      notifications: buildNotifications(foundation, chats),
      mailboxes: buildMailboxes(foundation),
      /** Queue of mails; null without a mail server. */
      mails: buildMails(foundation),
      /** Queue of codes to recipients of pastes; null without a mail server. */
      codeMails: buildCodeMails(foundation, built),
      /** Queue of notices for REPORT_WEBHOOK; null when none is configured. */
      reportNotices: buildNotices(foundation, repository),
      async close(): Promise<void> {
        await db.close();
      },
    };
  });
}
