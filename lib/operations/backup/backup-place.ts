/** Where backups are: files in a folder, or objects in a bucket. */
import type { StoreSettings } from '../../store/store-calls';

/** The path of a file, or the name of an object in a bucket. */
export type BackupFile = string | { name: string; store: StoreSettings };
/** BACKUP_FOLDER */
export type BackupFolder = string | StoreSettings;

/**
 * One backup.
 *
 * Guarantees: a backup is there whole or not at all, whoever is killed, and takes the place of no other one.
 */
export interface BackupPlace {
  /** The path, or `s3://BUCKET/NAME`. */
  label: string;
  /** @throws FileExistsError */
  requireFree(): Promise<void>;
  /** @throws FileExistsError; what the bytes throw leaves nothing */
  write(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws BackupError when there is none */
  read(): AsyncIterable<Uint8Array>;
  bytes(): Promise<number>;
  /** Removes what a writer that was killed has left, as far as nobody else does that. */
  discardPartial(): void;
}

/** The scheduled backups of a folder. No other file or object is ever removed. */
export interface ScheduledBackups {
  /** Removes all but the newest ones. @returns the removed names */
  prune(keep: number): Promise<string[]>;
  /** Removes what killed backups left, before it fills the disk. */
  removeLeftovers(): Promise<void>;
}

/** Names of scheduled backups. No other file or object is ever removed. */
const SCHEDULED = /^sealpaste-\d{8}T\d{6}Z\.backup$/;

/** `sealpaste-20261120T125742Z.backup` */
export const backupName = (now: Date): string => `sealpaste-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

export const isScheduled = (name: string): boolean => SCHEDULED.test(name);

/** All scheduled backups of these names but the newest ones. */
export const oldOf = (names: readonly string[], keep: number): string[] => names.filter(isScheduled).sort().reverse().slice(keep);
