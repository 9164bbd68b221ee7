/** What an administrator's page says of the service: the doctor's quick checks, and what is waiting. SQL (decision 0041): index. */
import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import { type Check, runQuickChecks } from './doctor.service';

/** More than so many are not counted. */
export const MAX_COUNTED = 1_000;

/** What waits, by name: at most MAX_COUNTED of each. */
type Backlog = Record<'deliveries' | 'messages' | 'reportNotices' | 'openReports' | 'heldPastes' | 'expiredPastes', number>;

export interface Health {
  engine: Database['engine'];
  checks: Check[];
  backlog: Backlog;
}

export async function readHealth(db: Database, config: Config): Promise<Health> {
  return { engine: db.engine, checks: await runQuickChecks(db, config), backlog: await readBacklog(db) };
}

/** Each by an index that holds nothing else, or the expired first. */
async function readBacklog(db: Database): Promise<Backlog> {
  const count = (from: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MAX_COUNTED}) AS t)`;
  const [row] = await db.readLong(`SELECT ${count('webhook_deliveries WHERE next_retry_at IS NOT NULL')} AS deliveries,
    ${count('notification_queue WHERE next_retry_at IS NOT NULL')} AS messages,
    ${count('report_notices WHERE next_retry_at IS NOT NULL')} AS report_notices,
    ${count('reports WHERE closed_at IS NULL')} AS open_reports,
    ${count('pastes WHERE held_at IS NOT NULL')} AS held_pastes,
    ${count(`pastes WHERE expires_at <= ${db.dialect.now}`)} AS expired_pastes`);
  return {
    deliveries: Number(row?.deliveries),
    messages: Number(row?.messages),
    reportNotices: Number(row?.report_notices),
    openReports: Number(row?.open_reports),
    heldPastes: Number(row?.held_pastes),
    expiredPastes: Number(row?.expired_pastes),
  };
}
