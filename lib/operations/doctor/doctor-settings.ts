/** The doctor's checks of settings that are valid and yet may be wrong. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/config';
import type { Finding } from './finding';

export function checkVariables({ misspelt }: Config): Finding {
  return misspelt.length === 0 ? 'no variable is misspelt' : { warning: misspelt.join('; ') };
}

export function checkWebhookTargets({ WEBHOOK_ALLOW_INSECURE_TARGETS: isInsecure, WEBHOOK_ALLOW: allow = [], NODE_ENV }: Config): Finding {
  if (!isInsecure && allow.length > 0) return `webhooks lead to public addresses, and to ${allow.length} of your own`;
  if (!isInsecure) return 'webhooks lead to public addresses only';
  const message = 'WEBHOOK_ALLOW_INSECURE_TARGETS=true lets every user send requests into your network';
  return NODE_ENV === 'production' ? { warning: `${message}: remove it` } : message;
}

/** @throws Error when the worker is to make backups in a folder that can't be written to */
export function checkBackupFolder({ BACKUP_FOLDER, BACKUP_INTERVAL_HOURS, rootDir }: Config): Finding {
  const folder = resolve(rootDir, BACKUP_FOLDER);
  const problem = problemOf(folder);
  if (problem === null) return `${folder} can be written to`;
  const message = `BACKUP_FOLDER: ${folder} can't be written to (${problem})`;
  if (BACKUP_INTERVAL_HOURS > 0) throw new Error(message);
  return { warning: message };
}

/** Looks at the folder, or at the nearest one above it, in which it would be made. */
function problemOf(folder: string): string | null {
  if (!existsSync(folder) && dirname(folder) !== folder) return problemOf(dirname(folder));
  if (!statSync(folder).isDirectory()) return 'ENOTDIR';
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
}
