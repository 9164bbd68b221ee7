/** The doctor's checks of this machine, and of settings that are valid and yet may be wrong. */
import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backupFolderOf, type Config } from '../../config/config';
import { sqliteFile } from '../../db/engines/open-database';
import { copiesBeside } from '../../db/engines/sqlite-migrations';
import { countAddresses } from '../../http/trusted-proxies';
import { within } from '../../http/within';
import { StoreUnavailableError } from '../../store/store.errors';
import type { StoreSettings } from '../../store/store-calls';
import { isScheduled } from '../backup/backup-place';
import { describeError, type Finding, type Look, NETWORK_TIMEOUT_MS } from './doctor-servers';

const DISK_WARN_BYTES = 1024 ** 3;
const DISK_FAIL_BYTES = 64 * 1024 ** 2;
/** Addresses of a network that may be the proxies' own; clients are to be expected in a larger one. */
const PROXIES_WARN = 256;
/** Hosts that mean all addresses of the machine. */
const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export function machineLooks(config: Config): Look[] {
  const file = sqliteFile(config.DATABASE_URL, config.rootDir);
  const disk: Look = ['disk', () => checkDisk(config)];
  if (file === null || !existsSync(file)) return [disk];
  return [disk, ['files', () => checkMode(file)], ['copies', () => checkCopies(file)]];
}

export const settingsLooks = (config: Config): Look[] => [
  ['backup-folder', () => checkBackupFolder(config)],
  ['variables', () => checkVariables(config)],
  ['webhooks', () => checkWebhookTargets(config)],
  ['proxy', () => checkProxy(config)],
];

function checkDisk(config: Config): Finding {
  const file = sqliteFile(config.DATABASE_URL, config.rootDir);
  const folder = file === null ? resolve(config.rootDir) : dirname(file);
  const { bavail, bsize } = statfsSync(existsSync(folder) ? folder : config.rootDir);
  const free = bavail * bsize;
  const message = `${(free / 1024 ** 3).toFixed(1)} GiB free in ${folder}`;
  if (free < DISK_FAIL_BYTES) throw new Error(message);
  if (file !== null && free < config.MIN_FREE_DISK_BYTES) throw new Error(`${message}, less than MIN_FREE_DISK_BYTES: creating gets 507`);
  return free < DISK_WARN_BYTES ? { warning: message } : message;
}

/** Warns of copies of the database from before an upgrade, which have pastes that were burned or deleted since. */
function checkCopies(file: string): Finding {
  const copies = copiesBeside(file);
  if (copies.length === 0) return 'no copy of the database from before an upgrade is left';
  return {
    warning: `${copies.join(', ')}: from before an upgrade, or left by a killed one (.partial); delete it when you need it no more`,
  };
}

/** New files are readable by their user alone, but a file from before keeps its mode. */
function checkMode(file: string): Finding {
  const mode = statSync(file).mode & 0o777;
  if (mode & 0o077) return { warning: `${file} has mode ${mode.toString(8)}: other users of this machine get at it (chmod 600)` };
  return `the database is its user's alone (mode ${mode.toString(8)})`;
}

/** Warns where clients may claim to be a proxy: with a number of proxies alone, or with a large network. */
function checkProxy({ TRUST_PROXY: { hops, networks }, HOST }: Config): Finding {
  if (hops === 0) return 'X-Forwarded-For is ignored';
  const name = "Name the proxies' own addresses, such as 10.0.0.5,10.0.0.6";
  if (networks === null) {
    const message = `TRUST_PROXY=${hops} believes X-Forwarded-For from whoever reaches the port`;
    if (!ALL_ADDRESSES.has(HOST)) return message;
    return {
      warning: `${message}, and HOST=${HOST} is every address of this machine: clients may choose their own address. ${name}, or listen on 127.0.0.1`,
    };
  }
  if (countAddresses(networks) <= PROXIES_WARN) return 'X-Forwarded-For is believed from the addresses in TRUST_PROXY';
  return {
    warning: `TRUST_PROXY has more than ${PROXIES_WARN} addresses: a client with one of them that reaches the port may choose its own address. ${name}`,
  };
}

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
    if (typeof folder !== 'string') return await checkBucket(folder);
    const problem = problemOf(folder);
    if (problem !== null) throw new Error(`${folder} can't be written to (${problem})`);
    return `${folder} can be written to`;
  } catch (error) {
    const message = `BACKUP_FOLDER: ${describeError(error)}`;
    if (config.BACKUP_INTERVAL_HOURS > 0) throw new Error(message);
    return { warning: message };
  }
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
