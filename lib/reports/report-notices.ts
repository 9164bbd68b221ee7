/**
 * Sends notices of reports to REPORT_WEBHOOK through the outbox: at least once, under one id, with retries. The operator
 * chose the receiver, so its address is not checked. The texts of the reporter are not sent.
 */
import type { Logger } from '../log/logger';
import { afterFailure, isSuccess } from '../outbox/outbox.rules';
import { type Attempt, CANCELLED } from '../outbox/outbox-dispatcher';
import { queueForOne } from '../outbox/outbox-queue';
import { currentTraceparent } from '../tracing/trace-context';
import type { Report, ReportRecorder, ReportService } from './report.service';

/** The queue for lib/outbox. Its only receiver is the configured one. */
export const NOTICE_QUEUE = queueForOne('report_notices');

/** @param now SQL of the database's clock */
export function createNoticeRecorder(now: string): ReportRecorder {
  const sql = `INSERT INTO report_notices (id, report_id, receiver, status, attempts, next_retry_at, trace_parent)
    SELECT 'rpt_' || r.id, r.id, 1, 'pending', 0, ${now}, CAST(? AS TEXT) FROM reports r WHERE r.id = ?`;
  return (reportId) => [{ sql, params: [currentTraceparent(), reportId] }];
}

interface NoticeOptions {
  reports: Pick<ReportService, 'find'>;
  /** Sends one request, with time-outs. */
  send(
    url: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number | null; error: string | null; retryAfterMs: number | null }>;
  url: string;
  baseUrl: string;
  maxAttempts: number;
  log: Logger;
}

/** Makes the function that lib/outbox calls for each job. */
export function createNoticeAttempt({ reports, send, url, baseUrl, maxAttempts, log }: NoticeOptions): Attempt {
  return async ({ id, attempts, row }) => {
    const report = await reports.find(String(row.report_id));
    if (!report) return CANCELLED;
    const { status, error, retryAfterMs } = await send(url, { 'webhook-id': id }, noticeBody(id, report, baseUrl));
    const responded = status !== null;
    if (isSuccess(status)) return { status: 'delivered', responded };
    const result = afterFailure(attempts, maxAttempts, retryAfterMs ?? 0);
    const isLast = result.status === 'failed';
    log.warn({ report: report.id, status, reason: error, isLast }, 'REPORT_WEBHOOK did not take a report');
    return { ...result, responded };
  };
}

/** JSON in the form of the other events. */
function noticeBody(id: string, { id: reportId, publicId, reason, createdAt }: Report, baseUrl: string): string {
  const data = { reportId, reason, publicId, url: `${baseUrl}/view/${publicId}` };
  return JSON.stringify({ id, event: 'report.created', createdAt: new Date(createdAt).toISOString(), data });
}
