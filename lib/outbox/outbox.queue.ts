/**
 * A table as a queue of jobs, each for one receiver: claim, finish, and sweep up after the dead.
 *
 * Guarantees:
 * - A job is claimed by at most one process at a time, for LEASE_MS. A process that dies or freezes
 *   loses its jobs at the end of the lease, and what it says of them afterwards changes nothing.
 * - Attempts are counted when they begin, so that a job that kills its worker ends, too.
 * - Each receiver's turn comes: a claim takes everybody's first job before anybody's second. A
 *   backlog of one receiver delays nobody else's.
 * - What a claim costs depends on the number of receivers, not on how many jobs wait or are done.
 * Not protected: a process that dies after sending and before recording leaves a job that is sent
 * again (at least once), under the same id.
 *
 * The table has columns `id`, `status`, `attempts`, `next_retry_at` (null when done), `claim_token`,
 * `last_attempt_at` and `finished_at`, and an index on (receiver, next_retry_at, id).
 */
import { randomUUID } from 'node:crypto';
import type { Database, Row, SqlValue, Statement } from '../db/database';
import { LEASE_MS, MAX_CLAIM_JOBS, type OutboxStatus } from './outbox.rules';

export interface QueueTable {
  table: string;
  /** Column that names the receiver. */
  receiver: string;
  /** The receivers' table, with columns `id` and `is_active`. Jobs of an inactive one are cancelled. */
  receivers: string;
}

/** A job under lease; `row` is its whole row. */
export interface ClaimedJob {
  id: string;
  receiverId: number;
  /** Including this one. */
  attempts: number;
  claimToken: string;
  row: Row;
}

export interface JobResult {
  status: Exclude<OutboxStatus, 'pending'>;
  /** For `retrying`: from now to the next attempt. */
  delayMs?: number;
  /** More columns to set. */
  columns?: Readonly<Record<string, SqlValue>>;
}

export interface OutboxQueue {
  /**
   * Takes due jobs, at most MAX_CLAIM_JOBS. Those it comes upon that nobody is to be sent any more
   * (receiver inactive, or attempts used up by workers that died) it cancels or fails instead.
   * @param except receivers to pass over
   * @returns the jobs to attempt, and whether there was anything: false means nothing is due
   */
  claim(limit: number, except: readonly number[]): Promise<{ jobs: ClaimedJob[]; found: boolean }>;
  /** Records an attempt's result. @returns false when the claim was lost or the job cancelled: nothing was recorded */
  finish(job: ClaimedJob, result: JobResult): Promise<boolean>;
  /** The statement of `finish`, for a transaction with others; it returns the job's id if it took effect. */
  finishStatement(job: ClaimedJob, result: JobResult): Statement;
  /** Condition of a statement of the same transaction, before `finish`: the claim is held. */
  isHeld(job: ClaimedJob): { sql: string; params: readonly SqlValue[] };
  /** Cancels what is open for the receiver, in flight or not. */
  cancelStatement(receiverId: number): Statement;
}

/** Jobs looked at by a claim: more than are taken, because other workers may be taking some. */
const CANDIDATES = 4 * MAX_CLAIM_JOBS;
const OPEN = "status IN ('pending', 'retrying')";

