/**
 * Read proofs: a reader shows a token that only the key and password yield; the paste was created with the token's hash.
 *
 * Guarantees: without the right token nothing is returned or burned. When the paste may have a password, every token shown
 * counts as a try. Tries are limited per minute, per address and per paste, through all processes that share the counters.
 * Past the limit even the right token is refused, or the limit would have no effect. The first tries of an address are its
 * own, however many other addresses try. When the paste has only the link's key of 256 bits, nobody can guess it and nobody
 * is limited. Comparisons take constant time.
 * Not protected: somebody with many addresses gets the first tries of each.
 */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../encoding/sha256';
import { limitIdentity } from '../../http/client-address';
import { TooManyRequestsError } from '../../http/errors';
import type { RateLimiter } from '../../http/rate-limit';
import type { Logger } from '../../log/logger';
import { ReadTokenRequiredError } from '../paste.errors';
import { isToken } from '../paste.rules';
import type { OpenedPaste } from '../storage/paste-decryption';
import { hasPassword, protectedHeader } from '../storage/paste-envelope';

/** A reader's credentials, besides the paste's id. */
export interface ReadAccess {
  readToken: string | null;
  /** A claim of this reader on a burn paste. */
  claim: string | null;
  /** The reader says that they made the paste, so no view is counted. Ignored for burn pastes and pastes with `maxReads`. */
  isOwn?: boolean;
  clientAddress: string | null;
}

export type ProofGuard = ReturnType<typeof createProofGuard>;

/** Tries a minute that one address has for one paste, whatever other addresses use up. */
const OWN_TRIES = 3;

/** @param perReader limits one address on one paste @param perPaste limits all addresses on one paste */
export function createProofGuard(perReader: RateLimiter, perPaste: RateLimiter, log: Logger) {
  async function countTry(publicId: string, clientAddress: string | null): Promise<void> {
    // Counters may be kept in the database, which must not contain a public id.
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
    async check(paste: OpenedPaste, { readToken, clientAddress }: ReadAccess): Promise<void> {
      if (!paste.readProof || !paste.burnAfterRead) return;
      // A text that isn't a token is no guess: its sender needs the header from which the token is derived.
      if (readToken !== null && isToken(readToken)) {
        if (hasPassword(paste)) await countTry(paste.publicId, clientAddress);
        if (isProvenBy(paste.readProof, readToken)) return;
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
