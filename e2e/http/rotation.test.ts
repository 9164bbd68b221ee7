/** Changes the master key while the service runs, and tests which programs start under which key. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Row } from '#lib/db/database';
import { TABLES } from '#lib/db/tables';
import { openIdAndTitle } from '#lib/outbox/event-paste';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { messageUpdate } from '#lib/testing/updates';
import { sealResponse } from '#lib/webhooks/webhook-rows';
import { createOwner } from '../support/accounts';
import { call, createPaste, createWebhook, type DeliveryBody, NOBODYS_URL, readPaste } from '../support/api';
import { type Environment, newMasterKey, run, runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { keyringOf, lookupOf } from '../support/rows';
import { processSettings } from '../support/settings';

const PASTES = 500;
/**
 * Number of rows encrypted under the key: pastes, each with one delivery and one chat message; an unread burn paste with these
 * and a receipt; the rest of a read one (a receipt, two deliveries, a message); the webhook and its secret; the chat; a key with
 * a name, and its row in the audit.
 */
const ROWS = 3 * PASTES + 4 + 4 + 2 + 1 + 1 + 1;
/** A run kills itself `turns` turns of its event loop after `moved` rows: among the pastes, the deliveries, the messages. */
const KILLS = [
  { moved: 200, turns: 0 },
  { moved: 200, turns: 1 },
  { moved: 400, turns: 3 },
  { moved: 400, turns: 1 },
];
const CLIENTS = 50;
/** Number of clients that read without a pause while the rows move. */
const READERS = 2;

