// @ts-check
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Reads `.env` into the environment, if there is one. Existing variables win; an empty one counts as not set.
 * @param {string} rootDir
 */
export function loadEnvFile(rootDir) {
  for (const [name, value] of Object.entries(parseEnv(readText(join(rootDir, '.env'))))) process.env[name] ||= value;
}

/**
 * Returns the file's text, without the mark that Windows' editors put before it. A file that this user may not read is left alone: a
 * service has its variables from elsewhere then.
 * @param {string} file
 */
function readText(file) {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return '';
    if (code !== 'EACCES') throw error;
    if (!process.env.MASTER_KEY && !process.env.MASTER_KEY_FILE) console.error(`${file} belongs to another user and is not read.`);
    return '';
  }
}

/**
 * Writes new secrets into `.env` and the environment when no key is configured, so that a first start needs no preparation. Changes
 * no line of a file that is there.
 * @param {string} rootDir
 * @returns {boolean} whether it has: not when a key is configured, nor when a database is there, whose key this isn't
 */
export function writeFirstEnvFile(rootDir) {
  const file = join(rootDir, '.env');
  const before = readText(file);
  // Somebody may have written a key that isn't one: that has its own sentence.
  const hasKey = process.env.MASTER_KEY || process.env.MASTER_KEY_FILE || /^\s*(?:export\s+)?MASTER_KEY(?:_FILE)?\s*=\s*\S/m.test(before);
  if (hasKey || hasDatabase(rootDir)) return false;
  const session = process.env.SESSION_SECRET || process.env.SESSION_SECRET_FILE ? '' : `SESSION_SECRET=${newSecret()}\n`;
  const text = `# Written by the first start. Keep a copy of MASTER_KEY somewhere safe: without it every paste is lost.
MASTER_KEY=${newSecret()}
${session}`;
  appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${text}`, { mode: 0o600 });
  loadEnvFile(rootDir);
  return true;
}

const newSecret = () => randomBytes(32).toString('base64');

/** Whether there may be data under another key: a file of SQLite, or a server, whose owner configures it. @param {string} rootDir */
function hasDatabase(rootDir) {
  const url = process.env.DATABASE_URL || 'file:data/sealpaste.db';
  return !url.startsWith('file:') || existsSync(resolve(rootDir, url.slice('file:'.length)));
}
