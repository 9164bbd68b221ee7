// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../scripts/source-hash.mjs';

/** Copies the sources as they are, and the packages, into another folder, for a build of its own. @param {string} folder */
export function copyProject(folder) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: rootDir, encoding: 'utf8' });
  for (const file of list.split('\0')) if (file && existsSync(join(rootDir, file))) cpSync(join(rootDir, file), join(folder, file));
  // Turbopack refuses links to folders elsewhere, but takes hard links of files.
  execFileSync('cp', ['-al', join(rootDir, 'node_modules'), join(folder, 'node_modules')]);
}
