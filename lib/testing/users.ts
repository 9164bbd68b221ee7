/** A fresh database with two users who own nothing, on which tests build the services that they need. */
import { randomBytes } from 'node:crypto';
import type { Database, Row } from '../db/database';
import { createKeyring, type Keyring } from '../vault/keyring';
import { createTestDatabase, type Engine } from './test-database';

export const BASE_URL = 'https://paste.example';
/** A time to which tests set the clock, in ms since 1970. */
export const NOON = Date.UTC(2026, 10, 21, 12);

export interface UsersDatabase {
  db: Database;
  keyring: Keyring;
  anna: { userId: number };
  bert: { userId: number };
  /** The database with a clock that reads `now`, an SQL expression. */
  on(now: string | number): Database;
  rows(sql: string): Promise<Row[]>;
  run(sql: string): Promise<void>;
  /** Closes and drops the database. */
  close(): Promise<void>;
}

export async function openUsersDatabase(engine: Engine): Promise<UsersDatabase> {
  const database = await createTestDatabase(engine);
  const db = await database.open();
  const [users] = await db.write([
    { sql: `INSERT INTO users (name, created_at) VALUES ('anna', 0), ('bert', 0) RETURNING id`, params: [] },
  ]);
  const [anna, bert] = (users ?? []).map(({ id }) => ({ userId: Number(id) }));
  if (!anna || !bert) throw new Error('expected two users');
  return {
    db,
    keyring: createKeyring([randomBytes(32)]),
    anna,
    bert,
    on: (now) => ({ ...db, dialect: { ...db.dialect, now: String(now) } }),
    rows: (sql) => db.read(sql),
    run: async (sql) => void (await db.write([{ sql, params: [] }])),
    async close() {
      await db.close();
      await database.drop();
    },
  };
}
