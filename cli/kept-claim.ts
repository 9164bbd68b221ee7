/**
 * The claim of a burn paste. It is on disk from before it is sent until the text has arrived, so that the same command
 * continues after a failure. It can't decrypt: the key isn't stored.
 */

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../lib/encoding/or-null.rules';
import { isToken } from '../lib/pastes/paste.rules';
import { randomToken } from './api';
import { claimsFolder, type Environment, fileOf, writePrivateFile } from './places';
import type { Link } from './target';

/** Longer than any lease, so an older claim is useless. */
const FORGET_AFTER_MS = 7 * 86_400_000;

/** Whether an earlier try left a claim for this paste. */
export const hasClaim = ({ baseUrl, publicId }: Link, env: Environment): boolean =>
  readClaim(fileOf(claimsFolder(env), publicId), baseUrl) !== null;

/** The claim that an earlier try left for this paste, or a new one. */
export function keepClaim({ baseUrl, publicId }: Link, env: Environment) {
  const folder = claimsFolder(env);
  const path = fileOf(folder, publicId);
  const kept = readClaim(path, baseUrl);
  const claim = kept ?? randomToken();
  if (kept === null) {
    writePrivateFile(path, JSON.stringify({ url: baseUrl, claim }));
    removeOld(folder);
  }
  return { claim, forget: () => rmSync(path, { force: true }) };
}

function readClaim(path: string, baseUrl: string): string | null {
  const { url, claim } = Object(orNull(() => JSON.parse(readFileSync(path, 'utf8')))) as Record<string, unknown>;
  return url === baseUrl && typeof claim === 'string' && isToken(claim) ? claim : null;
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > FORGET_AFTER_MS) rmSync(path, { force: true });
  }
}
