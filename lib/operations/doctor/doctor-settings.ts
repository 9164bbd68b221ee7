/** The doctor's checks of settings that are valid and yet may be wrong. */
import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backupFolderOf, type Config } from '../../config/config';
import { within } from '../../http/within';
import { StoreUnavailableError } from '../../store/store.errors';
import type { StoreSettings } from '../../store/store-calls';
import { isScheduled } from '../backup/backup-place';
import { describeError, type Finding, NETWORK_TIMEOUT_MS } from './doctor-servers';

export function checkVariables({ misspelt, rootDir }: Config): Finding {
  const mode = (statSync(join(rootDir, '.env'), { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  const readable = mode & 0o077 ? [`.env has mode ${mode.toString(8)}: other users of this machine read its secrets (chmod 600 .env)`] : [];
  const warnings = [...misspelt, ...readable];
  return warnings.length === 0 ? 'no variable is misspelt' : { warning: warnings.join('; ') };
}

export function checkWebhookTargets({ WEBHOOK_ALLOW_INSECURE_TARGETS: isInsecure, WEBHOOK_ALLOW: allow = [], NODE_ENV }: Config): Finding {
  if (!isInsecure && allow.length > 0) return `webhooks lead to public addresses, and to ${allow.length} of your own`;
  if (!isInsecure) return 'webhooks lead to public addresses only';
  const message = 'WEBHOOK_ALLOW_INSECURE_TARGETS=true lets every user send requests into your network';
  return NODE_ENV === 'production' ? { warning: `${message}: remove it` } : message;
}

/** @throws Error when the worker is to make backups where none can be written */
export async function checkBackupFolder(config: Config): Promise<Finding> {
  const folder = backupFolderOf(config);
  try {
    return typeof folder === 'string' ? checkFolder(folder) : await checkBucket(folder);
  } catch (error) {
    const message = `BACKUP_FOLDER: ${describeError(error)}`;
    if (config.BACKUP_INTERVAL_HOURS > 0) throw new Error(message);
    return { warning: message };
  }
}

function checkFolder(folder: string): string {
  const problem = problemOf(folder);
  if (problem !== null) throw new Error(`${folder} can't be written to (${problem})`);
  return `${folder} can be written to`;
}

/** Writes, reads and removes an object, and looks which backups are there. */
async function checkBucket(settings: StoreSettings): Promise<string> {
  const [{ createLargeObjects }, { probeStore }] = await Promise.all([
    import('../../store/large-objects'),
    import('../../store/object-store'),
  ]);
  const objects = createLargeObjects(settings);
  const look = async () => {
    await probeStore(objects, '');
    const names: string[] = [];
    for await (const name of objects.list('sealpaste-')) names.push(name);
    return names.filter(isScheduled);
  };
  const names = await within(NETWORK_TIMEOUT_MS, look()).catch((error: Error) => {
    throw error instanceof StoreUnavailableError ? error.cause : error;
  });
  const has = names.length === 0 ? 'has no scheduled backup' : `has ${names.length} scheduled backups, the latest ${names.at(-1)}`;
  return `the bucket ${settings.address.bucket} takes, returns and removes objects, and ${has}`;
}

/**
 * Makes and removes a folder in this one, or in the nearest one above, where this one would be made. The system's word isn't
 * enough: it tells root that all may be written.
 */
function problemOf(folder: string): string | null {
  if (!existsSync(folder) && dirname(folder) !== folder) return problemOf(dirname(folder));
  if (!statSync(folder).isDirectory()) return 'ENOTDIR';
  try {
    rmdirSync(mkdtempSync(join(folder, '.sealpaste-doctor-')));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
}
