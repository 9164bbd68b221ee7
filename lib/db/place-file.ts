import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../errors/operator.error';

/** A file of that name exists, and is not overwritten. */
export class FileExistsError extends OperatorError {
  override readonly name = 'FileExistsError';
}

/**
 * Gives a finished file its name: durable when it returns, whole or not there at any moment before.
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

/** Puts a finished file in the place of what has that name, at once and durably. */
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
