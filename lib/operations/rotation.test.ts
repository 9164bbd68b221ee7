/** Moving everything to another master key: while others write, in any number of tries, with damage among it. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditPlace } from '../audit/audit-recorder';
import type { Database } from '../db/database';
import { TABLES } from '../db/tables';
import { NO_OPTIONS } from '../pastes/paste-options.rules';
import { newRowId } from '../pastes/storage/paste-rows';
import { termsOf } from '../pastes/storage/paste-terms';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { checkMasterKeys } from '../vault/check-master-keys';
import { createKeyring, type Keyring, UnknownMasterKeyError } from '../vault/keyring';
import {
  answeredRequestPlace,
  createDataKey,
  currentLookup,
  openTitle,
  openValue,
  pasteIdPlace,
  pasteKeysOf,
  recipientPlace,
  requestLookups,
  sealTitle,
  sealValue,
  unwrapDataKey,
  type ValuePlace,
  wrapDataKey,
} from '../vault/vault';
import { type RotationResult, rotatedTables, rotateMasterKey } from './rotation';

const [OLD_SECRET, NEW_SECRET] = [randomBytes(32), randomBytes(32)];
const OLD = createKeyring([OLD_SECRET]);
const NEW = createKeyring([NEW_SECRET]);
const BOTH = createKeyring([NEW_SECRET, OLD_SECRET]);
/** Every other paste burns, for a recipient, and the others have a number of reads. */
const optionsFor = (id: string) =>
  /[13579]$/.test(id) ? { burnAfterRead: false, maxReads: 5, recipient: null } : { burnAfterRead: true, maxReads: null, recipient: '' };
const termsFor = (id: string) => termsOf({ ...NO_OPTIONS, ...optionsFor(id), readProof: null });
/** More than one batch of 200. */
const PASTES = 450;

