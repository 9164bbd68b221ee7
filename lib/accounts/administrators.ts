import type { Dialect, SqlValue, Statement } from '../db/database';
import type { AdministratorEvent } from '../outbox/event-paste';
import { isWaiting, queueJobs, type Receivers } from '../outbox/event-recorder';

/**
 * SQL condition: a user `u` is an administrator, whom messages about the service are for.
 * @param now the database's clock, in SQL
 * @param maxAgeMs time after a sign-in for which somebody counts as an administrator by the provider's groups
 */
const isAdministrator = (now: string, maxAgeMs: number): string =>
  `(u.promoted_at IS NOT NULL OR EXISTS (
    SELECT 1 FROM identities i WHERE i.user_id = u.id AND i.admin_at IS NOT NULL AND i.last_used_at > ${now} - ${maxAgeMs}))`;

/**
 * Queues an event for each administrator's receiver that wants it, unless one of the kind is waiting. The job has nothing of a
 * report, which may hold the key of a paste.
 * @param maxAgeMs as above @param condition SQL @param params of the condition
 */
export function notifyAdministrators(
  dialect: Dialect,
  receivers: Receivers,
  type: AdministratorEvent,
  maxAgeMs: number,
  condition = 'TRUE',
  params: readonly SqlValue[] = [],
): Statement[] {
  const found = receivers.subscription({ type });
  if (found === null) return [];
  const from = `FROM ${receivers.notified ?? receivers.receivers} r JOIN users u ON u.id = r.owner_id AND u.disabled_at IS NULL
    AND ${isAdministrator(dialect.now, maxAgeMs)} WHERE r.is_active AND ${found.wanted} AND ${condition}`;
  return [queueJobs(dialect, receivers, found.columns, `${from} AND NOT ${isWaiting(receivers, found.columns)}`, params)];
}

/** Makes the statements that tell administrators of a report. */
export const createReportRecorder =
  (dialect: Dialect, receivers: Receivers, maxAgeMs: number) =>
  (reportId: string): Statement[] =>
    notifyAdministrators(dialect, receivers, 'report.created', maxAgeMs, 'EXISTS (SELECT 1 FROM reports x WHERE x.id = ?)', [reportId]);
