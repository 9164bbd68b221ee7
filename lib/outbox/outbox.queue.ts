/**
 * A table as a queue of jobs, each for one receiver: claim, finish, and sweep up after the dead.
 *
 * Guarantees:
 * - A job is claimed by at most one process at a time, for LEASE_MS. A process that dies or freezes
 *   loses its jobs at the end of the lease, and what it says of them afterwards changes nothing.
 * - Attempts are counted when they begin, so that a job that kills its worker ends, too.
 * - Each owner's turn comes, and each of their receivers': a claim shares its places among owners,
 *   then among their receivers, and serves first who has waited longest. A backlog delays nobody
 *   else's jobs.
 * - A receiver that doesn't respond is paused: of all processes together one attempt at a time is made
 *   at it, until it responds.
 * - What a claim costs depends neither on how many receivers there are nor on how many jobs wait or
 *   are done: it looks at WINDOW receivers with open jobs at a time, each claim going on where the one
 *   before has ended.
 * Not protected: a process that dies after sending and before recording leaves a job that is sent
 * again (at least once), under the same id.
 *
 * The table has columns `id`, `status`, `attempts`, `next_retry_at` (null when done), `claim_token`,
 * `last_attempt_at` and `finished_at`, and an index on (receiver, next_retry_at, id) of what is open.
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
  /** SQL over its row `r`: the number of the owner, among whom places are shared. */
  owner: string;
  /** Its column `paused_until` exists, and receivers that don't respond are paused. */
  isPausable: boolean;
}

/** Who has a job that is due. */
export interface DueReceiver {
  id: number;
  ownerId: number;
  /** It hasn't responded lately: it is given one job. */
  isPaused: boolean;
}

/** A job under lease; `row` is its whole row. */
export interface ClaimedJob {
  id: string;
  receiverId: number;
  ownerId: number;
  /** The one attempt that is made at a receiver that hasn't responded lately. */
  isProbe: boolean;
  /** Including this one. */
  attempts: number;
  claimToken: string;
  row: Row;
}

/** Columns of a job that is cancelled, for a typed query on what is open (`nextRetryAt` isn't null). @param nowMs by the database's clock */
export const cancelled = (nowMs: number) =>
  ({ status: 'cancelled' satisfies OutboxStatus, nextRetryAt: null, claimToken: null, finishedAt: nowMs }) as const;

export interface JobResult {
  status: Exclude<OutboxStatus, 'pending'>;
  /** For `retrying`: from now to the next attempt. */
  delayMs?: number;
  /** More columns to set. */
  columns?: Readonly<Record<string, SqlValue>>;
}

export type OutboxQueue = ReturnType<typeof createOutboxQueue>;

/** Receivers with open jobs that a claim looks at in one statement. */
const WINDOW = 100;
/**
 * Jobs looked at by a claim: more than are taken, because an owner may have fewer than the others leave for them, and
 * on PostgreSQL other workers may be taking some.
 */
const CANDIDATES = { sqlite: 2 * MAX_CLAIM_JOBS, postgresql: 4 * MAX_CLAIM_JOBS };
const OPEN = "status IN ('pending', 'retrying')";

interface DueRow extends DueReceiver {
  dueAt: number;
}

