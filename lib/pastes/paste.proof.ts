/**
 * Whether a reader can open what it asks for: it shows the token that only key and password yield, and whose hash the
 * paste was created with.
 *
 * Guarantees: without the right token nothing is handed out or burned. Every token that is shown counts, so that within
 * a minute one address guesses at a paste only so often, through all processes that share the counters; beyond it even
 * the right one is refused, or the limit would be none. Comparing takes the same time whatever is compared.
 * Not protected: a crowd of addresses can use up what all of them together have, and keep a reader waiting for a minute.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { limitIdentity } from '../http/client-address';
import { TooManyRequestsError } from '../http/errors';
import type { RateLimiter } from '../http/rate-limit';
import type { Logger } from '../log/logger';
import { protectedHeader } from './paste.envelope';
import { ReadTokenRequiredError } from './paste.errors';
import type { Opened } from './paste.opening';
import { isToken } from './paste.rules';

/** What a reader shows besides the paste's id. */
export interface ReadAccess {
  readToken: string | null;
  /** Of a burn paste that this reader has claimed. */
  claim: string | null;
  clientAddress: string | null;
}

export interface ProofGuard {
  /** Counts a try. @throws TooManyRequestsError */
  countTry(publicId: string, clientAddress: string | null): Promise<void>;
  /** @throws ReadTokenRequiredError, TooManyRequestsError */
  check(opened: Opened, access: ReadAccess): Promise<void>;
}

export interface ProofGuardOptions {
  /** Of one address for one paste. */
  perReader: RateLimiter;
  /** Of all addresses for one paste. */
  perPaste: RateLimiter;
  log: Logger;
}

export function createProofGuard({ perReader, perPaste, log }: ProofGuardOptions): ProofGuard {
  async function countTry(publicId: string, clientAddress: string | null): Promise<void> {
    const own = await perReader.consume(`${publicId}/${limitIdentity(clientAddress)}`);
    const refused = own?.allowed === false ? own : await perPaste.consume(publicId);
    if (refused?.allowed !== false) return;
    log.warn({ clientAddress, limit: refused.limit }, 'read tokens tried too often, possible abuse');
    throw new TooManyRequestsError(refused.resetSeconds);
  }

  return {
    countTry,
    async check({ row, paste }, { readToken, clientAddress }) {
      if (!row.readProof) return;
      // What isn't a token guesses nothing; it asks what the token is made of.
      if (readToken !== null && isToken(readToken)) {
        await countTry(row.publicId, clientAddress);
        if (isProvenBy(row.readProof, readToken)) return;
      }
      throw new ReadTokenRequiredError(protectedHeader(paste));
    },
  };
}

/** @param readProof SHA-256 of the right token's bytes */
export function isProvenBy(readProof: Uint8Array, readToken: string): boolean {
  const shown = createHash('sha256').update(Buffer.from(readToken, 'base64url')).digest();
  return isToken(readToken) && timingSafeEqual(shown, readProof);
}
