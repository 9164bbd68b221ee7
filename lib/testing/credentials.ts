/** Credentials of readers and owners for tests, and a time for the clock. */
import { createHash, randomBytes } from 'node:crypto';
import type { ReadAccess } from '../pastes/reading/paste-proof';
import type { ManageCredentials } from '../pastes/service/paste-rights';

export const NOBODY: ManageCredentials = { principal: null, manageToken: null };

/** A read token or a claim as clients make them: 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The proof to create a paste with, so that reading it needs the token. */
export function readProofOf(token: string): string {
  return createHash('sha256').update(Buffer.from(token, 'base64url')).digest('base64url');
}

/** The access of a reader who shows this and nothing else. */
export function shows(access: Partial<ReadAccess> = {}): ReadAccess {
  return { readToken: null, claim: null, clientAddress: null, ...access };
}

/** The time to which tests set the clock, and the expiry of a paste that lives for a minute from then. */
export const CREATED_AT = Date.UTC(2031, 0, 1);
export const TTL_SECONDS = 60;
export const EXPIRES_AT = CREATED_AT + TTL_SECONDS * 1000;