export function createOutboxQueue(db: Database, { table, receiver, receivers, owner, isPausable }: QueueTable, maxAttempts: number) {
  const { now, skipLocked, isAmong } = db.dialect;
  /** The receiver up to which the last claim has looked; 0 once it has seen all. */
  let lookedUpTo = 0;

  const isOneOf = (column: string) => `${column} IN (${Array.from({ length: MAX_CLAIM_JOBS }, () => '?').join(', ')})`;
  const isPaused = isPausable ? 'r.paused_until IS NOT NULL' : 'FALSE';
  const nextDue = (column: string, receiverId: string, after = '') =>
    `(SELECT j.${column} FROM ${table} j WHERE j.${receiver} = ${receiverId} AND j.next_retry_at <= ${now} ${after}
      ORDER BY j.next_retry_at, j.id LIMIT 1)`;
  const afterLast = 'AND (j.next_retry_at, j.id) > (last.due_at, last.job_id)';
  const nextOpen = (after: string) =>
    `(SELECT j.${receiver} FROM ${table} j WHERE j.${receiver} > ${after} AND j.next_retry_at IS NOT NULL
      ORDER BY j.${receiver}, j.next_retry_at, j.id LIMIT 1)`;

  // From one receiver to the next: the index is entered anew for each, whatever waits for the one before.
  const look = `WITH RECURSIVE known (receiver_id, seen) AS (
      SELECT ${nextOpen('CAST(? AS INTEGER)')}, 1
      UNION ALL
      SELECT ${nextOpen('known.receiver_id')}, seen + 1 FROM known WHERE receiver_id IS NOT NULL AND seen < ${WINDOW})
    SELECT receiver_id, (SELECT ${owner} FROM ${receivers} r WHERE r.id = receiver_id) AS owner_id,
      (SELECT ${isPaused} FROM ${receivers} r WHERE r.id = receiver_id) AS is_paused,
      (SELECT ${isPausable ? `coalesce(r.paused_until, 0) <= ${now}` : 'TRUE'} FROM ${receivers} r WHERE r.id = receiver_id) AS is_ready,
      ${nextDue('next_retry_at', 'known.receiver_id')} AS due_at
    FROM known WHERE receiver_id IS NOT NULL ORDER BY receiver_id`;

  const probe = `UPDATE ${receivers} SET paused_until = ${now} + ${LEASE_MS} WHERE ${isOneOf('id')} AND paused_until <= ${now} RETURNING id`;

  // Subqueries and not joins: so that either engine, whatever it believes about the tables, looks into the index once for
  // each receiver and job. The plus keeps other indexes out of it.
  const isReceiverActive = `(SELECT r.is_active FROM ${receivers} r WHERE r.id = ${table}.${receiver})`;
  const ending = `CASE WHEN NOT ${isReceiverActive} THEN 'cancelled' WHEN attempts >= ${maxAttempts} THEN 'failed' END`;
  const claim = `WITH RECURSIVE known AS MATERIALIZED (
      SELECT r.id, ${owner} AS owner_id, ${isPaused} AS is_paused, ${nextDue('id', 'r.id')} AS first_id
      FROM ${receivers} r WHERE ${isOneOf('r.id')}${isPausable ? ` AND (r.paused_until IS NULL OR ${isOneOf('r.id')})` : ''}),
    ready AS MATERIALIZED (SELECT known.*, (SELECT count(DISTINCT owner_id) FROM known WHERE first_id IS NOT NULL)
        * (SELECT count(*) FROM known other WHERE first_id IS NOT NULL AND other.owner_id = known.owner_id) AS receivers
      FROM known WHERE first_id IS NOT NULL),
    due (receiver_id, owner_id, is_paused, receivers, turn, due_at, job_id) AS (
      SELECT id, owner_id, is_paused, receivers, 1, ${nextDue('next_retry_at', 'ready.id')}, first_id FROM ready
      UNION ALL
      SELECT receiver_id, owner_id, is_paused, receivers, turn + 1,
        ${nextDue('next_retry_at', 'last.receiver_id', afterLast)}, ${nextDue('id', 'last.receiver_id', afterLast)}
      FROM due last WHERE job_id IS NOT NULL AND NOT is_paused AND turn * receivers < ${CANDIDATES[db.engine]}),
    candidates AS MATERIALIZED (SELECT job_id, row_number() OVER (PARTITION BY owner_id ORDER BY turn, due_at) AS turn
      FROM due WHERE job_id IS NOT NULL),
    taken AS MATERIALIZED (SELECT j.id FROM ${table} j
      WHERE ${isAmong('j.id', 'SELECT job_id FROM candidates')} AND + j.next_retry_at <= ${now} AND j.${OPEN}
      ORDER BY (SELECT turn FROM candidates WHERE job_id = j.id), + j.next_retry_at, j.id LIMIT CAST(? AS INTEGER) ${skipLocked('j')})
    UPDATE ${table} SET
      status = coalesce(${ending}, status),
      attempts = attempts + CASE WHEN ${ending} IS NULL THEN 1 ELSE 0 END,
      next_retry_at = CASE WHEN ${ending} IS NULL THEN ${now} + ${LEASE_MS} END,
      claim_token = CASE WHEN ${ending} IS NULL THEN CAST(? AS TEXT) END,
      last_attempt_at = CASE WHEN ${ending} IS NULL THEN ${now} ELSE last_attempt_at END,
      finished_at = CASE WHEN ${ending} IS NULL THEN NULL ELSE ${now} END
    WHERE ${isAmong('id', 'SELECT taken.id FROM taken')} RETURNING *`;

  /** Takes jobs of the receivers. @returns null when others have taken them all */
  async function take(chosen: readonly DueRow[], limit: number): Promise<ClaimedJob[] | null> {
    const probes = await startProbes(chosen.filter((one) => one.isPaused));
    const token = randomUUID();
    const ids = padded(chosen.map(({ id }) => id));
    const [rows = []] = await db.write([{ sql: claim, params: [...ids, ...(isPausable ? padded([...probes]) : []), limit, token] }]);
    if (rows.length === 0) return null;
    const owners = new Map(chosen.map(({ id, ownerId }) => [id, ownerId]));
    // biome-ignore lint/plugin: both tokens are this process's own, from its own statement
    const claimed = rows.filter((row) => row.claim_token === token);
    return claimed.map((row) => {
      const receiverId = Number(row[receiver]);
      return {
        id: String(row.id),
        receiverId,
        ownerId: owners.get(receiverId) ?? 0,
        isProbe: probes.has(receiverId),
        attempts: Number(row.attempts),
        claimToken: token,
        row,
      };
    });
  }

  /** Keeps other processes from them, for as long as a lease. @returns those that no other process keeps */
  async function startProbes(paused: readonly DueRow[]): Promise<Set<number>> {
    if (paused.length === 0) return new Set();
    const [rows = []] = await db.write([{ sql: probe, params: padded(paused.map(({ id }) => id)) }]);
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /** What an attempt says of its receiver. Before the job's own statement: whoever changes both takes the receiver's row first. */
  function pauseStatements(job: ClaimedJob, hasResponded: boolean): Statement[] {
    if (!isPausable || (hasResponded && !job.isProbe)) return [];
    const held = isHeld(job);
    return [
      {
        sql: `UPDATE ${receivers} SET paused_until = ${hasResponded ? 'NULL' : now} WHERE id = ?${job.isProbe ? '' : ' AND paused_until IS NULL'}
          AND EXISTS (SELECT 1 FROM ${table} WHERE ${held.sql})`,
        params: [job.receiverId, ...held.params],
      },
    ];
  }

  /** The statement of `finish`, for a transaction with others; it returns the job's id if it took effect. */
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

  /** Condition of a statement of the same transaction, before `finish`: the claim is held. */
  function isHeld({ id, claimToken }: ClaimedJob): Statement {
    return { sql: `id = ? AND claim_token = ? AND ${OPEN}`, params: [id, claimToken] };
  }

  return {
    /**
     * Takes due jobs, at most MAX_CLAIM_JOBS. Those it comes upon that nobody is to be sent any more
     * (receiver inactive, or attempts used up by workers that died) it cancels or fails instead.
     * @param places how many jobs more the receiver's owner may have; with 0 the receiver is passed over
     * @returns the jobs to attempt, and whether there was anything: false means nothing is due
     */
    async claim(
      limit: number,
      places: (receiver: DueReceiver) => number = () => MAX_CLAIM_JOBS,
    ): Promise<{ jobs: ClaimedJob[]; found: boolean }> {
      const from = lookedUpTo;
      let after = from;
      for (let isSecondRound = false; ; ) {
        const rows = await db.read(look, [after]);
        const isEnd = rows.length < WINDOW;
        after = isEnd ? 0 : Number(rows.at(-1)?.receiver_id);
        const { chosen, room } = choose(rows.filter((row) => row.is_ready && row.due_at !== null).map(toDue), places);
        const jobs = chosen.length > 0 ? await take(chosen, Math.min(limit, room, MAX_CLAIM_JOBS)) : null;
        lookedUpTo = after;
        if (jobs !== null) return { jobs, found: true };
        // Round once, from where it began to there.
        if (isSecondRound ? isEnd || after >= from : isEnd && from === 0) return { jobs: [], found: false };
        isSecondRound ||= isEnd;
      }
    },

    /**
     * Records an attempt's result.
     * @param hasResponded whether the receiver responded at all
     * @returns false when the claim was lost or the job cancelled: nothing was recorded
     */
    async finish(job: ClaimedJob, result: JobResult, hasResponded = true): Promise<boolean> {
      const results = await db.write([...pauseStatements(job, hasResponded), finishStatement(job, result)]);
      return results.at(-1)?.length === 1;
    },

    finishStatement,
    isHeld,

    /** Cancels what is open for the receiver, in flight or not. */
    cancelStatement: (receiverId: number): Statement => ({
      sql: `UPDATE ${table} SET status = 'cancelled', next_retry_at = NULL, claim_token = NULL, finished_at = ${now}
        WHERE ${receiver} = ? AND next_retry_at IS NOT NULL`,
      params: [receiverId],
    }),
  };
}

/**
 * Of the receivers with something due those to take from: of each owner the one that has waited longest, then of
 * each the next, until there are as many as jobs are taken.
 */
function choose(due: readonly DueRow[], places: (receiver: DueReceiver) => number): { chosen: DueRow[]; room: number } {
  const turns = new Map<number, number>();
  const rooms = new Map<number, number>();
  const chosen = [...due]
    .sort((one, other) => one.dueAt - other.dueAt)
    .flatMap((one) => {
      const room = places(one);
      if (room <= 0) return [];
      const turn = turns.get(one.ownerId) ?? 0;
      turns.set(one.ownerId, turn + 1);
      return [{ one, turn, room }];
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MAX_CLAIM_JOBS)
    .map(({ one, room }) => {
      rooms.set(one.ownerId, room);
      return one;
    });
  return { chosen, room: [...rooms.values()].reduce((sum, room) => sum + room, 0) };
}

function toDue(row: Row): DueRow {
  return {
    id: Number(row.receiver_id),
    ownerId: Number(row.owner_id),
    isPaused: Boolean(row.is_paused),
    dueAt: Number(row.due_at),
  };
}

/** As many parameters as the statements have places; no receiver has the id 0. */
function padded(ids: readonly number[]): number[] {
  return Array.from({ length: MAX_CLAIM_JOBS }, (_, index) => ids[index] ?? 0);
}
