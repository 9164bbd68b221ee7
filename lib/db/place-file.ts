import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../errors/operator-error';

/** A file with this name exists, and is not overwritten. */
export class FileExistsError extends OperatorError {
  override readonly name = 'FileExistsError';
}

/**
 * Gives a finished file its name. The name is durable when it returns; before that the file is there whole or not at all.
 * @throws FileExistsError when the name is taken; the partial file is left where it is
 */
export function placeFile(partial: string, target: string): void {
  flush(partial);
  try {
    // Unlike a rename, a link never overwrites.
    linkSync(partial, target);
    rmSync(partial);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || existsSync(target)) throw new FileExistsError(`${target} exists and is not overwritten`);
    // Some mounted file systems have no links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    renameSync(partial, target);
  }
  flush(dirname(target));
}

/** Replaces the file of that name by a finished one, atomically and durably. */
export function replaceFile(partial: string, target: string): void {
  flush(partial);
  renameSync(partial, target);
  flush(dirname(target));
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
