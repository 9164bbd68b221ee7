/** Backups of a database whose large contents are in an object store. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { openDatabase } from '../../db/engines/open-database';
import { NotFoundError } from '../../http/errors';
import { createPasteObjects } from '../../pastes/storage/paste-objects';
import { createObjectStore } from '../../store/object-store';
import { parseStoreAddress, type StoreAddress } from '../../store/store-address';
import { type FakeStore, startFakeStore } from '../../testing/fake-store';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { contentOf, pastesOn, store } from '../../testing/test-pastes';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { BackupError } from './backup-file';
import { createBackupKeys } from './backup-keys';
import { loadBackup } from './backup-load';
import { writeBackup } from './backup-write';

const rootDir = process.cwd();
const LARGE = randomBytes(500_000).toString('base64');

describe.each(engines)('a backup with an object store, rows on %s', (engine) => {
  const keyring = createKeyring([randomBytes(32)]);
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-contents-'));
  let fake: FakeStore;
  let source: TestDatabase;
  let target: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    [fake, source, target] = [await startFakeStore(), await createTestDatabase(engine), await createTestDatabase('sqlite')];
    db = await source.open();
    await checkMasterKeys(db, keyring);
  });
  afterAll(async () => {
    await db?.close();
    await source?.drop();
    await target?.drop();
    await fake?.close();
    rmSync(folder, { recursive: true });
  });

  it('holds every content, and is not made without its store', async () => {
    const { CONTENT_STORE_KEY_ID: keyId, CONTENT_STORE_SECRET: secret, CONTENT_STORE } = fake.variables;
    const settings = { address: parseStoreAddress(CONTENT_STORE) as StoreAddress, keyId, secret };
    const objects = createPasteObjects(db, createObjectStore(settings), 65_536);
    const { service } = pastesOn(db, keyring, [], { objects });
    const [small, large, gone] = [await store(service, 'small'), await store(service, LARGE), await store(service, LARGE)];
    const { recipient, identities } = await createBackupKeys(undefined, keyring);
    const write = (file: string) => writeBackup({ url: source.url, rootDir, store: settings }, join(folder, file), [recipient]);

    fake.state.fault = () => 'cut';
    await expect(write('without')).rejects.toThrow(BackupError);
    expect(existsSync(join(folder, 'without'))).toBe(false);

    let isOver = false;
    fake.state.fault = async (method) => {
      if (method !== 'GET' || isOver) return null;
      isOver = true;
      await service.removeAny(gone.publicId, 'operator');
      await objects.removeDue();
      return null;
    };
    await write('backup');
    expect([isOver, fake.objects.size]).toEqual([true, 3]);

    const options = { identities, masterKeyIds: [keyring.current.id], keepBurnPastes: true };
    await loadBackup(join(folder, 'backup'), { url: target.url, rootDir, ...options });
    const restored = await openDatabase({ url: target.url, rootDir });
    const there = pastesOn(restored, keyring, []).service;
    expect(await contentOf(await there.read(small.publicId))).toBe('small');
    expect(await contentOf(await there.read(large.publicId))).toBe(LARGE);
    await expect(there.read(gone.publicId)).rejects.toThrow(NotFoundError);
    await restored.close();
  });
});
