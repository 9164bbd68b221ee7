import { basename, resolve } from 'node:path';
import { fileFolder, filePlace } from './backup-files';
import { objectFolder, objectPlace } from './backup-objects';
import type { BackupFile, BackupFolder, BackupPlace, ScheduledBackups } from './backup-place';

export const placeOf = (file: BackupFile): BackupPlace => (typeof file === 'string' ? filePlace(file) : objectPlace(file.name, file.store));
export const scheduledIn = (folder: BackupFolder): ScheduledBackups =>
  typeof folder === 'string' ? fileFolder(folder) : objectFolder(folder);

export const fileIn = (folder: BackupFolder, name: string): BackupFile =>
  typeof folder === 'string' ? resolve(folder, name) : { name, store: folder };

export const nameOf = (file: BackupFile): string => (typeof file === 'string' ? basename(file) : file.name);
