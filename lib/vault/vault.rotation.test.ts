/** Moving every data key to another master key: while others write, in any number of tries, with damage among it. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/database';
import { TABLES } from '../db/tables';
import { createTestDatabase, engines, type TestDatabase } from '../db/testing/test-database';
import { createKeyring, type Keyring, UnknownMasterKeyError } from './keyring';
import { createDataKey, unwrapDataKey } from './vault';
import { checkMasterKeys } from './vault.check';
import { rotateMasterKey } from './vault.rotation';

const [OLD_SECRET, NEW_SECRET] = [randomBytes(32), randomBytes(32)];
const OLD = createKeyring([OLD_SECRET]);
const NEW = createKeyring([NEW_SECRET]);
const BOTH = createKeyring([NEW_SECRET, OLD_SECRET]);
/** More than one batch of 200. */
const PASTES = 450;

describe.each(engines)('rotating the master key on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    db = await database.open();
  });
  beforeEach(async () => {
    await db.write(TABLES.toReversed().map(({ name }) => ({ sql: `DELETE FROM ${name}`, params: [] })));
    await checkMasterKeys(db, OLD);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  /** Data keys by the row that they belong to. */
  const keys = new Map<string, Buffer>();

  function newKey(row: string, keyring: Keyring) {
    const { key, wrapped } = createDataKey(keyring, row);
    keys.set(row, key);
    return [wrapped.dataKey, wrapped.masterKeyId] as const;
  }

  const paste = (publicId: string, keyring = OLD) => ({
    sql: `INSERT INTO pastes (public_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at)
      VALUES (?, '', FALSE, FALSE, 1, 1, ?, ?, 0)`,
    params: [publicId, ...newKey(publicId, keyring)],
  });
  const storePastes = (count = PASTES) => db.write(Array.from({ length: count }, (_, index) => paste(`paste${index}`)));
  const masterKeys = async () => (await db.read('SELECT id FROM master_keys')).map(({ id }) => id);
  const movedPastes = async () => (await db.read('SELECT 1 AS one FROM pastes WHERE master_key_id = ?', [NEW.current.id])).length;

  /** Opens the data key of every paste. */
  async function readAll(keyring: Keyring): Promise<number> {
    const rows = await db.read('SELECT public_id, data_key, master_key_id FROM pastes');
    for (const row of rows) {
      const publicId = String(row.public_id);
      const wrapped = { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) };
      expect(unwrapDataKey(keyring, publicId, wrapped).equals(keys.get(publicId) ?? Buffer.alloc(0))).toBe(true);
    }
    return rows.length;
  }

  it('after a rotation of several batches the new key alone opens everything', async () => {
    await storePastes();
    expect(await rotateMasterKey(db, BOTH)).toEqual({ moved: PASTES, broken: 0 });
    expect(await readAll(NEW)).toBe(PASTES);
    expect(await masterKeys()).toEqual([]);
    await checkMasterKeys(db, NEW);
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('a rotation moves the keys of every table that has any', async () => {
    const withKeys = TABLES.filter(({ columns }) => 'data_key' in columns).map(({ name }) => name);
    await db.write([
      paste('paste'),
      { sql: "INSERT INTO users (name, created_at) VALUES ('anna', 0)", params: [] },
      {
        sql: `INSERT INTO webhook_endpoints (owner_id, url, on_created, on_deleted, on_expired, created_at, updated_at)
          SELECT id, 'https://hooks.example', TRUE, TRUE, TRUE, 0, 0 FROM users`,
        params: [],
      },
      {
        sql: `INSERT INTO webhook_secrets (id, endpoint_id, secret_sealed, data_key, master_key_id) SELECT 'secret', id, ?, ?, ? FROM webhook_endpoints`,
        params: [Buffer.alloc(1), ...newKey('secret', OLD)],
      },
      {
        sql: `INSERT INTO webhook_deliveries (id, endpoint_id, event, status, public_id, syntax, is_e2ee, burn_after_read, data_key, master_key_id, paste_created_at, created_at)
          SELECT 'delivery', id, 'paste.created', 'pending', 'told', '', FALSE, FALSE, ?, ?, 0, 0 FROM webhook_endpoints`,
        params: newKey('told', OLD),
      },
      { sql: "INSERT INTO messenger_chats (chat_id, title, created_at) VALUES ('1', '', 0)", params: [] },
      {
        sql: `INSERT INTO notification_queue (id, chat_ref, kind, status, public_id, data_key, master_key_id, created_at)
          SELECT 'message', id, 'paste.created', 'pending', 'told too', ?, ?, 0 FROM messenger_chats`,
        params: newKey('told too', OLD),
      },
    ]);
    expect(await rotateMasterKey(db, BOTH)).toEqual({ moved: withKeys.length, broken: 0 });
    for (const table of withKeys) {
      const column = table === 'webhook_secrets' ? 'id' : 'public_id';
      const [row] = await db.read(`SELECT ${column} AS row_name, data_key, master_key_id FROM ${table}`);
      const wrapped = { dataKey: row?.data_key as Uint8Array, masterKeyId: String(row?.master_key_id) };
      const key = unwrapDataKey(NEW, String(row?.row_name), wrapped);
      expect(key.equals(keys.get(String(row?.row_name)) ?? Buffer.alloc(0))).toBe(true);
    }
  });

  it('a rotation cut off leaves everything readable, and goes on where it was', async () => {
    await storePastes();
    await checkMasterKeys(db, BOTH);
    const cut = new Error('killed');
    await expect(
      rotateMasterKey(db, BOTH, () => {
        throw cut;
      }),
    ).rejects.toBe(cut);
    expect(await movedPastes()).toBe(200);
    expect(await readAll(BOTH)).toBe(PASTES);
    expect((await masterKeys()).sort()).toEqual([OLD.current.id, NEW.current.id].sort());
    expect(await rotateMasterKey(db, BOTH)).toEqual({ moved: PASTES - 200, broken: 0 });
    expect(await readAll(NEW)).toBe(PASTES);
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('a rotation that is run again has nothing to do', async () => {
    await storePastes(3);
    await checkMasterKeys(db, BOTH);
    await rotateMasterKey(db, BOTH);
    expect(await rotateMasterKey(db, BOTH)).toEqual({ moved: 0, broken: 0 });
    expect(await readAll(NEW)).toBe(3);
  });

  it('a rotation tells how far it is after each batch', async () => {
    await storePastes();
    const told: number[] = [];
    await rotateMasterKey(db, BOTH, ({ moved }) => told.push(moved));
    expect(told).toEqual([200, 400, PASTES]);
  });

  it('everything stays readable with both keys at every moment of a rotation', async () => {
    await storePastes();
    const reads: Promise<number>[] = [];
    await rotateMasterKey(db, BOTH, () => reads.push(readAll(BOTH)));
    expect(await Promise.all(reads)).toEqual([PASTES, PASTES, PASTES]);
  });

  it('the old fingerprint stays while a process still writes under the old key', async () => {
    await storePastes(3);
    await checkMasterKeys(db, BOTH);
    const read: Database['read'] = async (sql, params) => {
      const rows = await db.read(sql, params);
      // Behind where the rotation is: it comes to it no more.
      if (/FROM pastes/.test(sql) && rows.length > 0) await db.write([paste('a late one', OLD)]);
      return rows;
    };
    await rotateMasterKey({ ...db, read }, BOTH);
    const [row] = await db.read('SELECT master_key_id FROM pastes WHERE public_id = ?', ['a late one']);
    expect(row?.master_key_id).toBe(OLD.current.id);
    expect(await masterKeys()).toContain(OLD.current.id);
    expect(await rotateMasterKey(db, BOTH)).toEqual({ moved: 1, broken: 0 });
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('two rotations at the same moment agree on every row', async () => {
    await storePastes();
    await checkMasterKeys(db, BOTH);
    await Promise.all([rotateMasterKey(db, BOTH), rotateMasterKey(db, BOTH)]);
    expect(await readAll(NEW)).toBe(PASTES);
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('a rotation overwrites no row that was moved since it was read', async () => {
    await storePastes(1);
    const THIRD_SECRET = randomBytes(32);
    const third = createKeyring([THIRD_SECRET]);
    const read: Database['read'] = async (sql, params) => {
      const rows = await db.read(sql, params);
      // After the rotation has read the row and before it writes, another one moves it.
      if (/FROM pastes/.test(sql) && rows.length > 0) {
        const [dataKey, masterKeyId] = newKey('paste0', third);
        await db.write([{ sql: 'UPDATE pastes SET data_key = ?, master_key_id = ?', params: [dataKey, masterKeyId] }]);
      }
      return rows;
    };
    await rotateMasterKey({ ...db, read }, BOTH);
    expect(await readAll(third)).toBe(1);
  });

  it('a row that does not open is left and counted, and keeps no other from moving', async () => {
    await storePastes();
    await checkMasterKeys(db, BOTH);
    const damaged = Buffer.alloc(60, 1);
    await db.write([{ sql: 'UPDATE pastes SET data_key = ? WHERE public_id = ?', params: [damaged, 'paste200'] }]);
    expect(await rotateMasterKey(db, BOTH)).toEqual({ moved: PASTES - 1, broken: 1 });
    const [row] = await db.read('SELECT data_key, master_key_id FROM pastes WHERE public_id = ?', ['paste200']);
    expect(damaged.equals(row?.data_key as Uint8Array)).toBe(true);
    expect(row?.master_key_id).toBe(OLD.current.id);
    expect((await masterKeys()).sort()).toEqual([OLD.current.id, NEW.current.id].sort());
  });

  it('a rotation without the old key moves nothing and says so', async () => {
    await storePastes(3);
    await expect(rotateMasterKey(db, NEW)).rejects.toThrow(UnknownMasterKeyError);
    expect(await movedPastes()).toBe(0);
    expect(await readAll(OLD)).toBe(3);
  });
});
