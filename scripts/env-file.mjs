// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Reads `.env` into the environment, if there is one. Existing variables win; an empty one counts as not set.
 * @param {string} rootDir
 */
export function loadEnvFile(rootDir) {
  const file = join(rootDir, '.env');
  if (!existsSync(file)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) process.env[name] ||= value;
}

/**
 * Writes `.env` with new secrets when no key is configured, so that a first start needs no preparation. Never overwrites.
 * @param {string} rootDir
 * @returns {string | null} the written file
 */
export function writeFirstEnvFile(rootDir) {
  const file = join(rootDir, '.env');
  if (process.env.MASTER_KEY || process.env.MASTER_KEY_FILE) return null;
  const text = `# Written by the first start. Keep a copy of MASTER_KEY somewhere safe: without it every paste is lost.
MASTER_KEY=${randomBytes(32).toString('base64')}
${process.env.SESSION_SECRET || process.env.SESSION_SECRET_FILE ? '' : `SESSION_SECRET=${randomBytes(32).toString('base64')}\n`}`;
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return null;
    throw error;
  }
  return file;
}
