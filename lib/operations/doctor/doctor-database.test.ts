/** The doctor's findings about the connections that the database allows, on both engines. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/config';
import type { Database } from '../../db/database';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { checkConnections, checkStandbys, readConnectionLimit } from './doctor-database';

describe('the doctor', () => {
  it('is content when each commit waits for a standby', () => {
    expect(checkStandbys({ receivers: 2, synchronousNames: 'ANY 1 (*)', synchronousCommit: 'on' })).toBe(
      '2 standbys; each commit waits for ANY 1 (*)',
    );
  });

  it.each([
    [
      'no commit waits for a standby',
      { synchronousNames: '', synchronousCommit: 'on' },
      /1 standby, none of which .*synchronous_standby_names is empty/,
    ],
    ['a commit is acknowledged before', { synchronousNames: '*', synchronousCommit: 'local' }, /synchronous_commit is local/],
    ['a commit waits for memory alone', { synchronousNames: '*', synchronousCommit: 'remote_write' }, /synchronous_commit is remote_write/],
  ])('warns of what a failover may lose when %s', (_, settings, warning) => {
    const finding = checkStandbys({ receivers: 1, ...settings });
    expect(finding).toEqual({ warning: expect.stringMatching(warning) });
    expect(finding).toEqual({ warning: expect.stringContaining('burned ones may be readable again') });
  });

  it('enough connections for a web process and a worker are no problem', () => {
    expect(checkConnections(null)).toBe('not limited');
    expect(checkConnections({ connections: 32, setting: 'max_connections' })).toBe(
      '32 are enough for 2 web processes and workers, with up to 11 each (max_connections)',
    );
    expect(checkConnections({ connections: 97, setting: 'max_connections' })).toMatch(/^97 are enough for 8 /);
  });

  it('too few connections for a web process and a worker are warned of', () => {
    expect(checkConnections({ connections: 21, setting: 'max_connections' })).toEqual({
      warning: expect.stringMatching(/up to 22 connections, and PostgreSQL allows 21 \(max_connections\)/),
    });
  });
});

describe.each(engines)('the doctor on %s', (engine) => {
  let db: Database;
  useDatabase(engine, (opened) => (db = opened));

  const read = (settings: 'on' | 'off') =>
    readConnectionLimit(
      db,
      loadConfig({ NODE_ENV: 'test', MASTER_KEY: randomBytes(32).toString('base64'), DATABASE_SESSION_SETTINGS: settings }),
    );

  it('knows how many connections PostgreSQL allows, unless a pool is before it', async () => {
    expect(await read('off')).toBeNull();
    if (engine === 'sqlite') return expect(await read('on')).toBeNull();
    expect(await read('on')).toMatchObject({ setting: 'max_connections' });
    const [{ name } = { name: '' }] = await db.read('SELECT current_database() AS name');
    await db.write([{ sql: `ALTER DATABASE "${name}" CONNECTION LIMIT 20`, params: [] }]);
    expect(await read('on')).toEqual({ connections: 20, setting: "the database's CONNECTION LIMIT" });
  });
});
