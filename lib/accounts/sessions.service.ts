/**
 * Signed-in browsers.
 *
 * Guarantees: a session belongs to a user, is made with an active API key that may sign in or with an identity of theirs,
 * and is a row of its own: signing out, the revocation or expiry of its key, the unlinking of its identity and the
 * disabling of its user end it for every copy of its cookie from the next request on. It ends after 7 days without use
 * (counted to the hour) and after the maximum age in any case. The database holds the SHA-256 of
 * its id. For ten minutes after signing in, or after showing a key or signing in at the provider again, a session counts
 * as confirmed. Sign-ins are audited, and so are refusals of keys that exist, even revoked; any other key costs no write.
 * Not protected: until the session ends, somebody who copies the cookie out of the browser is signed in too; and a
 * request from another page of the same origin.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { sha256 } from '../encoding/sha256';
import { cookieValue } from '../http/request-headers';
import type { Logger } from '../log/logger';
import { hashApiKey, parseApiKey } from './api-key';
import type { SignedIn } from './principal';
import { type CookieSecurity, createSealedCookie } from './sealed-cookie';
import type { ListedSession, SessionsRepository } from './sessions.repository';

/** The Set-Cookie of a new session, or why there is none. */
export type SignIn = { setCookie: string; problem: null } | { setCookie: null; problem: 'unknown-key' | 'api-only-key' };

/** A signed-in browser as its user sees it. `isOwn`: the request came from this browser. */
export type OwnSession = ListedSession & { isOwn: boolean };

const UNKNOWN_KEY: SignIn = { setCookie: null, problem: 'unknown-key' };

export function createSessionsService(repository: SessionsRepository, security: CookieSecurity, log: Logger) {
  const cookie = createSealedCookie('sealpaste-session', repository.maxAgeMs / 1000, security, z.object({ id: z.string() }));

  return {
    /** Name to find the cookie by where cookies are parsed already. */
    cookieName: cookie.name,

    /** @param address the client's, for the audit */
    async signIn(apiKey: string, address: string | null = null): Promise<SignIn> {
      const parsed = parseApiKey(apiKey);
      if (!parsed) return UNKNOWN_KEY;
      const key = { id: parsed.id, hash: hashApiKey(apiKey) };
      const found = await repository.findKey(key);
      if (!found?.maySignIn) await repository.refuse(parsed.id, address);
      if (!found) return UNKNOWN_KEY;
      if (!found.maySignIn) return { setCookie: null, problem: 'api-only-key' };
      const id = randomBytes(32).toString('base64url');
      if (!(await repository.insert(sha256(id), { ...key, userId: found.userId }, address))) return UNKNOWN_KEY;
      return { setCookie: await cookie.seal({ id }), problem: null };
    },

    /** @returns the Set-Cookie of a new session; null when the identity is gone or its user is disabled */
    async signInByIdentity(identity: { id: string; userId: number }, address: string | null = null): Promise<string | null> {
      const id = randomBytes(32).toString('base64url');
      return (await repository.insertOfIdentity(sha256(id), identity, address)) ? cookie.seal({ id }) : null;
    },

    /** Finds who is signed in by the value of the cookie; no cookie costs no query. */
    async find(sealed: string | undefined): Promise<SignedIn | null> {
      const content = await cookie.unseal(sealed);
      const idHash = content && sha256(content.id);
      const session = idHash && (await repository.find(idHash));
      if (!session) return null;
      const { userId, userName, isAdmin, isConfirmed, keyId, identityId } = session;
      // Not awaited: recording a use may neither delay a request nor fail it.
      if (keyId !== null && session.lastUseIsStale)
        repository.touchKey(keyId).catch((err: unknown) => log.warn({ err }, 'last use of a key not recorded'));
      if (session.isToBeExtended) repository.extend(idHash).catch((err: unknown) => log.warn({ err }, 'end of a session not moved'));
      return { userId, userName, isAdmin, isConfirmed, keyId, identityId, sessionId: idHash.toString('hex') };
    },

    /** Does the same as `find` for a request's `Cookie` header. */
    async findIn(cookieHeader: string | null): Promise<SignedIn | null> {
      return this.find(cookieValue(cookieHeader, cookie.name));
    },

    async listOwn({ userId, sessionId }: SignedIn): Promise<OwnSession[]> {
      return (await repository.listOf(userId)).map((session) => ({ ...session, isOwn: session.id === sessionId }));
    },

    /**
     * Confirms the session of somebody who shows a key again.
     * @param address the client's, for the audit
     * @returns whether it is an active key of theirs that may sign in
     */
    async confirm(signedIn: SignedIn, apiKey: string, address: string | null = null): Promise<boolean> {
      const parsed = parseApiKey(apiKey);
      if (!parsed) return false;
      const found = await repository.findKey({ id: parsed.id, hash: hashApiKey(apiKey) });
      if (!found?.maySignIn || found.userId !== signedIn.userId) {
        await repository.refuse(parsed.id, address);
        return false;
      }
      await repository.confirm(signedIn.userId, Buffer.from(signedIn.sessionId, 'hex'));
      return true;
    },

    /** Confirms the session of somebody who has signed in again with an identity of theirs. */
    confirmByIdentity: ({ userId, sessionId }: SignedIn): Promise<void> => repository.confirm(userId, Buffer.from(sessionId, 'hex')),

    /** Ends the session for every copy of its cookie. @returns the Set-Cookie header that removes the cookie */
    async signOut(cookieHeader: string | null): Promise<string> {
      const content = await cookie.unseal(cookieValue(cookieHeader, cookie.name));
      if (content) await repository.remove(sha256(content.id));
      return cookie.remove;
    },
  };
}
