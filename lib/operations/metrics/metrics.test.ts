/** Metrics have small sets of labels, and the numbers of the database as they are. */
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/database';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { createDatabaseGauges } from './gauges';
import { createMetrics } from './metrics';

const NOW = 1_000_000;

/** The lines of one metric, by their labels. */
async function valuesOf(metrics: { render(): Promise<string> }, name: string): Promise<Record<string, number>> {
  const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return Object.fromEntries(lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('metrics of a process', () => {
  it('count requests by method, route and status, and how long they took', async () => {
    const metrics = createMetrics(true);
    metrics.request('GET', '/api/v1/pastes/:id', 200, 0.002);
    metrics.request('GET', '/api/v1/pastes/:id', 200, 0.3);
    metrics.request('GET', '/api/v1/pastes/:id', 404, 0.001);
    expect(await valuesOf(metrics, 'sealpaste_http_requests_total')).toEqual({
      '{method="GET",route="/api/v1/pastes/:id",status="200"}': 2,
      '{method="GET",route="/api/v1/pastes/:id",status="404"}': 1,
    });
    expect(await valuesOf(metrics, 'sealpaste_http_request_duration_seconds_count')).toEqual({ '{route="/api/v1/pastes/:id"}': 3 });
    expect(await valuesOf(metrics, 'sealpaste_http_request_duration_seconds_bucket')).toMatchObject({
      '{le="0.0025",route="/api/v1/pastes/:id"}': 2,
      '{le="0.5",route="/api/v1/pastes/:id"}': 3,
    });
  });

  it('count all methods that clients invent as one', async () => {
    const metrics = createMetrics(true);
    for (const method of ['BREW', 'get', 'A', 'B']) metrics.request(method, 'none', 405, 0);
    expect(await valuesOf(metrics, 'sealpaste_http_requests_total')).toEqual({ '{method="other",route="none",status="405"}': 4 });
  });

  it('metrics count refusals, loop runs and attempts, refusals from the first moment', async () => {
    const metrics = createMetrics(true);
    metrics.rateLimitHit('burn');
    metrics.loopRun('cleanup', true);
    metrics.loopRun('cleanup', false);
    metrics.sendAttempt('webhooks', 'delivered');
    expect(await valuesOf(metrics, 'sealpaste_rate_limit_hits_total')).toEqual({
      '{limiter="anonymous"}': 0,
      '{limiter="code"}': 0,
      '{limiter="user"}': 0,
      '{limiter="address"}': 0,
      '{limiter="form"}': 0,
      '{limiter="sign-in"}': 0,
      '{limiter="registration"}': 0,
      '{limiter="report"}': 0,
      '{limiter="page"}': 0,
      '{limiter="burn"}': 1,
    });
    expect(await valuesOf(metrics, 'sealpaste_loop_runs_total')).toEqual({
      '{loop="cleanup",outcome="ok"}': 1,
      '{loop="cleanup",outcome="failed"}': 1,
    });
    expect(await valuesOf(metrics, 'sealpaste_send_attempts_total')).toEqual({ '{queue="webhooks",outcome="delivered"}': 1 });
  });

  it('that nobody may ask for are not kept', async () => {
    const metrics = createMetrics(false);
    metrics.request('GET', '/', 200, 1);
    metrics.rateLimitHit('user');
    metrics.loopRun('cleanup', true);
    metrics.sendAttempt('chats', 'failed');
    metrics.gauge('name', 'help', () => 1);
    expect(await metrics.render()).toBe('');
  });

  it('a gauge is read when it is asked for, and forgets labels that are gone', async () => {
    const metrics = createMetrics(true);
    let values = new Map([
      ['pending', 2],
      ['failed', 1],
    ]);
    metrics.gauge('jobs', 'Jobs', () => values, 'status');
    expect(await valuesOf(metrics, 'jobs')).toEqual({ '{status="pending"}': 2, '{status="failed"}': 1 });
    values = new Map([['failed', 3]]);
    expect(await valuesOf(metrics, 'jobs')).toEqual({ '{status="failed"}': 3 });
  });

  it('a gauge that fails, or is silent for two seconds, has no value', async () => {
    const metrics = createMetrics(true);
    let read: () => number | Promise<number> = () => 0;
    metrics.gauge('jobs', 'Jobs', () => read());
    expect(await valuesOf(metrics, 'jobs')).toEqual({ '': 0 });
    read = () => {
      throw new Error('away');
    };
    expect(await valuesOf(metrics, 'jobs')).toEqual({});
    read = () => new Promise(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = valuesOf(metrics, 'jobs');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await silent).toEqual({});
    vi.useRealTimers();
  });
});

describe.each(engines)('gauges of a database on %s', (engine) => {
  let db: Database;

  useDatabase(engine, (opened) => (db = opened));

  const sql = (text: string, ...params: (string | number | Uint8Array | null)[]) => ({ sql: text, params });
  const NAMES = [
    'sealpaste_pastes',
    'sealpaste_content_bytes',
    'sealpaste_expired_pastes',
    'sealpaste_open_reports',
    'sealpaste_oldest_open_report_seconds',
    'sealpaste_users',
    'sealpaste_webhook_deliveries',
    'sealpaste_webhook_delay_seconds',
    'sealpaste_chat_messages',
    'sealpaste_chat_delay_seconds',
  ];

  async function measure(): Promise<Record<string, Record<string, number>>> {
    const metrics = createMetrics(true);
    await createDatabaseGauges({ ...db, dialect: { ...db.dialect, now: String(NOW) } }, metrics, { acquire: async () => true })();
    return Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await valuesOf(metrics, name)] as const)));
  }

  it('say what an empty one holds, and then what one in use does', async () => {
    const none = { '': 0 };
    expect(await measure()).toEqual({
      sealpaste_pastes: none,
      sealpaste_content_bytes: none,
      sealpaste_expired_pastes: none,
      sealpaste_open_reports: none,
      sealpaste_oldest_open_report_seconds: none,
      sealpaste_users: none,
      sealpaste_webhook_deliveries: {},
      sealpaste_webhook_delay_seconds: none,
      sealpaste_chat_messages: {},
      sealpaste_chat_delay_seconds: none,
    });

    const paste = (id: string, bytes: number, expiresAt: number | null) =>
      sql(
        `INSERT INTO pastes (id, lookup, id_sealed, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at, expires_at)
          VALUES (?, ?, '', '', FALSE, FALSE, ?, 1, ?, '', 0, ?)`,
        id,
        id,
        bytes,
        Buffer.alloc(1),
        expiresAt,
      );
    const delivery = (id: string, status: string, nextRetryAt: number | null) =>
      sql(
        `INSERT INTO webhook_deliveries (id, endpoint_id, event, status, next_retry_at, paste_id, id_sealed, syntax, is_e2ee, burn_after_read, paste_created_at, created_at)
          SELECT ?, id, 'paste.created', ?, CAST(? AS BIGINT), 'a', '', '', FALSE, FALSE, 0, 0 FROM webhook_endpoints`,
        id,
        status,
        nextRetryAt,
      );
    const message = (id: string, status: string, nextRetryAt: number | null) =>
      sql(
        `INSERT INTO notification_queue (id, chat_ref, kind, status, next_retry_at, created_at)
          SELECT ?, id, 'paste.created', ?, CAST(? AS BIGINT), 0 FROM messenger_chats`,
        id,
        status,
        nextRetryAt,
      );
    const report = (id: string, createdAt: number, closedAt: number | null) =>
      sql(
        "INSERT INTO reports (id, reason, body_sealed, created_at, closed_at) VALUES (?, 'spam', ?, ?, ?)",
        id,
        Buffer.alloc(1),
        createdAt,
        closedAt,
      );
    await db.write([
      sql("INSERT INTO users (name, created_at) VALUES ('anna', 0)"),
      sql(`INSERT INTO webhook_endpoints (owner_id, on_created, on_deleted, on_expired, created_at, updated_at)
        SELECT id, TRUE, TRUE, TRUE, 0, 0 FROM users`),
      sql("INSERT INTO messenger_chats (chat_id, title_sealed, created_at) VALUES ('1', '', 0)"),
      paste('a', 1_000_000_000, null),
      paste('b', 2_000_000_000, NOW),
      paste('c', 1, NOW + 1),
      delivery('1', 'pending', NOW - 7_999),
      delivery('2', 'pending', NOW + 60_000),
      delivery('3', 'delivered', null),
      message('1', 'retrying', NOW - 3_000),
      message('2', 'failed', null),
      report('1', NOW - 1_000, null),
      report('2', NOW - 3_600_999, null),
      report('3', 0, NOW - 1_000),
    ]);
    expect(await measure()).toEqual({
      sealpaste_pastes: { '': 3 },
      sealpaste_content_bytes: { '': 3_000_000_001 },
      sealpaste_expired_pastes: { '': 1 },
      sealpaste_open_reports: { '': 2 },
      sealpaste_oldest_open_report_seconds: { '': 3_600 },
      sealpaste_users: { '': 1 },
      sealpaste_webhook_deliveries: { '{status="pending"}': 2, '{status="delivered"}': 1 },
      sealpaste_webhook_delay_seconds: { '': 7 },
      sealpaste_chat_messages: { '{status="retrying"}': 1, '{status="failed"}': 1 },
      sealpaste_chat_delay_seconds: { '': 3 },
    });
  });

  it('are counted by one worker, and are gone from the others', async () => {
    const metrics = createMetrics(true);
    const state = { holds: true };
    const measureOnce = createDatabaseGauges(db, metrics, { acquire: async () => state.holds }, () => 0);
    await measureOnce();
    expect(await valuesOf(metrics, 'sealpaste_pastes')).toEqual({ '': expect.any(Number) });
    state.holds = false;
    await measureOnce();
    expect(await valuesOf(metrics, 'sealpaste_pastes')).toEqual({});
  });

  it('have no value while the database is away, and are counted again after it', async () => {
    const metrics = createMetrics(true);
    const state = { isAway: false };
    const orFail = async <Value>(value: () => Promise<Value>) => {
      if (state.isAway) throw new Error('away');
      return value();
    };
    const readLong: Database['readLong'] = (sql, params) => orFail(() => db.readLong(sql, params));
    const lease = { acquire: () => orFail(async () => true) };
    const count = createDatabaseGauges({ ...db, readLong, ping: () => orFail(db.ping) }, metrics, lease, () => 0);
    const pastes = () => valuesOf(metrics, 'sealpaste_pastes');
    await count();
    state.isAway = true;
    // A count that waits for the database has not failed yet.
    expect(await pastes()).toEqual({});
    await expect(count()).rejects.toThrow('away');
    state.isAway = false;
    expect(await pastes()).toEqual({});
    await count();
    expect(await pastes()).toEqual({ '': expect.any(Number) });
  });

  it('that took long to count are not counted again for twenty times as long', async () => {
    let now = 0;
    let counted = 0;
    const readLong: Database['readLong'] = (sql, params) => {
      counted += 1;
      now += 1_000;
      return db.readLong(sql, params);
    };
    const measureOnce = createDatabaseGauges({ ...db, readLong }, createMetrics(true), { acquire: async () => true }, () => now);
    await measureOnce();
    const once = counted;
    const took = now;
    now = 21 * took - 1;
    await measureOnce();
    expect(counted).toBe(once);
    now = 21 * took;
    await measureOnce();
    expect(counted).toBe(2 * once);
  });
});
