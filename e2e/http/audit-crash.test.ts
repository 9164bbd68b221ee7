/** Kills a web process while pastes are deleted: each paste is either still there or has its row in the audit. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#lib/db/database';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { createOwner } from '../support/accounts';
import { createPaste } from '../support/api';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { rounds } from '../support/rounds';
import { processSettings } from '../support/settings';

const PASTES = 60;
const CLIENTS = 8;

describe.each(processSettings)('the audit of a web process killed on $setting', ({ engine, variables }) => {
  let database: TestDatabase;
  let db: Database;
  let owner: { 'X-Api-Key': string };
  let web: WebProcess | undefined;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    owner = await createOwner(database);
    db = await database.open();
  });
  afterAll(async () => {
    await web?.kill();
    await db?.close();
    await database?.drop();
  });

  const idsIn = async (sql: string) => (await db.read(sql)).map(({ id }) => String(id)).toSorted();

  it('tells of every deletion that took place, and of no other', async () => {
    const environment = testEnvironment(database, variables);
    for (let round = 0; round < rounds(2); round++) {
      const killed = await startWeb(environment);
      web = killed;
      await db.write([{ sql: 'DELETE FROM audit', params: [] }]);
      const left: string[] = [];
      for (let count = 0; count < PASTES; count++) left.push((await createPaste(killed.url, { content: 'x' }, owner)).publicId);
      const before = await idsIn('SELECT id FROM pastes');
      let responses = 0;
      const killAt = randomInt(1, PASTES - CLIENTS);
      const client = async () => {
        for (let publicId = left.pop(); publicId !== undefined; publicId = left.pop()) {
          const { status } = await fetch(`${killed.url}/api/v1/pastes/${publicId}`, { method: 'DELETE', headers: owner });
          expect(status).toBe(200);
          responses += 1;
          if (responses === killAt) await killed.kill();
        }
      };
      // The requests fail because their process was killed.
      await Promise.allSettled(Array.from({ length: CLIENTS }, client));
      const there = await idsIn('SELECT id FROM pastes');
      const told = await idsIn("SELECT object_id AS id FROM audit WHERE action = 'paste.deleted'");
      expect(told.length).toBeGreaterThanOrEqual(killAt);
      expect([...there, ...told].toSorted()).toEqual(before);
      await db.write([{ sql: 'DELETE FROM pastes', params: [] }]);
    }
  });
});
