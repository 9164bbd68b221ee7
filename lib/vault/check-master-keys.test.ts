/** A process starts only with the master keys that the database's data is encrypted under. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/database';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { checkMasterKeys } from './check-master-keys';
import { createKeyring, UnknownMasterKeyError } from './keyring';

const MISMATCH = /^MASTER_KEY: this database holds pastes under the key with fingerprint /;
const [OLD, NEW] = [randomBytes(32), randomBytes(32)];

describe.each(engines)('the master key check on %s', (engine) => {
  let db: Database;

  useDatabase(engine, (opened) => (db = opened));
  beforeEach(() => db.write([{ sql: 'DELETE FROM master_keys', params: [] }]));
  const registered = async () => (await db.read('SELECT id FROM master_keys')).map(({ id }) => id).sort();
  const idsOf = (...secrets: Buffer[]) => secrets.map((secret) => createKeyring([secret]).current.id).sort();

  it('takes any key for a fresh database, and only that one from then on', async () => {
    await checkMasterKeys(db, createKeyring([OLD]));
    expect(await registered()).toEqual(idsOf(OLD));
    await checkMasterKeys(db, createKeyring([OLD]));
    expect(await registered()).toEqual(idsOf(OLD));
    await expect(checkMasterKeys(db, createKeyring([NEW]))).rejects.toThrow(MISMATCH);
  });

  it('only reads where the key is registered', async () => {
    await checkMasterKeys(db, createKeyring([OLD]));
    const write = () => Promise.reject(new Error('nothing is to be written'));
    await expect(checkMasterKeys({ ...db, write }, createKeyring([OLD]))).resolves.toBeUndefined();
  });

  it('refuses another key with both fingerprints and what to do, writing nothing', async () => {
    await checkMasterKeys(db, createKeyring([OLD]));
    const refusal = await checkMasterKeys(db, createKeyring([NEW])).catch((error: Error) => error.message);
    for (const part of [...idsOf(OLD, NEW), 'MASTER_KEY_PREVIOUS', 'rotate-key']) expect(refusal).toContain(part);
    for (const secret of [OLD, NEW]) for (const form of ['hex', 'base64'] as const) expect(refusal).not.toContain(secret.toString(form));
    expect(await registered()).toEqual(idsOf(OLD));
  });

  it('takes a new key beside the previous one, and registers it at once', async () => {
    await checkMasterKeys(db, createKeyring([OLD]));
    await checkMasterKeys(db, createKeyring([NEW, OLD]));
    expect(await registered()).toEqual(idsOf(OLD, NEW));
  });

  it('refuses either key alone while data may be under both', async () => {
    await checkMasterKeys(db, createKeyring([OLD]));
    await checkMasterKeys(db, createKeyring([NEW, OLD]));
    for (const secret of [OLD, NEW]) await expect(checkMasterKeys(db, createKeyring([secret]))).rejects.toThrow(MISMATCH);
  });

  it('of several processes that start at once takes them all', async () => {
    await Promise.all(Array.from({ length: 5 }, () => checkMasterKeys(db, createKeyring([OLD]))));
    expect(await registered()).toEqual(idsOf(OLD));
  });
});

describe('a keyring', () => {
  it('derives the same from a key for ever: what is stored opens with later versions', () => {
    const { current } = createKeyring([Buffer.alloc(32, 7)]);
    expect(current.id).toBe('2deb6dc271a124f8');
    expect(current.rowsKey.export().toString('hex')).toBe('e7563567247667389254f09dc62e7d65647f41ceb7464a0b97cf6b3ac5f5dbea');
    expect(current.pastesKey.export().toString('hex')).toBe(
      'b58691debb772a2b8032af5b4a1457caafe1f03e4fa37226729bc280afcacda9a1e230da9a6ebdb5a788d64d9f35a41f7f65be456a4af4b70bf35c3008c5946e',
    );
  });

  it('names the fingerprint of a key it does not have', () => {
    const { id } = createKeyring([OLD]).current;
    expect(() => createKeyring([NEW]).find(id)).toThrow(UnknownMasterKeyError);
    expect(() => createKeyring([NEW]).find(id)).toThrow(id);
  });
});
