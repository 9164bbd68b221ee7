/** The command-line client as the build made it, which every instance hands out. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../encoding/sha256';

export interface ClientFile {
  bytes: Buffer;
  /** Lower-case hexadecimal. */
  sha256: string;
}

let loaded: Promise<ClientFile> | undefined;

/** Read once a process. @param rootDir the project's folder @throws when there is no build */
export function loadClientFile(rootDir: string): Promise<ClientFile> {
  loaded ??= read(join(rootDir, 'dist/cli/sealpaste.mjs')).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function read(path: string): Promise<ClientFile> {
  const bytes = await readFile(path);
  return { bytes, sha256: sha256(bytes).toString('hex') };
}
