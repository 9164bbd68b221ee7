/** Tests expired pastes with the real processes: no reader gets them, and one worker at a time removes them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openFile } from '#lib/db/engines/sqlite-driver';
import { createPaste, createWebhook } from '../support/api';
import { type RunningProcess, startWorker } from '../support/processes';
import { rowIdOf } from '../support/rows';
import { withService } from '../support/service';
import { processEngines } from '../support/settings';

/** Number of pastes that makes a cleanup long enough to freeze the worker in the middle. */
const EXPIRED = { sqlite: 2_000, postgresql: 400 };
const CLIENTS = 50;

describe.each(processEngines)('expired pastes on %s', (engine) => {
  const service = withService({ engine, variables: { WORKER_TTL_CLEANUP_INTERVAL_MS: '100' } });
  const workers: RunningProcess[] = [];

  afterAll(() => Promise.all(workers.map((worker) => worker.kill())));

  async function start(): Promise<RunningProcess> {
    const worker = await startWorker(service.environment);
    workers.push(worker);
    return worker;
  }

  /** Moves the expiry of the pastes that have one: `sql` is an expression of the database's clock. */
  const moveExpiry = (sql: string) =>
    service.db.write([{ sql: `UPDATE pastes SET expires_at = ${sql} WHERE expires_at IS NOT NULL`, params: [] }]);
  const expiring = async () => (await service.db.read('SELECT id FROM pastes WHERE expires_at IS NOT NULL')).length;

  it('a worker frozen during cleanup is replaced, and every paste is removed once', async () => {
    await createWebhook(service.url, service.owner, { events: ['paste.expired'] });
    let created = 0;
    const create = async () => {
      while (created < EXPIRED[engine]) {
        created += 1;
        await createPaste(service.url, { content: 'x', ttlSeconds: 3600 }, service.owner);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, create));
    const frozen = await start();
    await moveExpiry(service.db.dialect.now);
    await freezeAtWork(frozen);
    const [lease] = await service.db.read("SELECT holder FROM leases WHERE name = 'cleanup'");
    expect(lease).toBeDefined();
    expect(await expiring()).toBeGreaterThan(0);

    const next = await start();
    await service.db.write([{ sql: `UPDATE leases SET expires_at = ${service.db.dialect.now}`, params: [] }]);
    // On PostgreSQL the frozen worker holds row locks until the server ends its transaction.
    await vi.waitFor(async () => expect(await expiring()).toBe(0));
    await next.stop();

    // The worker goes on after it wakes up, and removes pastes that have expired meanwhile.
    const late = await createPaste(service.url, { content: 'x', ttlSeconds: 3600 }, service.owner);
    const lateId = await rowIdOf(service.db, service.environment, late.publicId);
    await moveExpiry(service.db.dialect.now);
    frozen.child.kill('SIGCONT');
    await vi.waitFor(async () => expect(await expiring()).toBe(0));
    expect(await frozen.stop()).toBe(0);

    const events = await service.db.read("SELECT paste_id FROM webhook_deliveries WHERE event = 'paste.expired'");
    expect(events).toHaveLength(EXPIRED[engine] + 1);
    expect(new Set(events.map((event) => event.paste_id)).size).toBe(events.length);
    expect(events.map((event) => event.paste_id)).toContain(lateId);
    expect(await service.db.read("SELECT holder FROM leases WHERE name = 'cleanup'")).toEqual([]);
  });

  /**
   * Stops the process while it holds the lease and has more to do: on PostgreSQL within a transaction, on SQLite between two
   * (within one it holds the only write lock, which nothing can take away).
   */
  async function freezeAtWork(worker: RunningProcess): Promise<void> {
    await vi.waitFor(
      async () => {
        worker.child.kill('SIGSTOP');
        await vi.waitFor(async () => expect(await stateOf(worker)).toMatch(/^T/), { interval: 1 });
        const [lease] = await service.db.read("SELECT holder FROM leases WHERE name = 'cleanup'");
        if (lease && (await (service.database.folder ? isWritable(service.database.folder) : holdsRows()))) return;
        worker.child.kill('SIGCONT');
        throw new Error('not at work');
      },
      { timeout: 10_000, interval: 5 },
    );
  }

  /** Whether an open transaction has locked rows of expired pastes. */
  async function holdsRows(): Promise<boolean> {
    const free = await service.db.read('SELECT id FROM pastes WHERE expires_at IS NOT NULL FOR UPDATE SKIP LOCKED');
    return free.length < (await expiring());
  }
});

/** A process that has to wait for a core is stopped only some time after the signal: its threads go on until then. */
async function stateOf({ child }: RunningProcess): Promise<string> {
  return (await promisify(execFile)('ps', ['-o', 'state=', '-p', String(child.pid)])).stdout;
}

function isWritable(folder: string): boolean {
  const file = openFile(join(folder, 'database.db'));
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch {
    return false;
  } finally {
    file.close();
  }
}
