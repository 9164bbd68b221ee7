/** A SQLite file of the version before keys had rights. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFile } from './sqlite/sqlite.driver';
import { migrateSqlite } from './sqlite/sqlite.migrations';

const DAY_MS = 86_400_000;
const BEFORE = '20261122002417';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('after the upgrade keys sign in as before, and sessions go on as their user’s, for seven idle days', () => {
  const [file, earlier] = [join(folder, 'sealpaste.db'), join(folder, 'earlier')];
  const migrations = join(earlier, 'prisma/migrations');
  cpSync(join(process.cwd(), 'prisma/migrations'), migrations, { recursive: true });
  for (const name of readdirSync(join(migrations, 'sqlite')))
    if (/^\d/.test(name) && name >= BEFORE) rmSync(join(migrations, 'sqlite', name), { recursive: true });
  migrateSqlite(file, earlier);
  const now = Date.now();
  const connection = openFile(file);
  connection.exec(`
    INSERT INTO users (id, name, created_at) VALUES (1, 'anna', 5);
    INSERT INTO api_keys (id, user_id, key_hash, name, created_at, revoked_at) VALUES ('good', 1, x'01', 'laptop', 6, NULL), ('gone', 1, x'02', NULL, 7, 8);
    INSERT INTO sessions (id_hash, key_id, created_at, expires_at) VALUES (x'03', 'good', 9, ${now + 29 * DAY_MS}), (x'04', 'good', 9, ${now + DAY_MS});`);
  connection.close();

  migrateSqlite(file, process.cwd());
  const upgraded = openFile(file);
  const rows = (sql: string) => upgraded.prepare(sql).all();
  expect(rows('SELECT id, name, created_at, revoked_at, may_sign_in, made_by FROM api_keys ORDER BY id')).toEqual([
    { id: 'gone', name: null, created_at: 7, revoked_at: 8, may_sign_in: 1, made_by: null },
    { id: 'good', name: 'laptop', created_at: 6, revoked_at: null, may_sign_in: 1, made_by: null },
  ]);
  expect(rows('SELECT id, name, self_registered FROM users')).toEqual([{ id: 1, name: 'anna', self_registered: 0 }]);
  const [long, short] = rows('SELECT expires_at FROM sessions ORDER BY id_hash') as { expires_at: number }[];
  const of = { user_id: 1, key_id: 'good', identity_id: null, created_at: 9 };
  expect(rows('SELECT user_id, key_id, identity_id, created_at FROM sessions')).toEqual([of, of]);
  expect(Math.abs((long?.expires_at ?? 0) - (now + 7 * DAY_MS))).toBeLessThan(60_000);
  expect(short?.expires_at).toBe(now + DAY_MS);
  upgraded.close();
});
