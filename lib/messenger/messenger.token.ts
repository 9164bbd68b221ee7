import { createHash } from 'node:crypto';

/** Only the hash of a linking token is ever stored, or compared. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
