import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../db/database';
import { createTestDatabase, type Engine, type TestDatabase } from './test-database';

/**
 * Opens a database for all tests of the describe, or for each of them, and drops it afterwards.
 * @param take gets the open database before the tests run
 */
export function useDatabase(
  engine: Engine,
  take: (db: Database, database: TestDatabase) => unknown,
  { each = false }: { each?: boolean } = {},
): void {
  let database: TestDatabase | undefined;
  let db: Database | undefined;
  (each ? beforeEach : beforeAll)(async () => {
    database = await createTestDatabase(engine);
    db = await database.open();
    await take(db, database);
  });
  (each ? afterEach : afterAll)(async () => {
    await db?.close();
    await database?.drop();
  });
}
