/** The audit, from the statement that writes it to the page and the export, on both engines. The clock stands where a test puts it. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/database';
import { contentsOf } from '../testing/contents';
import { engines, type TestDatabase } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { createKeyring } from '../vault/keyring';
import { createAuditService } from './audit.service';
import { type AuditEvent, createAuditRecorder, MAX_REFUSED_PER_HOUR } from './audit-recorder';

const NOW = Date.UTC(2031, 0, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 30;
const CHANGE = { sql: 'SELECT 1 AS one', params: [] };
const HELD: AuditEvent = { by: 'operator', action: 'paste.held', object: 'row-1', details: { publicId: 'canary-public-id' } };
const REFUSED: AuditEvent = { by: 'visitor', action: 'session.refused', object: 7, details: { address: '192.0.2.1' } };

const keyring = createKeyring([randomBytes(32)]);

describe.each(engines)('the audit on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  useDatabase(engine, async (opened, its) => {
    db = opened;
    database = its;
    await db.write([{ sql: "INSERT INTO users (id, name, created_at) VALUES (1, 'anna', 0)", params: [] }]);
  });
  beforeEach(() => db.write([{ sql: 'DELETE FROM audit', params: [] }]));
  function at(now: number) {
    const clocked = { ...db, dialect: { ...db.dialect, now: `CAST(${now} AS BIGINT)` } };
    // The export asks for the time in a statement of its own.
    const read: Database['read'] = (sql, params) => db.read(sql.replace(db.dialect.now, String(now)), params);
    const audit = createAuditRecorder(clocked, keyring);
    return {
      record: (event: AuditEvent) => db.write([CHANGE, audit.record(event, 0)]),
      refuse: () => db.write([audit.recordRefused(REFUSED)]),
      service: createAuditService({ ...clocked, read }, keyring, DAYS),
    };
  }
  const idsOf = (entries: readonly { objectId: string | null }[]) => entries.map(({ objectId }) => objectId);

  it('says who did what to what, and when', async () => {
    await at(NOW).record(HELD);
    await at(NOW + 1).record({ by: { userId: 1 }, action: 'user.promoted', object: 1, details: { name: 'anna' } });
    await at(NOW + 2).record({ by: { userId: 3 }, action: 'key.revoked', object: 'k' });
    expect((await at(NOW).service.list({}, 10)).entries).toMatchObject([
      { at: NOW + 2, actor: 'user', userId: 3, userName: null, action: 'key.revoked', objectId: 'k', details: {} },
      {
        at: NOW + 1,
        actor: 'user',
        userId: 1,
        userName: 'anna',
        action: 'user.promoted',
        objectId: '1',
        objectName: 'anna',
        details: { name: 'anna' },
      },
      { at: NOW, actor: 'operator', userId: null, action: 'paste.held', objectId: 'row-1', details: HELD.details },
    ]);
  });

  it('tells nothing of what did not take place', async () => {
    const audit = createAuditRecorder(db, keyring);
    await db.write([{ sql: 'SELECT 1 AS one FROM users WHERE id = 9', params: [] }, audit.record(HELD, 0)]);
    expect((await at(NOW).service.list({}, 10)).entries).toEqual([]);
  });

  it('has no id of a paste, no name and no address in clear', async () => {
    await at(NOW).record(HELD);
    await at(NOW).refuse();
    const stored = await contentsOf(database);
    for (const secret of ['canary', '192.0.2.1'])
      for (const form of ['latin1', 'hex'] as const) expect(stored).not.toContain(Buffer.from(secret).toString(form));
    expect(stored).toContain('paste.held');
  });

  it('is paged without gaps or repeats, also among rows of one moment', async () => {
    for (let index = 0; index < 7; index++) await at(NOW + (index > 2 ? 1 : 0)).record({ ...HELD, object: index });
    const seen: (string | null)[] = [];
    let pages = 0;
    for (let before: string | null = null; ; pages++) {
      const { entries, next } = await at(NOW).service.list({}, 3, before);
      seen.push(...idsOf(entries));
      if ((before = next) === null) break;
    }
    expect((await at(NOW).service.list({}, 7, null)).next).toBeNull();
    expect([pages, seen.toSorted()]).toEqual([2, ['0', '1', '2', '3', '4', '5', '6']]);
    expect(new Set(seen.slice(0, 4))).toEqual(new Set(['3', '4', '5', '6']));
  });

  it.each(['', 'x', '1-', '1-_', `99999999999999999-${'a'.repeat(16)}`])('begins anew for what is no cursor: %j', async (cursor) => {
    await at(NOW).record(HELD);
    expect((await at(NOW).service.list({}, 3, cursor)).entries).toHaveLength(1);
  });

  it('is filtered by who, what and on what', async () => {
    await at(NOW).record(HELD);
    await at(NOW).record({ by: { userId: 1 }, action: 'key.created', object: 'k' });
    await at(NOW).record({ by: { userId: 2 }, action: 'key.created', object: 'l' });
    const found = async (filter: Parameters<ReturnType<typeof at>['service']['list']>[0]) =>
      idsOf((await at(NOW).service.list(filter, 10)).entries).toSorted();
    expect(await found({ actor: 'operator' })).toEqual(['row-1']);
    expect(await found({ userId: 1 })).toEqual(['k']);
    expect(await found({ action: 'key.created' })).toEqual(['k', 'l']);
    expect(await found({ action: 'key.created', objectId: 'l' })).toEqual(['l']);
    expect(await found({ actor: 'visitor' })).toEqual([]);
  });

  it('is exported whole, the oldest first, in more than one batch', async () => {
    const count = 1_003;
    await db.write(
      Array.from({ length: count }, (_, index) => ({
        sql: "INSERT INTO audit (id, at, actor, action, object_id) VALUES (?, ?, 'operator', 'ban.added', ?)",
        // Many of one moment, so that a batch ends among them.
        params: [String(index).padStart(16, '0'), NOW - 1_000 + Math.floor(index / 400), String(index)],
      })),
    );
    await at(NOW + 1).record(HELD);
    const exported: (string | null)[] = [];
    for await (const { objectId } of at(NOW).service.all()) exported.push(objectId);
    expect(exported).toEqual(Array.from({ length: count }, (_, index) => String(index)));
  });

  it('tells of so many refused sign-ins an hour, and no more', async () => {
    await db.write(
      Array.from({ length: MAX_REFUSED_PER_HOUR - 1 }, (_, index) => ({
        sql: "INSERT INTO audit (id, at, actor, action) VALUES (?, ?, 'visitor', 'session.refused')",
        params: [`r${index}`, NOW - HOUR_MS + 1],
      })),
    );
    const count = async () => Number((await db.read('SELECT count(*) AS n FROM audit'))[0]?.n);
    await at(NOW).refuse();
    expect(await count()).toBe(MAX_REFUSED_PER_HOUR);
    await at(NOW).refuse();
    expect(await count()).toBe(MAX_REFUSED_PER_HOUR);
    await at(NOW + 1).refuse();
    expect(await count()).toBe(MAX_REFUSED_PER_HOUR + 1);
  });

  it('is kept for AUDIT_DAYS, and removed in batches', async () => {
    await at(NOW).record(HELD);
    const end = NOW + DAYS * DAY_MS;
    expect(await at(end - 1).service.prune()).toBe(0);
    expect(await at(end).service.prune()).toBe(1);
    await db.write(
      Array.from({ length: 501 }, (_, index) => ({
        sql: "INSERT INTO audit (id, at, actor, action) VALUES (?, ?, 'operator', 'ban.added')",
        params: [`p${index}`, NOW],
      })),
    );
    expect([await at(end).service.prune(), await at(end).service.prune(), await at(end).service.prune()]).toEqual([500, 1, 0]);
  });

  it('shows a damaged row without its details', async () => {
    await at(NOW).record(HELD);
    await db.write([{ sql: `UPDATE audit SET details_sealed = CAST(? AS ${db.dialect.bytes})`, params: [randomBytes(60)] }]);
    expect((await at(NOW).service.list({}, 10)).entries).toMatchObject([{ objectId: 'row-1', details: {} }]);
  });
});
