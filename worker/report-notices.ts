import type { Services } from '#lib/composition/services';
import { dispatch } from '#lib/outbox/outbox.dispatcher';
import { startLoop } from './loop';

/**
 * Starts the loop that tells REPORT_WEBHOOK of reports, if there is one. Any number of workers may run it.
 * @returns stops the loop and waits for the attempts under way
 */
export function startReportNotices({ config, log, metrics, reportNotices }: Services, after: Promise<unknown>): () => Promise<void> {
  if (reportNotices === null) return async () => undefined;
  return startLoop({
    name: 'report-notices',
    intervalMs: config.WORKER_POLL_INTERVAL_MS,
    runOnce: (signal) => dispatch({ ...reportNotices, count: (outcome) => metrics.sendAttempt('reports', outcome), log }, signal),
    after,
    log,
  });
}
