/** The doctor's quick checks and the lengths of the queues, for the administrators' page. SQL (decision 0041): index. */
import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import { runQuickChecks } from './doctor.service';

/** Most rows that are counted. */
const MAX_COUNTED = 1_000;

/** Rows of each queue that wait. */
const WAITING = {
  deliveries: 'webhook_deliveries WHERE next_retry_at IS NOT NULL',
  messages: 'notification_queue WHERE next_retry_at IS NOT NULL',
  reportNotices: 'report_notices WHERE next_retry_at IS NOT NULL',
  openReports: 'reports WHERE closed_at IS NULL',
  heldPastes: 'pastes WHERE held_at IS NOT NULL',
  expiredPastes: 'pastes WHERE expires_at <= NOW',
} as const;

/** Numbers of waiting rows, at most MAX_COUNTED each. */
type Backlog = Record<keyof typeof WAITING, number>;

export async function readHealth(db: Database, config: Config) {
  return { engine: db.engine, checks: await runQuickChecks(db, config), backlog: await readBacklog(db), maxCounted: MAX_COUNTED };
}

/** Counts each queue by an index that holds only waiting rows, or expired ones first. */
async function readBacklog(db: Database): Promise<Backlog> {
  const counts = Object.entries(WAITING).map(
    ([name, from]) =>
      `(SELECT count(*) FROM (SELECT 1 FROM ${from.replace('NOW', db.dialect.now)} LIMIT ${MAX_COUNTED}) AS t) AS "${name}"`,
  );
  const [row = {}] = await db.readLong(`SELECT ${counts.join(', ')}`);
  return Object.fromEntries(Object.keys(WAITING).map((name) => [name, Number(row[name])])) as Backlog;
}
