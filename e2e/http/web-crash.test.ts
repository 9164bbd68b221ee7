/**
 * Kills web processes during creates and burns, with large contents in an object store: acknowledged pastes are kept, burn pastes
 * are returned once, and no content is left over.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#lib/db/database';
import { openFile, pragma } from '#lib/db/engines/sqlite-driver';
import { type FakeStore, startFakeStore } from '#lib/testing/fake-store';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { createOwner } from '../support/accounts';
import { createPaste, createWebhook, readPaste } from '../support/api';
import { expectNoOrphans } from '../support/contents';
import { type Environment, startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { rounds } from '../support/rounds';
import { processSettings } from '../support/settings';

const CLIENTS = 16;

describe.each(processSettings)('web processes killed on $setting', ({ engine, processes, variables }) => {
  let database: TestDatabase;
  let db: Database | null = null;
  let store: FakeStore;
  let environment: Environment;
  let owner: { 'X-Api-Key': string };
  let webs: WebProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    store = await startFakeStore();
    environment = testEnvironment(database, { ...variables, ...store.variables });
    owner = await createOwner(database);
    webs = await Promise.all(Array.from({ length: processes }, () => startWeb(environment)));
    await createWebhook(urlOf(0), owner, { events: ['paste.created', 'paste.deleted'] });
  });

  afterAll(async () => {
    await Promise.all(webs.map((web) => web.kill()));
    await db?.close();
    await database?.drop();
    await store?.close();
  });

  const urlOf = (number: number) => webs[number % webs.length]?.url ?? '';

  async function expectAllReadable(contents: ReadonlyMap<string, string>): Promise<void> {
    const left = contents.entries();
    const read = async (number: number) => {
      for (const [publicId, content] of left) {
        const { status, body } = await readPaste(urlOf(number), publicId);
        expect({ publicId, status, isWhole: body.content === content }).toEqual({ publicId, status: 200, isWhole: true });
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => read(number)));
  }

  it('killed web processes lose nothing acknowledged and return no burn paste twice', async () => {
    const kept = new Map<string, string>();
    const burnable = new Map<string, string>();
    const burning = new Map<string, { content: string; delivered: boolean }>();
    let isOver = false;

    /** Creates pastes, every other one to burn, and burns one now and then, also of other processes, until its process is gone. */
    async function client(number: number): Promise<void> {
      const url = urlOf(number);
      for (let turn = 0; !isOver; turn++) {
        const content = `${number}/${turn}/${randomBytes((number + turn) % 20 === 19 ? 200_000 : 16).toString('hex')}`;
        const burnAfterRead = turn % 2 === 1;
        const { publicId } = await createPaste(url, { content, burnAfterRead, title: 't' }, turn % 4 < 2 ? owner : {});
        (burnAfterRead ? burnable : kept).set(publicId, content);
        const [next] = turn % 3 === 0 ? burnable : [];
        if (!next) continue;
        burnable.delete(next[0]);
        const attempt = { content: next[1], delivered: false };
        burning.set(next[0], attempt);
        const { status, body } = await readPaste(url, next[0]);
        expect([status, body.content === attempt.content]).toEqual([200, true]);
        attempt.delivered = true;
      }
    }

    for (let round = 0; round < rounds(2); round++) {
      const before = kept.size;
      const victim = round % webs.length;
      isOver = false;
      const clients = Array.from({ length: CLIENTS }, (_, number) => client(number).catch((error: Error) => error));
      await vi.waitFor(() => expect(kept.size).toBeGreaterThan(before + 150), { interval: 5 });
      await webs[victim]?.kill();
      // The living processes go on serving before another takes the place of the killed one.
      const killedAt = kept.size;
      if (webs.length > 1) await vi.waitFor(() => expect(kept.size).toBeGreaterThan(killedAt + 50), { interval: 5 });
      isOver = true;
      for (const [number, error] of (await Promise.all(clients)).entries()) {
        if (number % webs.length === victim) expect(String(error)).toMatch(/socket hang up|aborted|ECONNRESET|ECONNREFUSED|EPIPE/);
        else expect(error).toBeUndefined();
      }

      expect(await checkStored(database)).toEqual(['ok']);
      webs[victim] = await startWeb(environment);
      await expectAllReadable(new Map([...kept].slice(before)));
    }

    await expectAllReadable(kept);
    await expectAllReadable(burnable);
    let interrupted = 0;
    for (const [publicId, { content, delivered }] of burning) {
      const { status, body } = await readPaste(urlOf(0), publicId);
      if (delivered) expect(status).toBe(404);
      else interrupted += 1;
      // A burn whose response broke off leaves a burned paste or a whole one.
      if (status !== 404) expect([status, body.content === content]).toEqual([200, true]);
    }
    expect(interrupted).toBeGreaterThan(0);

    db = await database.open();
    const ids = async (sql: string) => (await (db as Database).read(sql)).map((row) => row.id);
    const owned = await ids(
      "SELECT id FROM pastes WHERE owner_id IS NOT NULL UNION SELECT paste_id AS id FROM webhook_deliveries WHERE event = 'paste.deleted' ORDER BY id",
    );
    expect(owned.length).toBeGreaterThan(100);
    expect(await ids("SELECT paste_id AS id FROM webhook_deliveries WHERE event = 'paste.created' ORDER BY paste_id")).toEqual(owned);
    expect(await ids('SELECT p.id FROM pastes p LEFT JOIN paste_chunks c ON c.paste_id = p.id WHERE c.seq IS NULL')).toEqual([]);
    expect(store.objects.size).toBeGreaterThan(0);
    await expectNoOrphans(db, store, environment);
  });
});

/** Runs the database's own check of its files; SQLite first recovers the file. */
async function checkStored({ folder, url }: TestDatabase): Promise<unknown[]> {
  if (folder === null) return checkIndexes(url);
  const file = openFile(join(folder, 'database.db'));
  try {
    expect(pragma(file, 'foreign_key_check')).toEqual([]);
    return pragma(file, 'integrity_check').map((row) => row.integrity_check);
  } finally {
    file.close();
  }
}

/** Compares every B-tree with its table, entry by entry. */
async function checkIndexes(url: string): Promise<unknown[]> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await server.query('CREATE EXTENSION IF NOT EXISTS amcheck');
    const { rows } = await server.query(
      `SELECT count(bt_index_parent_check(c.oid, true)) AS checked FROM pg_class c JOIN pg_am a ON a.oid = c.relam
       WHERE a.amname = 'btree' AND c.relnamespace = 'public'::regnamespace AND c.relkind = 'i'`,
    );
    expect(Number(rows[0].checked)).toBeGreaterThan(10);
    return ['ok'];
  } finally {
    await server.end();
  }
}
