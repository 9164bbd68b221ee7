// @ts-check
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from './source-hash.mjs';

/**
 * Writes a file of dist/ at one go, unless it has the content already: a process that starts meanwhile reads no half of one.
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
