// @ts-check
/** Of which sources the build in dist/ and .next/ was made. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const rootDir = fileURLToPath(new URL('..', import.meta.url));

const STAMP_FILE = join(rootDir, 'dist', 'build-stamp');

/** What the build is made of. */
const SOURCES = [
  'app',
  'cli',
  'components',
  'lib',
  'prisma',
  'server',
  'worker',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/** Whether there is a build, of the sources as they are. */
export function isCurrent() {
  return existsSync(join(rootDir, '.next', 'BUILD_ID')) && existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === hashSources();
}

/** Marks the build as one of the sources as they are. */
export function stampBuild() {
  mkdirSync(dirname(STAMP_FILE), { recursive: true });
  writeFileSync(STAMP_FILE, hashSources());
}

function hashSources() {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) hashPath(join(rootDir, source), source, hash);
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @param {string} name
 * @param {import('node:crypto').Hash} hash
 */
function hashPath(path, name, hash) {
  // Generated from what is hashed; tests are not part of the build.
  if (
    ['lib/db/generated', 'app/fonts', 'components/paste/view/early/generated.ts'].includes(name) ||
    /\.test\.tsx?$|\/testing$/.test(name) ||
    !existsSync(path)
  )
    return;
  if (statSync(path).isFile()) return void hash.update(`${name}\0`).update(readFileSync(path));
  for (const entry of readdirSync(path).sort()) hashPath(join(path, entry), `${name}/${entry}`, hash);
}
