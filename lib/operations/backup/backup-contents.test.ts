/** Backups of a database whose large contents are in an object store. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { openDatabase } from '../../db/engines/open-database';
import { FileExistsError } from '../../db/place-file';
import { NotFoundError } from '../../http/errors';
import { createPasteObjects } from '../../pastes/storage/paste-objects';
import { createObjectStore } from '../../store/object-store';
import { parseStoreAddress, type StoreAddress } from '../../store/store-address';
import type { StoreSettings } from '../../store/store-calls';
import { type FakeStore, startFakeStore } from '../../testing/fake-store';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { contentOf, store as create, pastesOn } from '../../testing/test-pastes';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { type BackUpOptions, backUp } from './backup.service';
import { checkBackup } from './backup-file';
import { createBackupKeys } from './backup-keys';
import { loadBackup } from './backup-load';
import { scheduledIn } from './backup-place';
import { writeBackup } from './backup-write';
import { BackupError } from './unfinished-load';

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
    const settings = settingsOf(fake);
    const objects = createPasteObjects(db, createObjectStore(settings), 65_536);
    const { service } = pastesOn(db, keyring, [], { objects });
    const [small, large, gone] = [await create(service, 'small'), await create(service, LARGE), await create(service, LARGE)];
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

  // Where it is written doesn't depend on where it comes from.
  it.runIf(engine === 'sqlite')('is an object of a bucket, proved and restored there, never half of one', async () => {
    const store = settingsOf(fake);
    const { recipient, identities } = await createBackupKeys(undefined, keyring);
    const masterKeyIds = [keyring.current.id];
    const make = (name: string, options: Partial<BackUpOptions> = {}) =>
      backUp({ url: source.url, rootDir, store }, { name, store }, { recipient, ...options });
    const backups = () => [...fake.objects.keys()].filter((name) => name.startsWith('sealpaste-'));
    const [first, second] = ['sealpaste-20260101T000000Z.backup', 'sealpaste-20260102T000000Z.backup'];
    const { publicId } = await create(pastesOn(db, keyring, []).service, LARGE);

    const stopping = new AbortController();
    fake.state.fault = (method) => {
      if (method === 'PUT') stopping.abort();
      return method === 'PUT' ? 'cut' : null;
    };
    await expect(make(first, { signal: stopping.signal })).rejects.toThrow(/abort/);
    fake.state.fault = () => null;
    expect(backups()).toEqual([]);
    for (const begunAt of ['2026-01-01T00:00:00.000Z', new Date().toISOString()])
      fake.uploads.set(begunAt, { name: first, begunAt, parts: new Map() });
    await scheduledIn(store).removeLeftovers();
    expect(fake.uploads.size).toBe(1);

    const made = await make(first, { check: { masterKeyIds } });
    expect(made).toEqual({ file: `s3://contents/${first}`, bytes: fake.objects.get(first)?.length });
    await expect(make(first)).rejects.toThrow(FileExistsError);
    const checked = await checkBackup({ name: first, store }, { identities, masterKeyIds, rootDir });
    expect(checked.header.rows).toBeGreaterThan(0);
    await expect(checkBackup({ name: second, store }, { identities, masterKeyIds, rootDir })).rejects.toThrow(
      `s3://contents/${second} does not exist`,
    );

    const elsewhere = await createTestDatabase('sqlite', { isMigrated: false });
    await loadBackup({ name: first, store }, { url: elsewhere.url, rootDir, identities, masterKeyIds, keepBurnPastes: true });
    const restored = await openDatabase({ url: elsewhere.url, rootDir });
    expect(await contentOf(await pastesOn(restored, keyring, []).service.read(publicId))).toBe(LARGE);
    await restored.close();
    await elsewhere.drop();

    fake.objects.set('sealpaste-mine.backup', Buffer.from('x'));
    fake.objects.set(second, Buffer.from('x'));
    expect(await scheduledIn(store).prune(1)).toEqual([first]);
    expect(backups()).toEqual(['sealpaste-mine.backup', second]);
    await expect(checkBackup({ name: second, store }, { identities, masterKeyIds, rootDir })).rejects.toThrow(BackupError);
    fake.state.fault = () => 403;
    await expect(make(first)).rejects.toThrow('BACKUP_FOLDER: the object store responded to HEAD with 403');
  });
});

function settingsOf({ variables }: FakeStore): StoreSettings {
  const { CONTENT_STORE_KEY_ID: keyId, CONTENT_STORE_SECRET: secret, CONTENT_STORE } = variables;
  return { address: parseStoreAddress(CONTENT_STORE) as StoreAddress, keyId, secret };
}
