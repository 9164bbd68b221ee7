import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropTemplate, TEMPLATES_VARIABLE } from '../../lib/testing/template-database';

/** Makes a folder for the migrated databases that tests copy, and removes it after the run. */
export default function setup(): (() => Promise<void>) | undefined {
  // Another project of the same run has made the folder.
  if (process.env[TEMPLATES_VARIABLE]) return;
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-templates-'));
  process.env[TEMPLATES_VARIABLE] = folder;
  return async () => {
    await dropTemplate(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
