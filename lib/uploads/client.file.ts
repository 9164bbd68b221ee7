/** The built command-line client, which every instance serves. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../encoding/sha256';

let loaded: ReturnType<typeof read> | undefined;

/** Read once a process. @param rootDir the project's folder @throws when there is no build */
export function loadClientFile(rootDir: string): ReturnType<typeof read> {
  loaded ??= read(join(rootDir, 'dist/cli/sealpaste.mjs')).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** @returns `sha256` in lower-case hexadecimal */
async function read(path: string) {
  const bytes = await readFile(path);
  return { bytes, sha256: sha256(bytes).toString('hex') };
}
