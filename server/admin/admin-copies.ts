/** Migrate, backup and restore. They don't build the services. Encryption of backups is loaded by the commands that need it. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { operatorEntry } from '#lib/audit/audit-recorder';
import { backupFolderOf, backupSourceOf, type Config, databaseOf, loadConfig, masterKeysOf } from '#lib/config/config';
import type { Database } from '#lib/db/database';
import { missingMigrations, openDatabase } from '#lib/db/engines/open-database';
import { OperatorError } from '#lib/errors/operator-error';
import { backUp } from '#lib/operations/backup/backup.service';
import { type BackupFile, backupName, fileIn, nameOf } from '#lib/operations/backup/backup-place';
import { noteVital } from '#lib/operations/metrics/vitals';
import { createKeyring } from '#lib/vault/keyring';
import { addCommand, fields, note, printResult, progressLines } from './admin-output';

interface Options {
  json?: boolean;
  check?: boolean;
  dryRun?: boolean;
  keepBurnPastes?: boolean;
}

const KINDS = {
  expand: 'expand: web and worker of the version before may run meanwhile',
  contract: 'contract: stop web and worker of the version before',
};
/** Cron mails whatever a backup says. */
const ONLY_ON_TERMINALS = { lineMs: Number.POSITIVE_INFINITY };
const BURN_NOTE = 'burn pastes were left out, because they may have been read since (--keep-burn-pastes restores them)';
const KEYS_NOTE = 'API keys work, including keys that were revoked after the backup (`key list`, `key revoke`):';

export function addDataCommands(program: Command): void {
  addCommand(program, 'migrate', 'make the database, or give it the schema of this version; no other command does')
    .option('--dry-run', 'only print what is missing, and whether processes of the version before may run meanwhile')
    .action(async ({ json, dryRun }: Options) => {
      const config = loadConfig();
      if (dryRun) {
        const missing = await missingMigrations(databaseOf(config));
        printResult(json, { missing }, () => missing.map(({ name, kind }) => `${name}\t${KINDS[kind]}`));
        return;
      }
      const db = await openDatabase({ ...databaseOf(config), migrates: true });
      const { migrations, knows: schema } = db;
      await db.close();
      printResult(json, { migrations, schema }, () => (migrations.length === 0 ? [`nothing to do: ${schema}`] : [...migrations]));
    });

  addCommand(program, 'backup', 'write a backup while the service runs')
    .argument('[file]', 'a new file, or s3://BUCKET/NAME in the bucket of BACKUP_FOLDER (default: named by the time, in BACKUP_FOLDER)')
    .action(async (file: string | undefined, { json }: Options) => {
      const { source, config, recipient } = await readKeys();
      const target = file === undefined ? fileIn(backupFolderOf(config), backupName(new Date())) : findBackup(file, config);
      /** Writes one row, for which the database may be read-only or away: the backup is valid all the same. */
      const tell = async (write: (db: Database) => Promise<unknown>, otherwise: string) => {
        try {
          const db = await openDatabase(databaseOf(config));
          await write(db).finally(() => db.close());
        } catch {
          note(otherwise);
        }
      };
      const progress = progressLines('rows written', ONLY_ON_TERMINALS);
      const backup = await backUp(source, target, {
        recipient,
        onProgress: progress.show,
        // The backup has the row, too.
        onStart: () => tell((db) => db.write([operatorEntry('backup.started', nameOf(target))]), 'The audit does not tell of this backup.'),
      });
      progress.end();
      await tell(
        (db) => noteVital(db, 'backup', String(backup.bytes)),
        'The backup could not be recorded in the database: `doctor` does not count it.',
      );
      printResult(json, backup, () => [`${backup.file}\t${backup.bytes} bytes`]);
      note(`The backup needs its MASTER_KEY${config.BACKUP_KEY ? ' and BACKUP_KEY' : ''}: keep a copy in another place.`);
    });

  addCommand(program, 'restore', 'check a backup and restore it to the empty database of DATABASE_URL; can be stopped and run again')
    .argument('<file>', 'the backup, of either engine, or s3://BUCKET/NAME in the bucket of BACKUP_FOLDER')
    .option('--check', 'only check it: read all of it, write nothing')
    .option('--keep-burn-pastes', 'also restore burn pastes, which may have been read since')
    .action(async (file: string, { json, check, keepBurnPastes = false }: Options) => {
      const { source, config, identities, masterKeyIds } = await readKeys();
      if (check) {
        const { checkBackup } = await import('#lib/operations/backup/backup-file');
        const { header } = await checkBackup(findBackup(file, config), { identities, masterKeyIds, rootDir: source.rootDir });
        const { createdAt, schema, rows } = header;
        printResult(json, { createdAt, schema, rows }, () => ['the backup is complete', ...fields({ createdAt, schema, rows })]);
        return;
      }
      const { loadBackup } = await import('#lib/operations/backup/backup-load');
      const progress = progressLines('rows restored', ONLY_ON_TERMINALS);
      const result = await loadBackup(findBackup(file, config), {
        ...source,
        identities,
        masterKeyIds,
        keepBurnPastes,
        onProgress: progress.show,
      });
      progress.end();
      printResult(json, result, () => [`${result.rows} rows restored, each read back and compared`]);
      if (result.burnPastes > 0) note(`${result.burnPastes} ${BURN_NOTE}`);
      if (result.activeKeys > 0) note(`${KEYS_NOTE} ${result.activeKeys}`);
    });
}

/** @throws OperatorError when the name of an object is in no bucket that is known */
function findBackup(file: string, config: Config): BackupFile {
  const [, bucket, name] = /^s3:\/\/([^/]*)\/?(.*)$/i.exec(file) ?? [];
  if (name === undefined) return resolve(file);
  const folder = backupFolderOf(config);
  if (typeof folder === 'string' || folder.address.bucket !== bucket)
    throw new OperatorError('BACKUP_FOLDER: set it to the address of the bucket that the backup is in, s3://BUCKET?endpoint=…');
  if (!/^[\w.-]+$/.test(name)) throw new OperatorError('expected s3://BUCKET/NAME, with letters, digits, dots and dashes in the name');
  return fileIn(folder, name);
}

async function readKeys() {
  const { createBackupKeys } = await import('#lib/operations/backup/backup-keys');
  const config = loadConfig();
  const keyring = createKeyring(masterKeysOf(config));
  return {
    config,
    source: backupSourceOf(config),
    masterKeyIds: keyring.all.map(({ id }) => id),
    ...(await createBackupKeys(config.BACKUP_KEY, keyring)),
  };
}
