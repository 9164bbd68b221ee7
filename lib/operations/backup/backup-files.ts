/** Backups as files. One is called `*.partial` until it is complete, and is for its owner alone. */
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileExistsError, placeFile } from '../../db/place-file';
import { HOUR_MS } from '../../encoding/time.rules';
import { OperatorError } from '../../errors/operator-error';
import { BackupError } from './backup.errors';
import { type BackupPlace, oldOf, type ScheduledBackups } from './backup-place';

/** Bytes read at once. */
const PIECE_BYTES = 256 * 1024;
/** Bytes after which the file is flushed: a disk that must write gigabytes at once makes the service's commits wait. */
const FLUSH_BYTES = 1024 * 1024;
const LEFTOVER = /^sealpaste-\d{8}T\d{6}Z\.backup\.partial$/;
/** Time without a write after which nobody writes to a file any more. */
const LEFTOVER_AFTER_MS = HOUR_MS;

export function filePlace(file: string): BackupPlace {
  const partial = `${file}.partial`;
  const discardPartial = () => rmSync(partial, { force: true });
  return {
    label: file,

    async requireFree() {
      if (existsSync(file)) throw new FileExistsError(`${file} exists and is not overwritten`);
      makeFolder(dirname(file));
    },

    async write(bytes) {
      discardPartial();
      try {
        await writeFlushed(partial, bytes);
        placeFile(partial, file);
      } catch (error) {
        discardPartial();
        throw error;
      }
    },

    async *read() {
      if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
      yield* createReadStream(file, { highWaterMark: PIECE_BYTES });
    },

    bytes: async () => statSync(file).size,
    discardPartial,
  };
}

export function fileFolder(folder: string): ScheduledBackups {
  const names = () => (existsSync(folder) ? readdirSync(folder) : []);
  return {
    async prune(keep) {
      const old = oldOf(names(), keep);
      for (const name of old) rmSync(join(folder, name), { force: true });
      return old;
    },

    async removeLeftovers() {
      for (const path of names()
        .filter((name) => LEFTOVER.test(name))
        .map((name) => join(folder, name)))
        if (isOlderThan(path, LEFTOVER_AFTER_MS)) rmSync(path, { force: true });
    },
  };
}

export const isOlderThan = (path: string, ms: number) =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < Date.now() - ms;

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new OperatorError(`${folder} can't be made: ${(cause as Error).message}`, { cause });
  }
}

async function writeFlushed(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let unflushed = 0;
    for await (const piece of pieces) {
      await handle.writeFile(piece);
      unflushed += piece.length;
      if (unflushed < FLUSH_BYTES) continue;
      await handle.datasync();
      unflushed = 0;
    }
  } finally {
    await handle.close();
  }
}
