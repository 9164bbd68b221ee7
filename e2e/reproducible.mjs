#!/usr/bin/env node
// @ts-check
/**
 * `npm run test:reproducible`: builds a copy of the sources in another folder, with another time zone, language, home and secrets, a
 * clock that is a year ahead (where `faketime` is installed) and, run by root, by another user. Fails unless everything that a
 * browser gets, and the command-line client, have the same bytes as in this folder.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isBuilt, rootDir } from '../scripts/source-hash.mjs';
import { copyProject } from './support/copy-project.mjs';

/** Files of a build that browsers and users of the client get. */
const RESULTS = ['.next/static', 'dist/pages', '.next/manifest.json', 'dist/cli'];
const NOBODY = 65_534;
const SECRETS = `MASTER_KEY=${'A'.repeat(43)}=\nSESSION_SECRET=${'b'.repeat(40)}\nSITE_NAME=Elsewhere\nDATABASE_URL=file:/nowhere\n`;

/** @param {string} folder @returns {Map<string, string>} hashes by file */
function hashesIn(folder) {
  const files = RESULTS.flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    if (/\.\w+$/.test(name)) return [name];
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  });
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}

/** @param {string} folder */
function buildCopyIn(folder) {
  copyProject(folder);
  writeFileSync(join(folder, '.env'), SECRETS);
  const isRoot = process.getuid?.() === 0;
  const home = join(folder, 'home');
  mkdirSync(home);
  if (isRoot) {
    // The folder of mkdtemp is for its maker only.
    chmodSync(dirname(dirname(folder)), 0o755);
    execFileSync('find', [folder, '-path', join(folder, 'node_modules'), '-prune', '-o', '-exec', 'chown', '-h', `${NOBODY}`, '{}', '+']);
    chownSync(join(folder, 'node_modules'), NOBODY, NOBODY);
  }
  const hasClock = spawnSync('faketime', ['--version']).status === 0;
  const command = [...(hasClock ? ['faketime', '-f', '+370d'] : []), process.execPath, 'scripts/run.mjs', 'build'];
  console.log(`building in ${folder}${isRoot ? ', as another user' : ''}${hasClock ? ', a year ahead' : ''}`);
  const { status } = spawnSync(/** @type {string} */ (command[0]), command.slice(1), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    env: {
      NODE_ENV: 'development',
      PATH: process.env.PATH,
      HOME: home,
      USER: 'somebody',
      TZ: 'Pacific/Kiritimati',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
    },
  });
  if (status !== 0) throw new Error('the second build failed');
}

if (!isBuilt()) execFileSync('npm', ['run', '--silent', 'build'], { cwd: rootDir, stdio: 'inherit' });
const parent = mkdtempSync(join(tmpdir(), 'sealpaste-other-'));
const folder = join(parent, 'a longer name', 'sealpaste');
mkdirSync(folder, { recursive: true });
try {
  buildCopyIn(folder);
  const [ours, others] = [hashesIn(join(rootDir, '.')), hashesIn(folder)];
  const different = [...new Set([...ours.keys(), ...others.keys()])].filter((file) => ours.get(file) !== others.get(file));
  for (const file of different)
    console.log(`differs: ${file} ${ours.has(file) ? '' : '(only there)'}${others.has(file) ? '' : '(only here)'}`);
  console.log(`${ours.size - different.length} of ${ours.size} files are the same`);
  process.exitCode = different.length === 0 && ours.size > 0 ? 0 : 1;
} finally {
  if (process.env.KEEP_BUILD) console.log(`kept ${folder}`);
  else rmSync(parent, { recursive: true, force: true });
}
