/** Changing the master key while the service runs, and what starts under which key. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#lib/db/database';
import { createTestDatabase, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { messageUpdate } from '#lib/messenger/testing/updates';
import { openTitle } from '#lib/outbox/outbox.title';
import { createKeyring } from '#lib/vault/keyring';
import { createOwner } from '../support/accounts';
import { call, createPaste, createWebhook, readPaste } from '../support/api';
import { type Environment, newMasterKey, run, runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { processSettings } from '../support/settings';

/** With one delivery and one chat message each, and the secret that deliveries are signed with, ROWS are under the key. */
const PASTES = 1_200;
const ROWS = 3 * PASTES + 1;
/** A run kills itself so many turns of its event loop after it has moved so many rows, 200 at a time: among the pastes, the deliveries, and the messages. */
const KILLS = [
  { moved: 200, turns: 0 },
  { moved: 400, turns: 1 },
  { moved: 1_000, turns: 3 },
  { moved: 1_400, turns: 1 },
];
const CLIENTS = 50;

describe.each(processSettings)('rotating the master key on $setting', ({ engine, processes, variables }) => {
  let database: TestDatabase;
  let db: Database;
  const keys = { old: newMasterKey(), new: newMasterKey() };
  let environments: Record<'old' | 'both' | 'new', Environment>;
  let webs: WebProcess[] = [];
  /** Content of each paste. */
  const contents = new Map<string, string>();

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const environment = testEnvironment(database, variables);
    environments = {
      old: { ...environment, MASTER_KEY: keys.old },
      both: { ...environment, MASTER_KEY: keys.new, MASTER_KEY_PREVIOUS: keys.old },
      new: { ...environment, MASTER_KEY: keys.new },
    };
    const owner = await createOwner(database);
    await restart('old');
    await createWebhook(urlOf(0), owner);
    const { token } = (await call<{ token: string }>(`${urlOf(0)}/api/v1/messenger/tokens`, { method: 'POST', headers: owner })).body;
    await call(`${urlOf(0)}/api/v1/messenger/webhook`, { json: messageUpdate(`/link ${token}`) });
    await inParallel(PASTES, async (index) => {
      const content = `content ${index}`;
      const { publicId } = await createPaste(urlOf(index), { content, title: `title ${index}` }, owner);
      contents.set(publicId, content);
    });
    await restart('both');
    db = await database.open();
  });

  afterAll(async () => {
    await Promise.all(webs.map((web) => web.kill()));
    await db?.close();
    await database?.drop();
  });

  const urlOf = (turn: number) => webs[turn % webs.length]?.url ?? '';

  async function restart(keys: keyof typeof environments): Promise<void> {
    await Promise.all(webs.map((web) => web.kill()));
    webs = await Promise.all(Array.from({ length: processes }, () => startWeb(environments[keys])));
  }

  async function inParallel(count: number, act: (index: number) => Promise<void>): Promise<void> {
    let next = 0;
    const work = async () => {
      for (let index = next++; index < count; index = next++) await act(index);
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
  }

  async function expectReadable(publicId: string, turn: number): Promise<void> {
    const { status, body } = await readPaste(urlOf(turn), publicId);
    const content = contents.get(publicId) as string;
    expect({ status, content: body.content, title: body.title }).toEqual({
      status: 200,
      content,
      title: content.replace('content', 'title'),
    });
  }

  const rowsByKey = async () => {
    const rows = await db.read(
      `SELECT master_key_id FROM pastes UNION ALL SELECT master_key_id FROM webhook_deliveries UNION ALL SELECT master_key_id FROM webhook_secrets
       UNION ALL SELECT master_key_id FROM notification_queue WHERE title_sealed IS NOT NULL`,
    );
    const counts = new Map<string, number>();
    for (const { master_key_id: id } of rows) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
    return counts;
  };
  const registeredKeys = async () => (await db.read('SELECT id FROM master_keys ORDER BY created_at')).map(({ id }) => String(id));

  async function expectRefused(program: string, environment: Environment): Promise<void> {
    const refused = run([program], environment);
    await once(refused.child, 'close');
    expect(refused.child.exitCode).toBe(1);
    expect(refused.output()).toContain('MASTER_KEY');
    for (const key of Object.values(keys)) expect(refused.output()).not.toContain(key);
  }

  it('killed four times on the way and run again, it keeps every paste readable at every moment and moves all of them', async () => {
    const [oldId, newId] = (await registeredKeys()) as [string, string];
    expect(await rowsByKey()).toEqual(new Map([[oldId, ROWS]]));

    const ids = [...contents.keys()];
    let rotating = true;
    let reads = 0;
    const readers = Array.from({ length: 4 }, async (_, reader) => {
      for (let index = reader; rotating; index += 4) {
        await expectReadable(ids[(index * 7) % ids.length] as string, reads);
        reads += 1;
      }
    });
    const reading = Promise.all(readers);

    try {
      let left = ROWS;
      for (const kill of KILLS) {
        const killed = await runAdmin(['rotate-key'], { ...environments.both, NODE_OPTIONS: killItself(kill) });
        expect(killed).toMatchObject({ code: null, stdout: '' });
        const counts = await rowsByKey();
        const stillOld = counts.get(oldId) ?? 0;
        // In the middle: there is more to do.
        expect(stillOld).toBeGreaterThan(0);
        expect(stillOld).toBeLessThanOrEqual(left - kill.moved);
        expect(stillOld + (counts.get(newId) ?? 0)).toBe(ROWS);
        expect(await registeredKeys()).toEqual([oldId, newId]);
        left = stillOld;
      }
      // While data is under both keys, neither alone will do.
      for (const alone of [environments.old, environments.new])
        expect(await runAdmin(['key', 'list'], alone)).toMatchObject({ code: 1, stdout: '' });
      const { code, stdout } = await runAdmin(['rotate-key'], environments.both);
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${left} moved to key ${newId}\nMASTER_KEY_PREVIOUS is no longer needed\n` });
    } finally {
      rotating = false;
    }
    await reading;
    expect(reads).toBeGreaterThan(100);

    expect(await rowsByKey()).toEqual(new Map([[newId, ROWS]]));
    expect(await registeredKeys()).toEqual([newId]);
    const keyring = createKeyring([Buffer.from(keys.new, 'base64')]);
    for (const table of ['webhook_deliveries', 'notification_queue']) {
      const told = await db.read(`SELECT public_id, title_sealed, data_key, master_key_id FROM ${table} WHERE title_sealed IS NOT NULL`);
      const titles = told.map((row) => [row.public_id, openTitle(keyring, String(row.public_id), row)]);
      expect(titles.sort()).toEqual([...contents].map(([publicId, content]) => [publicId, content.replace('content', 'title')]).sort());
    }
    expect(await runAdmin(['rotate-key'], environments.both)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 moved/) });
  });

  it('afterwards a process with the new key alone reads everything, and one with the old key refuses to start', async () => {
    await restart('new');
    const ids = [...contents.keys()];
    await inParallel(ids.length, (index) => expectReadable(ids[index] as string, index));
    await Promise.all(['dist/web.js', 'dist/worker.js'].map((program) => expectRefused(program, environments.old)));
  });
});

describe.each(engines)('a rotation that cannot be finished on %s', (engine) => {
  it('moves all but the damaged row, says so, and keeps asking for the old key until that row is gone', async () => {
    const database = await createTestDatabase(engine);
    const old = testEnvironment(database);
    const both = { ...old, MASTER_KEY: newMasterKey(), MASTER_KEY_PREVIOUS: String(old.MASTER_KEY) };
    const alone = { ...both, MASTER_KEY_PREVIOUS: '' };
    let web = await startWeb(old);
    const db = await database.open();
    try {
      const [damaged, whole] = [await createPaste(web.url, { content: 'damaged' }), await createPaste(web.url, { content: 'whole' })];
      await db.write([{ sql: 'UPDATE pastes SET data_key = ? WHERE public_id = ?', params: [Buffer.alloc(60), damaged.publicId] }]);
      await web.kill();

      const first = await runAdmin(['rotate-key'], both);
      expect(first.code).toBe(1);
      expect(first.stdout).toMatch(/^1 moved to key [0-9a-f]{16}\n1 rows are damaged/);
      const refused = await runAdmin(['key', 'list'], alone);
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('MASTER_KEY') });

      await db.write([{ sql: 'DELETE FROM pastes WHERE public_id = ?', params: [damaged.publicId] }]);
      expect((await runAdmin(['rotate-key'], both)).code).toBe(0);
      web = await startWeb(alone);
      expect((await readPaste(web.url, whole.publicId)).body.content).toBe('whole');
    } finally {
      await web.kill();
      await db.close();
      await database.drop();
    }
  });
});

/** Options under which Node loads, before the program itself, what ends it with SIGKILL on the way. */
function killItself({ moved, turns }: (typeof KILLS)[number]): string {
  const code = `
    const { write } = process.stderr;
    const killIn = (turns) => (turns === 0 ? process.kill(process.pid, 'SIGKILL') : setImmediate(killIn, turns - 1));
    process.stderr.write = function (text, ...rest) {
      if (String(text).includes('\\r${moved} moved')) killIn(${turns});
      return write.call(this, text, ...rest);
    };`;
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
}
