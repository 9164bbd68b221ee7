/** The doctor's findings about PostgreSQL's connections and standbys. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/config';
import type { Database, Row } from '../../db/database';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { checkConnections, checkStandbys } from './doctor-database';

const configOf = (settings: 'on' | 'off') =>
  loadConfig({ NODE_ENV: 'test', MASTER_KEY: randomBytes(32).toString('base64'), DATABASE_SESSION_SETTINGS: settings });
const responding = (row: Row) => ({ engine: 'postgresql' as const, read: async () => [row] });

describe('the doctor', () => {
  const standbys = (receivers: number, names: string, waits: string) => checkStandbys(responding({ receivers, names, waits }));

  it('is content when each commit waits for a standby', async () => {
    expect(await standbys(2, 'ANY 1 (*)', 'on')).toBe('2 standbys; each commit waits for ANY 1 (*)');
  });

  it.each([
    ['no commit waits for a standby', '', 'on', /1 standby, none of which .*synchronous_standby_names is empty/],
    ['a commit is acknowledged before', '*', 'local', /synchronous_commit is local/],
    ['a commit waits for memory alone', '*', 'remote_write', /synchronous_commit is remote_write/],
  ])('warns of what a failover may lose when %s', async (_, names, waits, warning) => {
    const finding = await standbys(1, names, waits);
    expect(finding).toEqual({ warning: expect.stringMatching(warning) });
    expect(finding).toEqual({ warning: expect.stringContaining('burned ones may be readable again') });
  });

  const connections = (count: number) => checkConnections(responding({ connections: count, setting: 'max_connections' }), configOf('on'));

  it('enough connections for a web process and a worker are no problem', async () => {
    expect(await connections(32)).toBe('32 are enough for 2 web processes and workers, with up to 11 each (max_connections)');
    expect(await connections(97)).toMatch(/^97 are enough for 8 /);
  });

  it('too few connections for a web process and a worker are warned of', async () => {
    expect(await connections(21)).toEqual({
      warning: expect.stringMatching(/up to 22 connections, and PostgreSQL allows 21 \(max_connections\)/),
    });
  });
});

describe.each(engines)('the doctor on %s', (engine) => {
  let db: Database;
  useDatabase(engine, (opened) => (db = opened));

  it('knows how many connections PostgreSQL allows, unless a pool is before it', async () => {
    expect(await checkConnections(db, configOf('off'))).toBeNull();
    if (engine === 'sqlite') return expect(await checkConnections(db, configOf('on'))).toBeNull();
    expect(await checkConnections(db, configOf('on'))).toMatch(/ are enough for .*\(max_connections\)$/);
    const [{ name } = { name: '' }] = await db.read('SELECT current_database() AS name');
    await db.write([{ sql: `ALTER DATABASE "${name}" CONNECTION LIMIT 20`, params: [] }]);
    expect(await checkConnections(db, configOf('on'))).toEqual({
      warning: expect.stringContaining("allows 20 (the database's CONNECTION LIMIT)"),
    });
  });

  it('knows no standby where there is none', async () => {
    expect(await checkStandbys(db)).toBeNull();
  });
});
