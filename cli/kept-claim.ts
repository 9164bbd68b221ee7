/**
 * The claim of a burn paste. It is on disk from before it is sent until the text has arrived, so that the same command
 * continues after a failure. It can't decrypt: the key isn't stored.
 */

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledgePaste } from '../lib/client/operations.generated';
import { orNull } from '../lib/encoding/or-null.rules';
import { isToken } from '../lib/pastes/paste.rules';
import { clientOf, randomToken } from './api';
import { CliError, EXIT } from './exit';
import { claimsFolder, type Environment, fileOf, writePrivateFile } from './places';
import type { Link, Target } from './target';

/** Longer than any lease, so an older claim is useless. */
const FORGET_AFTER_MS = 7 * 86_400_000;

export interface KeptClaim {
  claim: string;
  /** Whether an earlier try left it. */
  isResumed: boolean;
  forget(): void;
}

/** Whether an earlier try left a claim for this paste. */
export const hasClaim = ({ baseUrl, publicId }: Link, env: Environment): boolean =>
  readClaim(fileOf(claimsFolder(env), publicId), baseUrl) !== null;

/** The claim that an earlier try left for this paste, or a new one. */
export function keepClaim({ baseUrl, publicId }: Link, env: Environment): KeptClaim {
  const folder = claimsFolder(env);
  const path = fileOf(folder, publicId);
  const forget = () => rmSync(path, { force: true });
  const kept = readClaim(path, baseUrl);
  if (kept !== null) return { claim: kept, isResumed: true, forget };
  const claim = randomToken();
  writePrivateFile(path, JSON.stringify({ url: baseUrl, claim }));
  removeOld(folder);
  return { claim, isResumed: false, forget };
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

/** Acknowledges after all was written, so a failure is no error: the end of the lease deletes the paste anyway. */
export async function acknowledge(
  { baseUrl, publicId }: Target,
  kept: KeptClaim,
  what: string,
  tell: (said: string) => void,
): Promise<void> {
  try {
    await clientOf(baseUrl).call(acknowledgePaste, { params: { publicId }, body: { claim: kept.claim } });
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== EXIT.gone)
      return tell(`The acknowledgement failed. The server deletes the ${what} in about a minute.`);
  }
  kept.forget();
}
