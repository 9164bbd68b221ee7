/** Backup, restore, export and import. They don't build the services, so they never create a database. */
import { resolve } from 'node:path';
import type { Command } from 'commander';

import { loadConfig, masterKeysOf } from '#lib/config/config';
import { loadArchive } from '#lib/operations/backup/archive-load';
import { writeArchive } from '#lib/operations/backup/archive-write';
import { backUp, backupName, noteBackupByHand, recordCopy, restore } from '#lib/operations/backup/backup.service';
import { createKeyring } from '#lib/vault/keyring';
import { addCommand, note, printResult, progressBar } from './admin-output';

interface Options {
  json?: boolean;
  keepBurnPastes?: boolean;
}

const BURN_NOTE = 'burn pastes were left out, because they may have been read since (--keep-burn-pastes restores them)';
const KEYS_NOTE = 'API keys work, including keys that were revoked after the backup (`key list`, `key revoke`):';

export function addDataCommands(program: Command): void {
  addCommand(program, 'backup', 'write a backup while the service runs')
    .argument('[file]', 'a new file (default: named by the time, in BACKUP_FOLDER)')
    .action(async (file: string | undefined, { json }: Options) => {
      const source = readSource();
      const target = file ?? `${source.config.BACKUP_FOLDER}/${backupName(source, new Date())}`;
      const bar = progressBar('backup');
      const backup = await backUp(source, resolve(source.rootDir, target), {
        onProgress: bar.show,
        onStart: () => recordTaken(source, 'backup.started', target),
      });
      await noteBackupByHand(source, backup.bytes).catch(() =>
        note('The backup could not be recorded in the database: `doctor` does not count it.'),
      );
      printResult(json, backup, () => [`${backup.file}\t${backup.bytes} bytes`]);
      note('The backup needs its MASTER_KEY: keep a copy of that in another place.');
    });

  addCommand(program, 'restore', 'check a backup and restore it to DATABASE_URL, which must be empty')
    .argument('<file>', 'the backup')
    .option('--keep-burn-pastes', 'also restore burn pastes, which may have been read since')
    .action(async (file: string, { json, keepBurnPastes = false }: Options) => {
      const options = { ...readTarget(), keepBurnPastes, onProgress: progressBar('restore').show };
      const result = await restore(resolve(file), options);
      printResult(json, result, () => ['restored']);
      if (result.burnPastes > 0) note(`${result.burnPastes} ${BURN_NOTE}`);
      if (result.activeKeys > 0) note(`${KEYS_NOTE} ${result.activeKeys}`);
    });

  addCommand(
    program,
    'export',
    'write all data to a file that either engine can import; stop the service first, or later changes are missing',
  )
    .argument('<file>', 'a new file')
    .action(async (file: string, { json }: Options) => {
      const source = readSource();
      const bar = progressBar('export');
      const rows = await writeArchive(source, resolve(file), {
        onProgress: bar.show,
        onStart: () => recordTaken(source, 'export.started', file),
      });
      bar.end();
      printResult(json, { file, rows }, () => [`${rows} rows`]);
    });

  addCommand(program, 'import', 'check an export and load it into the empty database of DATABASE_URL; can be stopped and run again')
    .argument('<file>', 'a file from `export`')
    .action(async (file: string, { json }: Options) => {
      const target = readTarget();
      const bar = progressBar('import');
      const { rows } = await loadArchive(resolve(file), { ...target, keepBurnPastes: true, onProgress: bar.show });
      bar.end();
      printResult(json, { rows }, () => [`${rows} rows, each read back and compared`]);
    });
}

/** Audits the copy before it is made, so that the copy has the row, too. When the database can't be written, prints a note. */
async function recordTaken(...copy: Parameters<typeof recordCopy>): Promise<void> {
  await recordCopy(...copy).catch(() => note('The audit does not tell of this: the database is read-only, older than the audit, or away.'));
}

function readSource() {
  const config = loadConfig();
  return { config, url: config.DATABASE_URL, rootDir: config.rootDir };
}

function readTarget() {
  const { config, url, rootDir } = readSource();
  return { url, rootDir, keyring: createKeyring(masterKeysOf(config)) };
}
