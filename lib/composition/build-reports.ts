import { createReportMessageRecorder } from '../messenger/messenger.recorder';
import { createOutboxQueue } from '../outbox/outbox.queue';
import { createNoticeAttempt, createNoticeRecorder, NOTICE_QUEUE } from '../reports/report.notices';
import { createReportRepository } from '../reports/report.repository';
import { createReportService } from '../reports/report.service';
import { resolveBySystem } from '../webhooks/webhook.resolver';
import { createLazySender } from './lazy-sender';
import type { Foundation } from './services';

export function buildReports({ config, db, keyring, log, openEach }: Foundation) {
  const { REPORT_WEBHOOK: url, BASE_URL: baseUrl, WORKER_WEBHOOK_MAX_RETRIES: maxAttempts, WEBHOOK_TIMEOUT_MS: timeoutMs } = config;
  const recorders = [
    createReportMessageRecorder(db.dialect, config.SESSION_MAX_AGE),
    ...(url === undefined ? [] : [createNoticeRecorder(db.dialect.now)]),
  ];
  const repository = createReportRepository(db, keyring, recorders, openEach);
  const queue = createOutboxQueue(db, NOTICE_QUEUE, maxAttempts);
  // The operator's own receiver may be at a private address.
  const send = createLazySender({ allowInsecure: true, ownPort: config.PORT, resolve: resolveBySystem, timeoutMs });
  return {
    reports: createReportService(repository, log),
    reportNotices:
      url === undefined ? null : { queue, attempt: createNoticeAttempt({ queue, repository, send, url, baseUrl, maxAttempts, log }) },
  };
}
