import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config/config';
import { checkBackupFolder, checkVariables, checkWebhookTargets } from './doctor-settings';

const configOf = (environment: Record<string, string>) => loadConfig({ MASTER_KEY: 'a1'.repeat(32), ...environment } as never);

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

it('a folder where the worker can make no backup fails; without backups it warns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-doctor-'));
  try {
    writeFileSync(join(folder, 'file'), '');
    const look = (name: string, hours: string) =>
      checkBackupFolder(configOf({ BACKUP_FOLDER: join(folder, name), BACKUP_INTERVAL_HOURS: hours }));
    expect(look('', '24')).toBe(`${join(folder, '')} can be written to`);
    expect(look('not/yet/there', '24')).toMatch(/can be written to$/);
    const problem = /^BACKUP_FOLDER: .*file\/below can't be written to \(ENOTDIR\)$/;
    expect(() => look('file/below', '24')).toThrow(problem);
    expect(look('file/below', '0')).toEqual({ warning: expect.stringMatching(problem) });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
