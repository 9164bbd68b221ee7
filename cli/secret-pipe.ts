/**
 * Gives a program a secret by the path of a named pipe.
 *
 * Guarantees: the value is on no disk, and reaches only who opens the pipe, which is in a folder of this user alone. Each reader
 * gets all of it, one after the other. A program killed meanwhile leaves an empty pipe behind, no value.
 */
import { spawnSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, EXIT } from './exit';
import type { Environment } from './places';

/** Node can't wait for a reader without a thread that nothing can stop. */
const POLL_MS = 20;

export function createSecretPipes(env: Environment) {
  let folder: string | null = null;
  let isOpen = true;
  const close = () => {
    isOpen = false;
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', close);

  async function serve(path: string, value: Uint8Array): Promise<void> {
    while (isOpen) {
      const reader = openForReader(path);
      if (reader === null) {
        await sleep(POLL_MS);
        continue;
      }
      // A new pipe for the next reader: the two would share one.
      rmSync(path, { force: true });
      makePipe(path);
      const socket = new Socket({ fd: reader, readable: false, writable: true });
      // A reader may leave before it has everything.
      socket.on('error', () => undefined);
      socket.end(value);
    }
  }
  return {
    /** @returns the path from which the value is read */
    add(name: string, value: Uint8Array): string {
      folder ??= mkdtempSync(join(env.XDG_RUNTIME_DIR || tmpdir(), 'sealpaste-'));
      const path = join(folder, name);
      makePipe(path);
      // The folder is gone when the program ends.
      void serve(path, value).catch(() => undefined);
      return path;
    },
    close,
  };
}

function makePipe(path: string): void {
  const { status } = spawnSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
  if (status !== 0) throw new CliError(EXIT.other, '--file needs a named pipe, and mkfifo could not make one here. Use --env');
}

/** @returns null while nobody reads */
function openForReader(path: string): number | null {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return null;
    throw error;
  }
}
