import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupFolderOf, loadConfig } from '../../config/config';
import { startFakeStore } from '../../testing/fake-store';
import { checkBackupFolder, checkVariables, checkWebhookTargets } from './doctor-settings';

const configOf = (environment: Record<string, string>) => loadConfig({ MASTER_KEY: 'a1'.repeat(32), ...environment } as never);

it('the doctor warns of a .env that others can read', () => {
  const rootDir = mkdtempSync(join(tmpdir(), 'sealpaste-doctor-'));
  try {
    writeFileSync(join(rootDir, '.env'), 'PORT=3000\n', { mode: 0o644 });
    const config = { ...configOf({}), rootDir };
    expect(checkVariables(config)).toEqual({ warning: expect.stringContaining('.env has mode 644') });
    chmodSync(join(rootDir, '.env'), 0o600);
    expect(checkVariables(config)).toBe('no variable is misspelt');
  } finally {
    rmSync(rootDir, { recursive: true });
  }
});

it('the doctor warns of a misspelt variable', () => {
  expect(checkVariables(configOf({}))).toBe('no variable is misspelt');
  expect(checkVariables(configOf({ ANONYMUS_CREATE: 'off', WORKER_X: '1' }))).toEqual({
    warning: expect.stringMatching(/^ANONYMUS_CREATE: .*; WORKER_X: /),
  });
});

it('the doctor warns of webhooks into the own network in production alone', () => {
  const isOn = { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' };
  expect(checkWebhookTargets(configOf({}))).toMatch(/public/);
  expect(checkWebhookTargets(configOf({ WEBHOOK_ALLOW: 'ntfy.lan,10.0.0.5:8065' }))).toMatch(/public.*2 of your own/);
  expect(checkWebhookTargets(configOf({ ...isOn, NODE_ENV: 'development' }))).toMatch(/WEBHOOK_ALLOW_INSECURE_TARGETS/);
  expect(checkWebhookTargets(configOf(isOn))).toEqual({ warning: expect.stringMatching(/WEBHOOK_ALLOW_INSECURE_TARGETS.*remove/) });
});

it('a folder where the worker can make no backup fails; without backups it warns', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-doctor-'));
  try {
    writeFileSync(join(folder, 'file'), '');
    const look = (name: string, hours: string) =>
      checkBackupFolder(configOf({ BACKUP_FOLDER: join(folder, name), BACKUP_INTERVAL_HOURS: hours }));
    expect(await look('', '24')).toBe(`${join(folder, '')} can be written to`);
    expect(await look('not/yet/there', '24')).toMatch(/can be written to$/);
    const problem = /^BACKUP_FOLDER: .*file\/below can't be written to \(ENOTDIR\)$/;
    await expect(look('file/below', '24')).rejects.toThrow(problem);
    expect(await look('file/below', '0')).toEqual({ warning: expect.stringMatching(problem) });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.runIf(process.platform === 'linux')('a folder in which even root can write nothing is named', async () => {
  const folder = { BACKUP_FOLDER: '/proc/backups', BACKUP_INTERVAL_HOURS: '24' };
  await expect(checkBackupFolder(configOf(folder))).rejects.toThrow(/^BACKUP_FOLDER: \/proc\/backups can't be written to \(E\w+\)$/);
});

it('the doctor writes to a bucket of backups and names the latest', async () => {
  const fake = await startFakeStore();
  try {
    const { CONTENT_STORE, CONTENT_STORE_KEY_ID, CONTENT_STORE_SECRET } = fake.variables;
    const bucket = { BACKUP_FOLDER: CONTENT_STORE, BACKUP_STORE_KEY_ID: CONTENT_STORE_KEY_ID, BACKUP_INTERVAL_HOURS: '24' };
    const look = (more: Record<string, string>) => checkBackupFolder(configOf({ ...bucket, ...more }));
    expect(await look({ BACKUP_STORE_SECRET: CONTENT_STORE_SECRET })).toMatch(/takes, returns and removes.* no scheduled backup$/);
    for (const day of [1, 2]) fake.objects.set(`sealpaste-2026010${day}T000000Z.backup`, Buffer.from('x'));
    expect(await look({ BACKUP_STORE_SECRET: CONTENT_STORE_SECRET })).toMatch(/has 2 scheduled backups, the latest sealpaste-20260102/);
    expect(fake.objects.size).toBe(2);
    await expect(look({ BACKUP_STORE_SECRET: 'wrong' })).rejects.toThrow(/^BACKUP_FOLDER: .*403 SignatureDoesNotMatch$/);
    expect(await look({ BACKUP_STORE_SECRET: 'wrong', BACKUP_INTERVAL_HOURS: '0' })).toEqual({
      warning: expect.stringMatching(/^BACKUP_FOLDER: /),
    });
    expect(() => configOf(bucket)).toThrow('BACKUP_STORE_KEY_ID and BACKUP_STORE_SECRET are required');
    expect(() => configOf({ BACKUP_FOLDER: 's3://backups/folder' })).toThrow('BACKUP_FOLDER: expected s3://BUCKET');
    expect(backupFolderOf(configOf({ ...fake.variables, BACKUP_FOLDER: 's3://backups' }))).toMatchObject({
      keyId: CONTENT_STORE_KEY_ID,
      address: { bucket: 'backups' },
    });
  } finally {
    await fake.close();
  }
});
