/**
 * Whether a reader can open what it asks for: it shows the token that only key and password yield, and whose hash the
 * paste was created with.
 *
 * Guarantees: without the right token nothing is handed out or burned. Where a password stands behind it, every token
 * that is shown counts, so that within a minute one address guesses at a paste only so often, through all processes that
 * share the counters; beyond it even the right one is refused, or the limit would be none. An address's first tries are
 * its own, whatever a crowd does meanwhile. Where there is only the link's key, of 256 bits, nobody guesses, and nobody is
 * kept out. Comparing takes the same time whatever is compared.
 * Not protected: who has a crowd of addresses has the first tries of each.
 */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../encoding/sha256';
import { limitIdentity } from '../../http/client-address';
import { TooManyRequestsError } from '../../http/errors';
import type { RateLimiter } from '../../http/rate-limit';
import type { Logger } from '../../log/logger';
import { ReadTokenRequiredError } from '../paste.errors';
import { isToken } from '../paste.rules';
import { hasPassword, protectedHeader } from '../storage/paste.envelope';
import type { Opened } from '../storage/paste.opening';

/** What a reader shows besides the paste's id. */
export interface ReadAccess {
  readToken: string | null;
  /** Of a burn paste that this reader has claimed. */
  claim: string | null;
  /** Says that it made the paste: no view is counted. Never of a paste that burns or has a number of reads. */
  isOwn?: boolean;
  clientAddress: string | null;
}

export type ProofGuard = ReturnType<typeof createProofGuard>;

/** Of one address for one paste in a minute, that no other address can use up. */
const OWN_TRIES = 3;

/** @param perReader of one address for one paste @param perPaste of all addresses for one paste */
export function createProofGuard(perReader: RateLimiter, perPaste: RateLimiter, log: Logger) {
  /** Counts a try. @throws TooManyRequestsError */
  async function countTry(publicId: string, clientAddress: string | null): Promise<void> {
    // Counters may be kept in the database, which is to know no public id.
    const paste = sha256(publicId).toString('base64url');
    const own = await perReader.consume(`${paste}/${limitIdentity(clientAddress)}`);
    const refused = own?.allowed === false ? own : await perPaste.consume(paste);
    if (refused?.allowed !== false || (own?.allowed && own.limit - own.remaining <= OWN_TRIES)) return;
    log.warn({ clientAddress, limit: refused.limit }, 'read tokens tried too often, possible abuse');
    throw new TooManyRequestsError(refused.resetSeconds);
  }

  return {
    countTry,
    /** @throws ReadTokenRequiredError, TooManyRequestsError */
    async check({ row, paste }: Opened, { readToken, clientAddress }: ReadAccess): Promise<void> {
      if (!row.readProof || !row.burnAfterRead) return;
      // What isn't a token guesses nothing; it asks what the token is made of.
      if (readToken !== null && isToken(readToken)) {
        if (hasPassword(paste)) await countTry(row.keys.publicId, clientAddress);
        if (isProvenBy(row.readProof, readToken)) return;
      }
      throw new ReadTokenRequiredError(protectedHeader(paste));
    },
  };
}

/** @param readProof SHA-256 of the right token's bytes */
export function isProvenBy(readProof: Uint8Array, readToken: string): boolean {
  const shown = sha256(Buffer.from(readToken, 'base64url'));
  return isToken(readToken) && timingSafeEqual(shown, readProof);
}
