import { afterAll, describe, expect, it, vi } from 'vitest';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { type Collector, startCollector } from '../tracing/testing/collector';
import { createTracing, type Tracing } from '../tracing/tracing';
import { changeRow, type Database } from './database';
import { traceDatabase } from './traced-database';

describe.each(engines)('a traced database on %s', (engine) => {
  let db: Database;
  let collector: Collector;
  let tracing: Tracing;

  useDatabase(engine, async (opened) => {
    collector = await startCollector();
    tracing = createTracing({ endpoint: collector.url, headers: {}, resource: {}, share: 1, delayMs: 1, onChange: () => undefined });
    db = traceDatabase(opened, tracing);
  });
  afterAll(async () => {
    await collector.stop();
    await tracing.close();
  });

  it('each query is a span of its trace, with the table and no value', async () => {
    await tracing.loop('test', async () => {
      await db.write([{ sql: "INSERT INTO users (id, name, created_at) VALUES (?, 'canary', 0)", params: [7] }]);
      expect(await db.read('SELECT name FROM users WHERE name = ?', ['canary'])).toHaveLength(1);
      expect(await db.readEach(`WITH one AS (SELECT 1) SELECT id FROM users WHERE ${db.dialect.isKey('name')}`, ['canary'])).toHaveLength(
        1,
      );
      expect(await db.readLong('SELECT count(*) AS count FROM leases')).toHaveLength(1);
      expect(await db.prisma.user.findMany({ where: { name: 'canary' } })).toHaveLength(1);
      const change = db.prisma.user.update({ where: { id: 7 }, data: { name: 'canary2' }, select: { id: true } });
      expect(await changeRow(db, change)).toEqual({ id: 7 });
      await expect(db.write([{ sql: "SELECT canary FROM users WHERE name = 'canary'", params: [] }])).rejects.toThrow();
    });
    await vi.waitFor(() => expect(collector.spans()).toHaveLength(8));
    const spans = collector.spans();
    const loop = spans.find(({ name }) => name === 'loop test');
    const queries = spans.filter((span) => span !== loop);
    expect(queries.map(({ name, failed }) => `${name}${failed ? ', failed' : ''}`)).toEqual([
      'INSERT users',
      'SELECT users',
      'WITH users',
      'SELECT leases',
      'findMany User',
      'update User',
      'SELECT users, failed',
    ]);
    for (const { parentSpanId, attributes } of queries) {
      expect(parentSpanId).toBe(loop?.spanId);
      expect(attributes).toEqual({ 'db.system.name': engine });
    }
    expect(collector.bodies.join()).not.toContain('canary');
  });
});
