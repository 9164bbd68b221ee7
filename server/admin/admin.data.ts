/** Backup and move. None of these starts the services: a database that isn't there yet is not made. */
import { resolve } from 'node:path';
import type { Command } from 'commander';

import { loadConfig, masterKeysOf } from '#lib/config/config';
import { loadArchive } from '#lib/operations/archive/archive.load';
import { writeArchive } from '#lib/operations/archive/archive.write';
import { noteBackupByHand } from '#lib/operations/backup/backup.note';
import { backUp, backupName, restore } from '#lib/operations/backup/backup.service';
import { createKeyring } from '#lib/vault/keyring';
import { addCommand, answer, note, progressBar } from './admin.output';

interface Options {
  json?: boolean;
  keepBurnPastes?: boolean;
}

const BURN_NOTE = 'burn pastes were left out, for they may have been read since (--keep-burn-pastes takes them too)';
const KEYS_NOTE = 'API keys that work, as when the backup was made; those revoked since are among them (`key list`, `key revoke`):';

export function addDataCommands(program: Command): void {
  addCommand(program, 'backup', 'write a backup, while the service runs')
    .argument('[file]', 'a new file; by default one named after the time in BACKUP_FOLDER')
    .action(async (file: string | undefined, { json }: Options) => {
      const source = readSource();
      const target = file ?? `${source.config.BACKUP_FOLDER}/${backupName(source, new Date())}`;
      const bar = progressBar('backup');
      const backup = await backUp(source, resolve(source.rootDir, target), { onProgress: bar.show });
      await noteBackupByHand(source, backup.bytes).catch(() => note('It could not be noted in the database: `doctor` counts it as none.'));
      answer(json, backup, () => [`${backup.file}\t${backup.bytes} bytes`]);
      note('It opens only with its MASTER_KEY: keep that elsewhere, too.');
    });

  addCommand(program, 'restore', 'check a backup and put it where DATABASE_URL says and nothing is yet')
    .argument('<file>', 'the backup')
    .option('--keep-burn-pastes', 'also those that are to be read once, though they may have been read since')
    .action(async (file: string, { json, keepBurnPastes = false }: Options) => {
      const { config, url, rootDir } = readSource();
      const bar = progressBar('restore');
      const options = { url, rootDir, keyring: createKeyring(masterKeysOf(config)), keepBurnPastes, onProgress: bar.show };
      const result = await restore(resolve(file), options);
      answer(json, result, () => ['restored']);
      if (result.burnPastes > 0) note(`${result.burnPastes} ${BURN_NOTE}`);
      if (result.activeKeys > 0) note(`${KEYS_NOTE} ${result.activeKeys}`);
    });

  addCommand(
    program,
    'export',
    'write everything to a file that either engine can import; stop the service first, or what comes later is not in it',
  )
    .argument('<file>', 'a new file')
    .action(async (file: string, { json }: Options) => {
      const bar = progressBar('export');
      const rows = await writeArchive(readSource(), resolve(file), { onProgress: bar.show });
      bar.end();
      answer(json, { file, rows }, () => [`${rows} rows`]);
    });

  addCommand(program, 'import', 'check an export and load it into the empty database of DATABASE_URL; may be stopped and run again')
    .argument('<file>', 'what `export` wrote')
    .action(async (file: string, { json }: Options) => {
      const { config, url, rootDir } = readSource();
      const bar = progressBar('import');
      const { rows } = await loadArchive(resolve(file), {
        url,
        rootDir,
        keyring: createKeyring(masterKeysOf(config)),
        keepBurnPastes: true,
        onProgress: bar.show,
      });
      bar.end();
      answer(json, { rows }, () => [`${rows} rows, each read back and compared`]);
    });
}

function readSource() {
  const config = loadConfig();
  return { config, url: config.DATABASE_URL, rootDir: config.rootDir };
}
