/** A SQLite file with a damaged page: the rest is served, and the damage is reported in words. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/config';
import { backUp } from '../../operations/backup/backup.service';
import { runChecks } from '../../operations/doctor/doctor.service';
import { damagePage } from '../../testing/damage';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { type Database, DatabaseDamagedError } from '../database';
import { openDatabase } from './open-database';

const ROWS = 200;
const IN_WORDS =
  /^the database .*database\.db is damaged: "npm run -s admin -- doctor --deep" says where; docs\/damaged\.md says what to do \(.+\)$/;

describe('a SQLite file with a damaged page', () => {
  let database: TestDatabase;
  let file: string;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    file = join(database.folder as string, 'database.db');
    const filling = await database.open();
    await filling.write(
      Array.from({ length: ROWS }, (_, index) => ({
        sql: "INSERT INTO users (name, created_at) VALUES (? || printf('%0500d', 0), 0)",
        params: [`user${index}`],
      })),
    );
    await filling.close();
    damagePage(file, 'users');
    db = await openDatabase({ url: database.url, rootDir: process.cwd() });
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  it('opens, and reads and writes what is whole', async () => {
    expect(await db.read('SELECT id FROM users WHERE id IN (1, ?)', [ROWS])).toEqual([{ id: 1 }, { id: ROWS }]);
    await db.write([{ sql: "INSERT INTO bans (network, created_at) VALUES ('192.0.2.1', 0)", params: [] }]);
    expect(await db.read('SELECT network FROM bans')).toEqual([{ network: '192.0.2.1' }]);
  });

  it('says in words that it is damaged to who reads or writes what is not', async () => {
    const read = await db.read('SELECT sum(created_at) FROM users').catch((error: Error) => error);
    const write = await db.write([{ sql: 'UPDATE users SET created_at = 1', params: [] }]).catch((error: Error) => error);
    for (const error of [read, write]) expect(error).toBeInstanceOf(DatabaseDamagedError);
    expect((read as Error).message).toMatch(IN_WORDS);
    expect((write as Error).message).toContain('docs/damaged.md');
  });

  it('a damaged file fails a backup with the reason and leaves no output', async () => {
    const before = readdirSync(database.folder as string);
    const target = join(database.folder as string, 'backup');
    const recipient = await identityToRecipient(await generateX25519Identity());
    const made = backUp({ url: database.url, rootDir: process.cwd() }, target, { recipient });
    const error = (await made.catch((thrown: Error) => thrown)) as Error;
    expect(error.message).toMatch(/is damaged: .*docs\/damaged\.md/);
    expect(error.message).not.toMatch(/^\s+at /m);
    expect(readdirSync(database.folder as string)).toEqual(before);
  });

  it('is told by doctor --deep, which goes on to the other checks', async () => {
    const config = loadConfig({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      BASE_URL: 'http://127.0.0.1:1',
    });
    const checks = await runChecks(config, { deep: true });
    expect(checks.find(({ name }) => name === 'damage')).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/damaged: .*docs\/damaged\.md/),
    });
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['key', 'rows', 'disk', 'address']));
    expect((await runChecks(config)).find(({ name }) => name === 'damage')).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^none is known/),
    });
  });
});
