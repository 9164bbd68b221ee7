/** A fresh database with two users who own nothing. */
import type { Database } from '../db/database';
import { createTestDatabase, type Engine } from './test-database';

export interface UsersDatabase {
  db: Database;
  anna: { userId: number };
  bert: { userId: number };
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
    anna,
    bert,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}