describe.each(engines)('rotating the master key on %s', (engine) => {
  let db: Database;

  useDatabase(engine, (opened) => (db = opened));
  beforeEach(async () => {
    await db.write(TABLES.toReversed().map(({ name }) => ({ sql: `DELETE FROM ${name}`, params: [] })));
    await checkMasterKeys(db, OLD);
  });

  const rotate = (on: Database, keyring: Keyring, onProgress?: (result: RotationResult) => void) =>
    rotateMasterKey(on, keyring, rotatedTables(keyring), onProgress);

  /** Data keys of pastes. */
  const keys = new Map<string, Buffer>();

  /** A paste whose public id is that of its row, reversed, and whose title is its public id. */
  const publicIdOf = (id: string) => [...id].reverse().join('');
  function storedAs(id: string, keyring: Keyring) {
    const pasteKeys = pasteKeysOf(keyring, publicIdOf(id));
    const key = createDataKey();
    keys.set(id, key);
    const { dataKey, masterKeyId } = wrapDataKey(pasteKeys, termsFor(id), key);
    const idSealed = sealValue(keyring, pasteIdPlace(id), publicIdOf(id));
    const titleSealed = sealTitle(pasteKeys, publicIdOf(id));
    return { lookup: currentLookup(pasteKeys), idSealed, titleSealed, dataKey, masterKeyId };
  }

  const paste = (id: string, keyring = OLD) => {
    const { lookup, idSealed, titleSealed, dataKey, masterKeyId } = storedAs(id, keyring);
    const { burnAfterRead, maxReads, recipient } = optionsFor(id);
    const recipientSealed = recipient === null ? null : sealValue(keyring, recipientPlace(id), 'anna@example.org');
    return {
      sql: `INSERT INTO pastes (id, lookup, id_sealed, title_sealed, data_key, master_key_id, syntax, is_e2ee, burn_after_read, max_reads, content_bytes, chunk_count, created_at, recipient_sealed)
        VALUES (?, ?, ?, ?, ?, ?, '', FALSE, ?, ?, 1, 1, 0, ?)`,
      params: [id, lookup, idSealed, titleSealed, dataKey, masterKeyId, burnAfterRead, maxReads, recipientSealed],
    };
  };
  const storePastes = (count = PASTES) => db.write(Array.from({ length: count }, (_, index) => paste(`paste${index}`)));
  const masterKeys = async () => (await db.read('SELECT id FROM master_keys')).map(({ id }) => id);
  const movedPastes = async () => (await db.read('SELECT 1 AS one FROM pastes WHERE master_key_id = ?', [NEW.current.id])).length;

  /** Finds every paste by its public id, and opens all that it has. */
  async function readAll(keyring: Keyring): Promise<number> {
    const rows = await db.read('SELECT id, lookup, id_sealed, title_sealed, data_key, master_key_id FROM pastes');
    for (const row of rows) {
      const id = String(row.id);
      const pasteKeys = pasteKeysOf(keyring, publicIdOf(id));
      expect(pasteKeys.all.map(({ lookup }) => lookup)).toContain(row.lookup);
      expect(openValue(keyring, pasteIdPlace(id), row.id_sealed as Uint8Array)).toBe(publicIdOf(id));
      expect(openTitle(pasteKeys, row.title_sealed as Uint8Array)).toBe(publicIdOf(id));
      const wrapped = { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) };
      expect(unwrapDataKey(pasteKeys, termsFor(id), wrapped).equals(keys.get(id) ?? Buffer.alloc(0))).toBe(true);
    }
    return rows.length;
  }

  it('after a rotation of several batches the new key alone opens everything', async () => {
    await storePastes();
    expect(await rotate(db, BOTH)).toEqual({ moved: PASTES, broken: 0 });
    expect(await readAll(NEW)).toBe(PASTES);
    expect(await masterKeys()).toEqual([]);
    await checkMasterKeys(db, NEW);
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('a rotation moves everything that is sealed, in every table', async () => {
    const value = (place: ValuePlace) => sealValue(OLD, place, 'a value');
    const told = storedAs('told', OLD);
    await db.write([
      paste('paste'),
      { sql: "INSERT INTO users (name, created_at) VALUES ('anna', 0)", params: [] },
      {
        sql: 'INSERT INTO webhook_endpoints (owner_id, url_sealed, on_created, on_deleted, on_expired, created_at, updated_at) SELECT id, ?, TRUE, TRUE, TRUE, 0, 0 FROM users',
        params: [Buffer.alloc(0)],
      },
      {
        sql: "INSERT INTO webhook_secrets (id, endpoint_id, secret_sealed) SELECT 'secret', id, ? FROM webhook_endpoints",
        params: [value({ row: 'webhook-secret/secret', column: 'webhook-secret' })],
      },
      {
        sql: `INSERT INTO webhook_deliveries (id, endpoint_id, event, status, paste_id, id_sealed, title_sealed, response_sealed, request_id_sealed, syntax, is_e2ee, burn_after_read, paste_created_at, created_at)
          SELECT 'delivery', id, 'paste.created', 'pending', 'told', ?, ?, ?, ?, '', FALSE, FALSE, 0, 0 FROM webhook_endpoints`,
        params: [
          told.idSealed,
          told.titleSealed,
          value({ row: 'delivery/delivery', column: 'webhook-response' }),
          value(answeredRequestPlace('told')),
        ],
      },
      {
        sql: "INSERT INTO messenger_chats (chat_id, title_sealed, created_at) VALUES ('1', ?, 0)",
        params: [value({ row: 'messenger-chats', column: 'chat-title' })],
      },
      {
        sql: `INSERT INTO notification_queue (id, chat_ref, kind, status, paste_id, id_sealed, title_sealed, created_at)
          SELECT 'message', id, 'paste.created', 'pending', 'told', ?, ?, 0 FROM messenger_chats`,
        params: [told.idSealed, told.titleSealed],
      },
      {
        sql: `INSERT INTO notification_queue (id, chat_ref, kind, status, text_sealed, created_at)
          SELECT 'reply', id, 'reply', 'pending', ?, 0 FROM messenger_chats`,
        params: [value({ row: 'chat-reply/reply', column: 'chat-reply' })],
      },
      {
        sql: "INSERT INTO identities (id, user_id, label_sealed, created_at) SELECT 'identity', id, ?, 0 FROM users",
        params: [value({ row: 'identity/identity', column: 'identity-label' })],
      },
      {
        sql: "INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at) SELECT 'key', id, ?, ?, 0 FROM users",
        params: [Buffer.alloc(1), value({ row: 'api-key/key', column: 'key-name' })],
      },
      {
        sql: "INSERT INTO create_requests (id, answer_sealed, keep_until) VALUES ('request', ?, 0)",
        params: [value({ row: 'create-request/request', column: 'created-answer' })],
      },
      {
        sql: "INSERT INTO burn_receipts (id, lookup, id_sealed, created_at) VALUES ('told', ?, ?, 0)",
        params: [told.lookup, told.idSealed],
      },
      {
        sql: "INSERT INTO removed_pastes (id, lookup, id_sealed, removed_at, keep_until) VALUES ('told', ?, ?, 0, 1)",
        params: [told.lookup, told.idSealed],
      },
      {
        sql: "INSERT INTO audit (id, at, actor, action, details_sealed) VALUES ('entry', 0, 'operator', 'paste.held', ?)",
        params: [value(auditPlace('entry'))],
      },
      {
        sql: "INSERT INTO reports (id, reason, body_sealed, created_at) VALUES ('report', 'spam', ?, 0)",
        params: [value({ row: 'report/report', column: 'report' })],
      },
    ]);
    await db.write([
      {
        sql: `INSERT INTO secret_requests (id, lookup, id_sealed, details_sealed, burn_after_read, max_answers, ttl_ms, created_at, expires_at, keep_until)
          VALUES ('request', ?, ?, ?, TRUE, 1, 1, 0, 0, 0)`,
        params: [
          requestLookups(OLD, 'a value')[0] as string,
          value({ row: 'request/request', column: 'request-id' }),
          value({ row: 'request/request', column: 'request-details' }),
        ],
      },
      {
        sql: "INSERT INTO secret_answers (id, request_id, request_id_sealed, created_at) VALUES ('told', 'request', ?, 0)",
        params: [value(answeredRequestPlace('told'))],
      },
    ]);
    const [user] = await db.read('SELECT id FROM users');
    await db.write([
      {
        sql: `INSERT INTO mailboxes (owner_id, address_sealed, nonce, language, on_opened, on_answered, on_expiring, on_reports, on_worker, changed_at)
          SELECT id, ?, '', 'en', TRUE, TRUE, TRUE, TRUE, TRUE, 0 FROM users`,
        params: [value({ row: `mailbox-of/${user?.id}`, column: 'mail-address' })],
      },
      {
        sql: `INSERT INTO mails (id, mailbox_id, kind, status, paste_id, id_sealed, title_sealed, created_at)
          SELECT 'mail', id, 'opened', 'pending', 'told', ?, ?, 0 FROM mailboxes`,
        params: [told.idSealed, told.titleSealed],
      },
      {
        sql: 'UPDATE webhook_endpoints SET url_sealed = ?',
        params: [value({ row: `webhooks-of/${user?.id}`, column: 'webhook-url' })],
      },
    ]);
    const sealed = TABLES.flatMap(({ name, columns }) =>
      Object.keys(columns)
        .filter((column) => column.endsWith('_sealed'))
        .map((column) => ({ name, column })),
    );
    const fingerprints = async () => {
      const found = new Set<string>();
      for (const { name, column } of sealed) {
        // The rotation's own rows in the audit have nothing sealed.
        const rows = await db.read(`SELECT ${column} AS value FROM ${name} WHERE ${column} IS NOT NULL`);
        expect(rows, `${name}.${column}`).toHaveLength(1);
        found.add(Buffer.from(rows[0]?.value as Uint8Array).toString('hex', 0, 8));
      }
      return [...found];
    };
    expect(await fingerprints()).toEqual([OLD.current.id]);
    // Two rows are in the queue of messages: about a paste, and with a text of its own.
    expect(await rotate(db, BOTH)).toEqual({ moved: new Set(sealed.map(({ name }) => name)).size + 1, broken: 0 });
    expect(await fingerprints()).toEqual([NEW.current.id]);
    expect(await readAll(NEW)).toBe(1);
    const [receipt] = await db.read('SELECT lookup FROM burn_receipts');
    expect(receipt?.lookup).toBe(currentLookup(pasteKeysOf(NEW, publicIdOf('told'))));
    const [request] = await db.read('SELECT lookup FROM secret_requests');
    expect([request?.lookup]).toEqual(requestLookups(NEW, 'a value'));
    // And nothing that opened before opens no more.
    for (const table of rotatedTables(NEW))
      for (const row of await db.read(`SELECT * FROM ${table.table}`)) expect(() => table.rotate(row)).not.toThrow();
  });

  it('a rotation cut off leaves everything readable, and goes on where it was', async () => {
    await storePastes();
    await checkMasterKeys(db, BOTH);
    const cut = new Error('killed');
    await expect(
      rotate(db, BOTH, () => {
        throw cut;
      }),
    ).rejects.toBe(cut);
    expect(await movedPastes()).toBe(200);
    expect(await readAll(BOTH)).toBe(PASTES);
    expect((await masterKeys()).sort()).toEqual([OLD.current.id, NEW.current.id].sort());
    expect(await rotate(db, BOTH)).toEqual({ moved: PASTES - 200, broken: 0 });
    expect(await readAll(NEW)).toBe(PASTES);
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('a rotation that is run again has nothing to do', async () => {
    await storePastes(3);
    await checkMasterKeys(db, BOTH);
    await rotate(db, BOTH);
    expect(await rotate(db, BOTH)).toEqual({ moved: 0, broken: 0 });
    expect(await readAll(NEW)).toBe(3);
  });

  it('a rotation tells how far it is after each batch', async () => {
    await storePastes();
    const told: number[] = [];
    await rotate(db, BOTH, ({ moved }) => told.push(moved));
    expect(told).toEqual([200, 400, PASTES]);
  });

  it('everything stays readable with both keys at every moment of a rotation', async () => {
    await storePastes();
    const reads: Promise<number>[] = [];
    await rotate(db, BOTH, () => reads.push(readAll(BOTH)));
    expect(await Promise.all(reads)).toEqual([PASTES, PASTES, PASTES]);
  });

  it('the old fingerprint stays while a process still writes under the old key', async () => {
    await storePastes(3);
    await checkMasterKeys(db, BOTH);
    const readLong: Database['readLong'] = async (sql, params) => {
      const rows = await db.readLong(sql, params);
      // Behind where the rotation is: it comes to it no more.
      if (/FROM pastes .* ORDER BY id/.test(sql) && rows.length > 0) await db.write([paste('a late one', OLD)]);
      return rows;
    };
    await rotate({ ...db, readLong }, BOTH);
    const [row] = await db.read('SELECT master_key_id FROM pastes WHERE id = ?', ['a late one']);
    expect(row?.master_key_id).toBe(OLD.current.id);
    expect(await masterKeys()).toContain(OLD.current.id);
    expect(await rotate(db, BOTH)).toEqual({ moved: 1, broken: 0 });
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('the old fingerprint stays when a paste came after the last look at all of them', async () => {
    await storePastes(3);
    await checkMasterKeys(db, BOTH);
    const readLong: Database['readLong'] = async (sql, params) => {
      const rows = await db.readLong(sql, params);
      if (/^SELECT 1 AS found FROM pastes /.test(sql)) await db.write([paste(newRowId(Date.now()), OLD)]);
      return rows;
    };
    await rotate({ ...db, readLong }, BOTH);
    expect(await masterKeys()).toContain(OLD.current.id);
  });

  it('a row written under the old key after a rotation is moved by the next one', async () => {
    await storePastes(3);
    await rotate(db, BOTH);
    await db.write([paste('a late one', OLD)]);
    expect(await masterKeys()).not.toContain(OLD.current.id);
    expect(await rotate(db, BOTH)).toEqual({ moved: 1, broken: 0 });
    expect(await readAll(NEW)).toBe(4);
  });

  it('two rotations at the same moment agree on every row', async () => {
    await storePastes();
    await checkMasterKeys(db, BOTH);
    await Promise.all([rotate(db, BOTH), rotate(db, BOTH)]);
    expect(await readAll(NEW)).toBe(PASTES);
    expect(await masterKeys()).toEqual([NEW.current.id]);
  });

  it('a rotation overwrites no row that was moved since it was read', async () => {
    await storePastes(1);
    const THIRD_SECRET = randomBytes(32);
    const third = createKeyring([THIRD_SECRET]);
    const readLong: Database['readLong'] = async (sql, params) => {
      const rows = await db.readLong(sql, params);
      // After the rotation has read the row and before it writes, another one moves it.
      if (/FROM pastes .* ORDER BY id/.test(sql) && rows.length > 0) {
        const { lookup, idSealed, titleSealed, dataKey, masterKeyId } = storedAs('paste0', third);
        await db.write([
          {
            sql: 'UPDATE pastes SET lookup = ?, id_sealed = ?, title_sealed = ?, data_key = ?, master_key_id = ?',
            params: [lookup, idSealed, titleSealed, dataKey, masterKeyId],
          },
        ]);
      }
      return rows;
    };
    await rotate({ ...db, readLong }, BOTH);
    expect(await readAll(third)).toBe(1);
  });

  it('a row that does not open is left and counted, and keeps no other from moving', async () => {
    await storePastes();
    await checkMasterKeys(db, BOTH);
    const damaged = Buffer.alloc(60, 1);
    await db.write([{ sql: 'UPDATE pastes SET data_key = ? WHERE id = ?', params: [damaged, 'paste200'] }]);
    expect(await rotate(db, BOTH)).toEqual({ moved: PASTES - 1, broken: 1 });
    const [row] = await db.read('SELECT data_key, master_key_id FROM pastes WHERE id = ?', ['paste200']);
    expect(damaged.equals(row?.data_key as Uint8Array)).toBe(true);
    expect(row?.master_key_id).toBe(OLD.current.id);
    expect((await masterKeys()).sort()).toEqual([OLD.current.id, NEW.current.id].sort());
  });

  it('the old fingerprint stays while one value under it does not decrypt', async () => {
    await checkMasterKeys(db, BOTH);
    const damaged = sealValue(OLD, auditPlace('one'), 'details');
    damaged[damaged.length - 1] = (damaged.at(-1) as number) ^ 1;
    await db.write([
      {
        sql: "INSERT INTO audit (id, at, actor, action, details_sealed) VALUES ('one', 0, 'operator', 'user.created', ?)",
        params: [damaged],
      },
    ]);
    expect(await rotate(db, BOTH)).toEqual({ moved: 0, broken: 1 });
    expect(await masterKeys()).toContain(OLD.current.id);
  });

  it('a value with a damaged key name stops no other value from moving', async () => {
    await storePastes(3);
    const [row] = await db.read("SELECT title_sealed FROM pastes WHERE id = 'paste1'");
    const damaged = Buffer.from(row?.title_sealed as Uint8Array);
    damaged[0] = (damaged[0] as number) ^ 1;
    await db.write([{ sql: "UPDATE pastes SET title_sealed = ? WHERE id = 'paste1'", params: [damaged] }]);
    expect(await rotate(db, BOTH)).toEqual({ moved: 2, broken: 1 });
  });

  it('a rotation without the old key moves nothing and says so', async () => {
    await storePastes(3);
    await expect(rotate(db, NEW)).rejects.toThrow(UnknownMasterKeyError);
    expect(await movedPastes()).toBe(0);
    expect(await readAll(OLD)).toBe(3);
  });
});
