/** Reports from the form to the operator. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createReportRecorder } from '../accounts/administrators';
import { createAuditRecorder } from '../audit/audit-recorder';
import type { Database } from '../db/database';
import { DAY_MS } from '../encoding/time.rules';
import { ServiceUnavailableError } from '../http/errors';
import { CHATS } from '../messenger/messenger-receivers';
import { dispatch } from '../outbox/outbox-dispatcher';
import { createOutboxQueue } from '../outbox/outbox-queue';
import { silentLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { createKeyring } from '../vault/keyring';
import { createOpenEach } from '../vault/open-each';
import { reportSchema } from './report.schema';
import { createReportService } from './report.service';
import { createNoticeAttempt, createNoticeRecorder, NOTICE_QUEUE } from './report-notices';

const PUBLIC_ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const REPORT = reportSchema.parse({
  publicId: PUBLIC_ID,
  reason: 'malware',
  text: 'canary-text',
  contact: 'canary@example.org',
  link: `https://paste.example/view/${PUBLIC_ID}#canary-key`,
});
const keyring = createKeyring([randomBytes(32)]);

describe.each(engines)('a report on %s', (engine) => {
  let db: Database;

  useDatabase(engine, (opened) => (db = opened));
  beforeEach(async () => {
    const tables = ['reports', 'notification_queue', 'messenger_destinations', 'messenger_chats', 'users'];
    await db.write(tables.map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
  });

  function desk(now = db.dialect.now, log = silentLogger) {
    const at = { ...db, dialect: { ...db.dialect, now } };
    const recorders = [createReportRecorder(at.dialect, CHATS, DAY_MS), createNoticeRecorder(at.dialect.now)];
    const openEach = createOpenEach(db, silentLogger);
    const service = createReportService(at, keyring, createAuditRecorder(at, keyring), recorders, openEach, log);
    return { service, list: async (isOpen: boolean) => (await service.listPage(isOpen, 10, '')).reports };
  }

  it('opening a report with a link stands in the audit, and one without does not', async () => {
    const { service, list } = desk();
    await db.write([{ sql: 'DELETE FROM audit', params: [] }]);
    await service.send({ ...REPORT, link: '' });
    const [bare] = await list(true);
    await service.send({ ...REPORT, link: 'https://paste.example/view/x#the-key' });
    const linked = (await list(true)).find(({ id }) => id !== bare?.id);
    for (const report of [bare, linked]) await service.open(String(report?.id), { userId: 1 });
    expect(await db.read('SELECT action, actor, actor_id, object_id, details_sealed FROM audit')).toEqual([
      { action: 'report.opened', actor: 'user', actor_id: 1, object_id: linked?.id, details_sealed: null },
    ]);
    for (const report of [bare, linked]) await service.close(String(report?.id), 'operator');
  });

  it('is shown to the operator as it was written, until it is closed', async () => {
    const { service, list } = desk();
    await service.send(REPORT);
    const [report] = await list(true);
    expect(report).toMatchObject({ ...REPORT, closedAt: null });
    expect(await service.open(String(report?.id), 'operator')).toEqual(report);
    expect(await service.close(String(report?.id), 'operator')).toBe(true);
    expect(await service.close(String(report?.id), 'operator')).toBe(false);
    expect(await list(true)).toEqual([]);
    expect(await list(false)).toMatchObject([{ closedAt: expect.any(Number) }]);
  });

  it('a report is on one page of the list, even among others of its millisecond', async () => {
    for (const now of ['2000', '1000', '1000', '1000']) await desk(now).service.send(REPORT);
    const { service } = desk();
    const shown: { id: string; createdAt: number }[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page: Awaited<ReturnType<typeof service.listPage>> = await service.listPage(true, 1, before);
      expect(page.reports).toHaveLength(1);
      shown.push(...page.reports);
      before = shown.length > 4 ? null : page.next;
    }
    expect((await service.listPage(true, 4, '')).next).toBeNull();
    expect(shown.map(({ createdAt }) => createdAt)).toEqual([2000, 1000, 1000, 1000]);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(4);
  });

  it('leaves nothing in clear: neither the paste nor what was written', async () => {
    await desk().service.send(REPORT);
    const stored = (await db.read('SELECT * FROM reports')).map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join('\n'),
    );
    expect(stored).toHaveLength(1);
    expect(stored.join('\n')).not.toMatch(new RegExp(`canary|${PUBLIC_ID}`));
  });

  it('is kept for 90 days, closed or not', async () => {
    await desk('1000').service.send(REPORT);
    const end = 1_000 + 90 * 86_400_000;
    expect(await desk(String(end - 1)).service.prune()).toBe(0);
    expect(await desk(String(end)).service.prune()).toBe(1);
    expect(await db.read('SELECT id FROM report_notices')).toEqual([]);
  });

  it('is refused when ten thousand are stored, open or closed', async () => {
    const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)';
    await db.write([
      {
        sql: `${numbers} INSERT INTO reports (id, reason, body_sealed, created_at, closed_at)
          SELECT 'r' || n, 'spam', CAST(? AS ${db.dialect.bytes}), 0, CASE WHEN n > 5000 THEN 1 END FROM numbers`,
        params: [Buffer.from('x')],
      },
    ]);
    await desk().service.send(REPORT);
    await expect(desk().service.send(REPORT)).rejects.toThrow(ServiceUnavailableError);
    expect(await db.read('SELECT id FROM report_notices')).toHaveLength(1);
  });

  describe('told to REPORT_WEBHOOK', () => {
    type Sent = Parameters<Parameters<typeof createNoticeAttempt>[0]['send']>;

    function worker(status: () => number | null) {
      const sent: Sent[] = [];
      const queue = createOutboxQueue(db, NOTICE_QUEUE, 5);
      const send = async (...request: Sent) => {
        sent.push(request);
        return { status: status(), error: null, retryAfterMs: null };
      };
      const url = 'http://127.0.0.1:9/reports';
      const attempt = createNoticeAttempt({
        reports: desk().service,
        send,
        url,
        baseUrl: 'https://paste.example',
        maxAttempts: 5,
        log: silentLogger,
      });
      const run = () => dispatch({ queue, attempt, count: () => undefined, log: silentLogger }, new AbortController().signal);
      return { sent, run, url };
    }

    it('names the paste and the reason, and nothing that was written', async () => {
      await desk().service.send(REPORT);
      const { sent, run, url } = worker(() => 204);
      await run();
      await run();
      expect(sent).toHaveLength(1);
      const [[to, headers, body] = []] = sent;
      expect([to, headers]).toEqual([url, { 'webhook-id': expect.stringMatching(/^rpt_\w{10}$/) }]);
      expect(JSON.parse(String(body))).toMatchObject({
        event: 'report.created',
        data: { reason: 'malware', publicId: PUBLIC_ID, url: `https://paste.example/view/${PUBLIC_ID}` },
      });
      expect(body).not.toContain('canary');
    });

    it('is told again while the receiver fails, and no more than five times', async () => {
      await desk().service.send(REPORT);
      const { sent, run } = worker(() => 500);
      for (let round = 0; round < 7; round++) {
        await run();
        await db.write([{ sql: 'UPDATE report_notices SET next_retry_at = 0 WHERE next_retry_at IS NOT NULL', params: [] }]);
      }
      expect(sent).toHaveLength(5);
      expect(new Set(sent.map(([, headers]) => headers['webhook-id'])).size).toBe(1);
      expect(await db.read('SELECT status FROM report_notices')).toEqual([{ status: 'failed' }]);
    });
  });

  it('is told to the chats of administrators, once for all reports that wait', async () => {
    await db.write([
      { sql: "INSERT INTO users (name, created_at, promoted_at) VALUES ('admin', 0, 1), ('anna', 0, NULL)", params: [] },
      { sql: "INSERT INTO messenger_chats (chat_id, title_sealed, created_at) VALUES ('1', '', 0), ('2', '', 0)", params: [] },
      {
        sql: `INSERT INTO messenger_destinations (owner_id, chat_ref, is_active, on_created, on_burned, on_expired, created_at)
          SELECT u.id, c.id, TRUE, FALSE, FALSE, FALSE, 0 FROM users u JOIN messenger_chats c ON c.chat_id = CASE u.name WHEN 'admin' THEN '1' ELSE '2' END`,
        params: [],
      },
    ]);
    const { service } = desk();
    for (let count = 0; count < 3; count++) await service.send(REPORT);
    const messages = await db.read('SELECT q.kind, c.chat_id FROM notification_queue q JOIN messenger_chats c ON c.id = q.chat_ref');
    expect(messages).toEqual([{ kind: 'report.created', chat_id: '1' }]);
    await db.write([{ sql: "UPDATE notification_queue SET status = 'delivered', next_retry_at = NULL", params: [] }]);
    await service.send(REPORT);
    expect(await db.read('SELECT id FROM notification_queue')).toHaveLength(2);
  });

  it('is in the log without what was written', async () => {
    const warn = vi.fn();
    await desk(db.dialect.now, { ...silentLogger, warn } as never).service.send(REPORT);
    expect(warn).toHaveBeenCalledWith({ report: expect.any(String), reason: 'malware' }, 'a paste was reported');
  });
});

it.each([
  ['a reason that there is none of', { reason: 'boring' }],
  ['an id that can’t be one', { publicId: '../../etc' }],
  ['a text of 2,001 characters', { text: 'x'.repeat(2_001) }],
  ['a contact of 201 characters', { contact: 'x'.repeat(201) }],
])('a report with %s is refused', (_, fields) => {
  expect(reportSchema.safeParse({ ...REPORT, ...fields }).success).toBe(false);
});

it('line breaks of a form count once, as in the browser', () => {
  expect(reportSchema.parse({ ...REPORT, text: `${'x\r\n'.repeat(1_000)}` }).text).toHaveLength(1_999);
});