export function createOutboxQueue(db: Database, { table, receiver, receivers }: QueueTable, maxAttempts: number): OutboxQueue {
  const { now, skipLocked, isIn } = db.dialect;
  /** The receiver's first due job, or the first after another. */
  const nextDue = (column: string, receiverId: string, after = '') =>
    `(SELECT j.${column} FROM ${table} j WHERE j.${receiver} = ${receiverId} AND j.next_retry_at <= ${now} ${after}
      ORDER BY j.next_retry_at, j.id LIMIT 1)`;
  const afterLast = 'AND (j.next_retry_at, j.id) > (last.due_at, last.job_id)';

  // Subqueries in select lists and not joins: so that PostgreSQL, whatever it believes about the table,
  // looks into the index once for each receiver and job.
  const claim = `WITH RECURSIVE known AS MATERIALIZED (
      SELECT r.id, r.is_active, ${nextDue('id', 'r.id')} AS first_id FROM ${receivers} r WHERE NOT (${isIn('CAST(r.id AS TEXT)')})),
    ready AS MATERIALIZED (SELECT id, is_active, first_id, (SELECT count(*) FROM known WHERE first_id IS NOT NULL) AS receivers
      FROM known WHERE first_id IS NOT NULL),
    due (receiver_id, is_active, receivers, turn, due_at, job_id) AS (
      SELECT id, is_active, receivers, 1, ${nextDue('next_retry_at', 'ready.id')}, first_id FROM ready
      UNION ALL
      SELECT receiver_id, is_active, receivers, turn + 1,
        ${nextDue('next_retry_at', 'last.receiver_id', afterLast)}, ${nextDue('id', 'last.receiver_id', afterLast)}
      FROM due last WHERE job_id IS NOT NULL AND turn * receivers < ${CANDIDATES}),
    candidates AS MATERIALIZED (SELECT is_active, turn, job_id FROM due WHERE job_id IS NOT NULL ORDER BY turn, due_at LIMIT ${CANDIDATES}),
    taken AS MATERIALIZED (SELECT j.id AS taken_id,
        CASE WHEN NOT c.is_active THEN 'cancelled' WHEN j.attempts >= ${maxAttempts} THEN 'failed' END AS ending
      FROM candidates c JOIN ${table} j ON j.id = c.job_id WHERE j.next_retry_at <= ${now} AND j.${OPEN}
      ORDER BY c.turn, j.next_retry_at, j.id LIMIT CAST(? AS INTEGER) ${skipLocked('j')})
    UPDATE ${table} SET
      status = coalesce(ending, status),
      attempts = attempts + CASE WHEN ending IS NULL THEN 1 ELSE 0 END,
      next_retry_at = CASE WHEN ending IS NULL THEN ${now} + ${LEASE_MS} END,
      claim_token = CASE WHEN ending IS NULL THEN CAST(? AS TEXT) END,
      last_attempt_at = CASE WHEN ending IS NULL THEN ${now} ELSE last_attempt_at END,
      finished_at = CASE WHEN ending IS NULL THEN NULL ELSE ${now} END
    FROM taken WHERE id = taken_id RETURNING *`;

  function finishStatement(job: ClaimedJob, { status, delayMs, columns = {} }: JobResult): Statement {
    const ending = status === 'retrying' ? `next_retry_at = ${now} + CAST(? AS BIGINT)` : `next_retry_at = NULL, finished_at = ${now}`;
    const more = Object.keys(columns).map((column) => `, ${column} = ?`);
    const held = isHeld(job);
    return {
      sql: `UPDATE ${table} SET status = ?, ${ending}, claim_token = NULL, last_attempt_at = ${now}${more.join('')}
        WHERE ${held.sql} RETURNING id`,
      params: [status, ...(status === 'retrying' ? [delayMs ?? 0] : []), ...Object.values(columns), ...held.params],
    };
  }

  function isHeld({ id, claimToken }: ClaimedJob) {
    return { sql: `id = ? AND claim_token = ? AND ${OPEN}`, params: [id, claimToken] };
  }

  return {
    async claim(limit, except) {
      const token = randomUUID();
      const params = [JSON.stringify(except.map(String)), Math.min(limit, MAX_CLAIM_JOBS), token];
      const [rows = []] = await db.write([{ sql: claim, params }]);
      // biome-ignore lint/plugin: both tokens are this process's own, from its own statement
      const claimed = rows.filter((row) => row.claim_token === token);
      return { jobs: claimed.map((row) => toJob(row, receiver)), found: rows.length > 0 };
    },
    async finish(job, result) {
      const [rows] = await db.write([finishStatement(job, result)]);
      return rows?.length === 1;
    },
    finishStatement,
    isHeld,
    cancelStatement: (receiverId) => ({
      sql: `UPDATE ${table} SET status = 'cancelled', next_retry_at = NULL, claim_token = NULL, finished_at = ${now}
        WHERE ${receiver} = ? AND next_retry_at IS NOT NULL`,
      params: [receiverId],
    }),
  };
}

function toJob(row: Row, receiver: string): ClaimedJob {
  return {
    id: String(row.id),
    receiverId: Number(row[receiver]),
    attempts: Number(row.attempts),
    claimToken: String(row.claim_token),
    row,
  };
}