describe.each(processSettings)('rotating the master key on $setting', ({ engine, processes, variables }) => {
  let database: TestDatabase;
  let db: Database;
  const keys = { old: newMasterKey(), new: newMasterKey() };
  let environments: Record<'old' | 'both' | 'new', Environment>;
  let webs: WebProcess[] = [];
  let owner: { 'X-Api-Key': string };
  let deliveries: string;
  /** Content of each paste. */
  const contents = new Map<string, string>();
  /** Public ids of burn pastes. */
  let burn: Record<'waiting' | 'burned', string>;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const environment = testEnvironment(database, { ...variables, MESSENGER_WEBHOOK_SECRET: 'secret' });
    environments = {
      old: { ...environment, MASTER_KEY: keys.old },
      both: { ...environment, MASTER_KEY: keys.new, MASTER_KEY_PREVIOUS: keys.old },
      new: { ...environment, MASTER_KEY: keys.new },
    };
    owner = await createOwner(database);
    await restart('old');
    const webhook = await createWebhook(urlOf(0), owner);
    deliveries = `/api/v1/webhooks/${webhook.id}/deliveries`;
    const { token } = (await call<{ token: string }>(`${urlOf(0)}/api/v1/messenger/tokens`, { method: 'POST', headers: owner })).body;
    await call(`${urlOf(0)}/api/v1/messenger/webhook`, {
      json: messageUpdate(`/link ${token}`),
      headers: { 'X-Telegram-Bot-Api-Secret-Token': 'secret' },
    });
    await inParallel(PASTES, async (index) => {
      const content = `content ${index}`;
      const { publicId } = await createPaste(urlOf(index), { content, title: `title ${index}` }, owner);
      contents.set(publicId, content);
    });
    const createBurn = async () => (await createPaste(urlOf(0), { content: 'burn', burnAfterRead: true }, owner)).publicId;
    burn = { waiting: await createBurn(), burned: await createBurn() };
    expect((await readPaste(urlOf(0), burn.burned)).body.content).toBe('burn');
    expect((await runAdmin(['key', 'create', '--user', 'anna', '--name', 'a laptop'], environments.old)).code).toBe(0);
    db = await database.open();
    // This stores a response of the delivery's receiver.
    const answered = String((await lastDelivery())?.id);
    const response = sealResponse(keyringOf(environments.old), answered, { body: 'an answer', error: null });
    await db.write([{ sql: 'UPDATE webhook_deliveries SET response_sealed = ? WHERE id = ?', params: [response, answered] }]);
    await restart('both');
  });

  afterAll(async () => {
    await Promise.all(webs.map((web) => web.kill()));
    await db?.close();
    await database?.drop();
  });

  const urlOf = (turn: number) => webs[turn % webs.length]?.url ?? '';

  const lastDelivery = async () =>
    (await call<{ deliveries: DeliveryBody[] }>(`${urlOf(0)}${deliveries}?limit=1`, { headers: owner })).body.deliveries[0];

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

  /** Number of rows under each of the two keys, whatever the column. */
  const rowsByKey = async () => {
    const ids = [environments.old, environments.new].map((environment) => keyringOf(environment).current.id);
    const counts = new Map<string, number>();
    for (const { name } of TABLES.filter((table) => table.name !== 'master_keys')) {
      for (const row of await db.read(`SELECT * FROM ${name}`)) {
        const under = ids.filter((id) => isUnder(row, id)).join(' and ');
        if (under !== '') counts.set(under, (counts.get(under) ?? 0) + 1);
      }
    }
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

  it('a rotation that is killed four times keeps each paste readable and moves all', async () => {
    const [oldId, newId] = (await registeredKeys()) as [string, string];
    expect(await rowsByKey()).toEqual(new Map([[oldId, ROWS]]));

    const ids = [...contents.keys()];
    let rotating = true;
    let reads = 0;
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      for (let index = reader; rotating; index += READERS) {
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
        // The run was killed in the middle, with rows left to move.
        expect(stillOld).toBeGreaterThan(0);
        expect(stillOld).toBeLessThanOrEqual(left - kill.moved);
        expect(stillOld + (counts.get(newId) ?? 0)).toBe(ROWS);
        expect(await registeredKeys()).toEqual([oldId, newId]);
        left = stillOld;
      }
      // Neither key alone is enough while there are rows under both.
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
    // The audit has each start, and once that the old key is gone.
    const told = await db.read(
      "SELECT action, object_id FROM audit WHERE action LIKE '%rotation%' OR action LIKE 'master-key%' ORDER BY at",
    );
    const started = { action: 'rotation.started', object_id: newId };
    expect(told).toEqual([...Array.from({ length: KILLS.length + 1 }, () => started), { action: 'master-key.retired', object_id: oldId }]);
    expect(await registeredKeys()).toEqual([newId]);
    const lookups = async (table: string) => (await db.read(`SELECT lookup FROM ${table}`)).map(({ lookup }) => lookup).sort();
    const lookupsOf = (publicIds: string[]) => publicIds.map((publicId) => lookupOf(environments.new, publicId)).sort();
    expect(await lookups('pastes')).toEqual(lookupsOf([...ids, burn.waiting]));
    expect(await lookups('burn_receipts')).toEqual(lookupsOf(Object.values(burn)));
    const titled = [...contents].map(([publicId, content]) => ({ publicId, title: content.replace('content', 'title') }));
    const untitled = Object.values(burn).map((publicId) => ({ publicId, title: '' }));
    for (const queue of ["webhook_deliveries WHERE event = 'paste.created'", 'notification_queue WHERE paste_id IS NOT NULL']) {
      const rows = await db.read(`SELECT paste_id, id_sealed, title_sealed FROM ${queue}`);
      const told = rows.map((row) => openIdAndTitle(keyringOf(environments.new), row));
      expect(told.sort(byPublicId)).toEqual([...titled, ...untitled].sort(byPublicId));
    }
    expect(await runAdmin(['rotate-key'], environments.both)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 moved/) });
  });

  it('after a rotation the new key alone reads everything, and the old one is refused', async () => {
    await restart('new');
    const ids = [...contents.keys()];
    await inParallel(ids.length, (index) => expectReadable(ids[index] as string, index));
    const get = async (path: string) => (await call<Record<string, object[]>>(`${urlOf(0)}/api/v1/${path}`, { headers: owner })).body;
    expect((await get('pastes?limit=1')).pastes).toMatchObject([{ publicId: burn.waiting }]);
    expect((await get('webhooks')).webhooks).toMatchObject([{ url: NOBODYS_URL }]);
    expect((await get('messenger/destinations')).destinations).toMatchObject([{ chatTitle: 'Anna Ahorn' }]);
    expect(await lastDelivery()).toMatchObject({ responseBody: 'an answer' });
    const stateOf = async (publicId: string) => (await get(`pastes/${publicId}/receipt`)).state;
    expect(await Promise.all(Object.values(burn).map(stateOf))).toEqual(['created', 'opened']);
    expect((await readPaste(urlOf(0), burn.waiting)).body.content).toBe('burn');
    expect((await runAdmin(['key', 'list'], environments.new)).stdout).toContain('a laptop');
    await Promise.all(['dist/web.js', 'dist/worker.js'].map((program) => expectRefused(program, environments.old)));
  });
});

/** Sealed values begin with their key's fingerprint; a column has that of the content's key. `object_id` in the audit names keys. */
function isUnder({ object_id: _, ...row }: Row, keyId: string): boolean {
  return Object.values(row).some((value) =>
    value instanceof Uint8Array ? Buffer.from(value.subarray(0, 8)).toString('hex') === keyId : value === keyId,
  );
}

const byPublicId = (a: { publicId: string }, b: { publicId: string }) => a.publicId.localeCompare(b.publicId);

/** Options by which Node first loads code that ends the program with SIGKILL on the way. */
function killItself({ moved, turns }: (typeof KILLS)[number]): string {
  const code = `
    const { write } = process.stderr;
    // Progress is told every five seconds: here with each batch.
    let now = 0;
    performance.now = () => (now += 10_000);
    const killIn = (turns) => (turns === 0 ? process.kill(process.pid, 'SIGKILL') : setImmediate(killIn, turns - 1));
    process.stderr.write = function (text, ...rest) {
      if (Number(/^(\\d+) rows moved/.exec(text)?.[1]) >= ${moved}) killIn(${turns});
      return write.call(this, text, ...rest);
    };`;
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
}
