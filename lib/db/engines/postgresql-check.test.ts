/** The check finds an index on PostgreSQL that doesn't match its table. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { checkPostgresql } from './postgresql-check';

describe.runIf(engines.includes('postgresql'))('looking for damage in PostgreSQL', () => {
  let database: TestDatabase;
  let operator: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase('postgresql');
    operator = new pg.Client({ connectionString: database.url });
    await operator.connect();
  });
  afterAll(async () => {
    await operator?.end();
    await database?.drop();
  });

  it('the check reports no amcheck, a whole database, or the index that misses rows', async () => {
    await operator.query("INSERT INTO users (name, created_at) SELECT 'user ' || n, 0 FROM generate_series(1, 20) n");
    expect(await checkPostgresql(database.url, 5)).toBeNull();

    await operator.query('CREATE EXTENSION amcheck');
    expect(await checkPostgresql(database.url, 5)).toEqual([]);

    // An index no longer matches its table when its function begins to return something else.
    const length = (body: string) =>
      operator.query(`CREATE OR REPLACE FUNCTION length_of(text) RETURNS integer LANGUAGE sql IMMUTABLE AS '${body}'`);
    await length('SELECT length($1)');
    await operator.query('CREATE INDEX users_by_length ON users (length_of(name))');
    await length('SELECT 7000 + length($1)');
    expect(await checkPostgresql(database.url, 5)).toEqual([expect.stringMatching(/^users_by_length: .*lacks matching index tuple/)]);
  });
});
