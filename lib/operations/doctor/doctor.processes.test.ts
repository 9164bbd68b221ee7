/** The doctor's findings about WEB_PROCESSES, on both engines. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/config';
import type { Database } from '../../db/database';
import { createTestDatabase, engines, type TestDatabase } from '../../db/testing/test-database';
import { checkProcesses, readConnectionLimit } from './doctor.processes';

describe('the doctor', () => {
  it('a web process for each core, with connections for all, is no problem', () => {
    expect(checkProcesses(1, null, 1)).toBe('1 web process on 1 core');
    expect(checkProcesses(4, { connections: 55, setting: '' }, 4)).toBe(
      '4 web processes on 4 cores, with a worker up to 55 of 55 connections',
    );
  });

  it('more web processes than cores or connections are warned of', () => {
    expect(checkProcesses(3, null, 2)).toEqual({ warning: expect.stringMatching(/^3 web processes on 2 cores: .*WEB_PROCESSES/) });
    expect(checkProcesses(4, { connections: 54, setting: 'max_connections' }, 4)).toEqual({
      warning: expect.stringMatching(/up to 55 connections, and PostgreSQL allows 54 \(max_connections\)/),
    });
  });
});

describe.each(engines)('the doctor on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    db = await database.open();
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

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
