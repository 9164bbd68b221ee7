/**
 * Tells administrators by mail that no worker is running. Workers send all mails, so a web process sends these.
 *
 * Guarantees: of several web processes one tells, once in WORKER_SILENT_AGAIN_MS, until a worker runs again. The mail is in the
 * queue: a mail server that is down loses it no more than any other.
 * Not protected: nobody is told when no web process runs either.
 */

import { notifyAdministrators } from '../accounts/administrators';
import type { Database } from '../db/database';
import type { Logger } from '../log/logger';
import { type Attempt, dispatch } from '../outbox/outbox-dispatcher';
import type { OutboxQueue } from '../outbox/outbox-queue';
import { WORKER_SILENT_AGAIN_MS, WORKER_SILENT_MS } from './mail.rules';
import { MAILBOXES } from './mail-receivers';

export interface WorkerAlarmOptions {
  db: Database;
  queue: Pick<OutboxQueue, 'claim' | 'finish'>;
  attempt: Attempt;
  /** Attempts under way at a time. */
  maxUnderWay: number;
  /** Milliseconds since the last sign of any worker; null: none is known. */
  readSilence(): Promise<number | null>;
  /** The time that `notifyAdministrators` takes. */
  maxAgeMs: number;
  log: Logger;
  /** Milliseconds since any moment. */
  clock?: () => number;
}

/** The row of the table of leases that says that administrators have been told. */
const ALARM = 'worker-alarm';

export function createWorkerAlarm(options: WorkerAlarmOptions): (signal: AbortSignal) => Promise<void> {
  const { db, queue, readSilence, maxAgeMs, clock = () => performance.now(), ...sending } = options;
  const { now } = db.dialect;
  const startedAt = clock();
  const take = `INSERT INTO leases (name, holder, expires_at) VALUES ('${ALARM}', '', ${now} + ${WORKER_SILENT_AGAIN_MS})
    ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at WHERE leases.expires_at <= ${now} RETURNING name`;

  return async (signal) => {
    // Grace time: web and worker may start together.
    const upMs = clock() - startedAt;
    const silentMs = Math.min(upMs, (await readSilence()) ?? upMs);
    if (silentMs < WORKER_SILENT_MS) return silentMs < upMs ? forget() : undefined;
    await db.write([
      { sql: take, params: [] },
      ...notifyAdministrators(db.dialect, MAILBOXES, 'worker.silent', maxAgeMs).map((statement) => ({ ...statement, onlyAfter: 0 })),
    ]);
    const rows = await db.read("SELECT DISTINCT mailbox_id FROM mails WHERE kind = 'worker' AND next_retry_at IS NOT NULL");
    const mailboxes = new Set(rows.map(({ mailbox_id }) => Number(mailbox_id)));
    if (mailboxes.size === 0) return;
    const theirs: typeof queue = {
      finish: queue.finish,
      claim: (limit, places) => queue.claim(limit, (receiver) => (mailboxes.has(receiver.id) ? (places?.(receiver) ?? limit) : 0)),
    };
    await dispatch({ queue: theirs, count: () => undefined, ...sending }, signal);
  };

  async function forget(): Promise<void> {
    const alarms = await db.read('SELECT name FROM leases WHERE name = ?', [ALARM]);
    if (alarms.length > 0) await db.write([{ sql: 'DELETE FROM leases WHERE name = ?', params: [ALARM] }]);
  }
}
