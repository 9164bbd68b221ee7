/**
 * Moves the rows of the version before into today's form (upgrade.rows.ts), while the service runs.
 *
 * Guarantees: every paste is readable at every moment. Who asks for a row that hasn't had its turn brings it into today's
 * form first, in one transaction, as the worker does with all others. It may be killed at any point and goes on from
 * there. When nothing of before is left, that is written down, and no request asks again.
 * On SQLite the write-ahead log is then empty.
 * Not protected: processes of the version before; they find nothing any more. What file systems, PostgreSQL's log, copies
 * and backups still hold of the old rows is not overwritten by this. Unused space within pages of the SQLite file may hold
 * some plain ids, which `secure_delete` doesn't reach where a page was split or merged; VACUUM does (docs/install.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, DatabaseUnavailableError, type Statement } from '../../db/database';
import type { Lease } from '../../db/lease';
import type { Logger } from '../../log/logger';
import type { Keyring } from '../../vault/keyring';
import { pastesTable, type UpgradedTable, upgradedTables } from './upgrade.rows';

/** As the migration calls it that made it necessary. */
const NAME = 'sealed-ids';
/** So long a process believes that rows of before may be left. */
const RECHECK_MS = 5_000;
/** Longer than any batch takes; a process that dies while it upgrades is replaced after this. */
export const UPGRADE_LEASE_MS = 30_000;
/**
 * A reader needs the write lock for a row of before. On SQLite another process may hold it for longer than a write waits
 * (5 s): its commit waits for a busy disk. A reader waits for five times that.
 */
const READER_TRIES = 5;
const READER_PAUSE_MS = 100;
/** Between two tries to empty the write-ahead log, which a backup under way still reads. */
const LOG_PAUSE_MS = 1_000;
/** Contents of one transaction. */
const BATCH_BYTES = 10 * 1024 * 1024;

export type Upgrade = Awaited<ReturnType<typeof createUpgrade>>;

export async function createUpgrade(db: Database, keyring: Keyring, log: Logger) {
  const pastes = pastesTable(db, keyring);
  let isPending = await askPending();
  let askedAt = performance.now();

  async function askPending(): Promise<boolean> {
    return (await db.read('SELECT name FROM pending_upgrades WHERE name = ?', [NAME])).length > 0;
  }

  async function writePatiently(statements: readonly Statement[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return void (await db.write(statements));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || tries === READER_TRIES) throw error;
        await sleep(READER_PAUSE_MS);
      }
    }
  }

  async function upgradeRows(publicIds: readonly string[]): Promise<boolean> {
    if (!isPending) return false;
    const rows = await db.read(pastes.selectThese, [JSON.stringify(publicIds)]);
    if (rows.length > 0) {
      for (const batch of inBatches(rows)) await writePatiently(pastes.statements(batch));
      return true;
    }
    if (performance.now() - askedAt > RECHECK_MS) {
      askedAt = performance.now();
      isPending = await askPending();
    }
    // Somebody else may have moved it a moment ago.
    return true;
  }

  /** @returns rows moved, and whether some were left for want of their master key */
  async function upgradeTable({ table, select, start, statements }: UpgradedTable, lease: Lease, signal: AbortSignal) {
    const result = { moved: 0, left: 0 };
    for (let after = start; ; ) {
      const rows = await db.read(select, [after]);
      const last = rows.at(-1);
      if (!last) break;
      for (const batch of inBatches(rows)) {
        if (signal.aborted || !(await lease.acquire())) return null;
        const openable = batch.filter(({ master_key_id }) => typeof master_key_id !== 'string' || keyring.has(master_key_id));
        if (openable.length > 0) await db.write(statements(openable));
        result.moved += openable.length;
        result.left += batch.length - openable.length;
      }
      after = last.key as string | number;
    }
    if (result.moved > 0 || result.left > 0) log.info({ table, ...result }, 'rows of the version before upgraded');
    return result;
  }

  return {
    /** For who looks for a paste. */
    upgradeRows,

    /** Moves everything, unless the lease is somebody else's. @returns whether nothing is left that it could do */
    async run(lease: Lease, signal: AbortSignal): Promise<boolean> {
      isPending = await askPending();
      if (!isPending) return true;
      if (!(await lease.acquire())) return false;
      try {
        let left = 0;
        for (const table of upgradedTables(db, keyring)) {
          const result = await upgradeTable(table, lease, signal);
          if (result === null) return false;
          left += result.left;
        }
        if (left > 0) {
          log.error({ rows: left }, 'rows were left as they are: the master key they are under is not configured');
          return true;
        }
        // It still holds pages with plain ids, for as long as little is written.
        while (!(await db.emptyLog())) {
          await sleep(LOG_PAUSE_MS);
          if (signal.aborted || !(await lease.acquire())) return false;
        }
        await db.write([{ sql: 'DELETE FROM pending_upgrades WHERE name = ?', params: [NAME] }]);
        isPending = false;
        log.info('the database is upgraded');
        return true;
      } finally {
        await lease.release();
      }
    },
  };
}

/** Batches of bounded bytes. */
function* inBatches<Row extends { content_bytes?: unknown }>(rows: readonly Row[]): Generator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Number(row.content_bytes ?? 0);
    if (batch.length > 0 && bytes + size > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
