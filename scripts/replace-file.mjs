// @ts-check
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from './source-hash.mjs';

/**
 * Replaces a file of dist/ at once if its content differs, so that a process that starts meanwhile never reads half a file.
 * @param {string} path @param {Uint8Array} content @param {number} [mode]
 * @returns {Promise<boolean>} whether it had another content
 */
export async function replaceFile(path, content, mode) {
  const old = await readFile(path).catch(() => null);
  if (old?.equals(content)) return false;
  const unfinished = join(rootDir, `dist/unfinished-${process.pid}`);
  await writeFile(unfinished, content, { mode });
  await rename(unfinished, path);
  return true;
}
