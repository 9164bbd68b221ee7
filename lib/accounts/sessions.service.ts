/**
 * Signed-in browsers.
 *
 * Guarantees: a session is made by a good API key only, and is a row of its own: signing out, and the
 * revocation or expiry of its key or the disabling of its user, end it for every copy of its cookie
 * from the next request on. The database holds the SHA-256 of its id.
 * Not protected: until then, whoever copies the cookie out of the browser is signed in too; and a
 * request from another page of this very origin.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from '../log/logger';
import { hashApiKey, parseApiKey } from './api-key';
import type { SignedIn } from './principal';
import { type CookieSecurity, cookieValue, createSealedCookie } from './sealed-cookie';
import type { SessionsRepository } from './sessions.repository';

/** 30 days; using it doesn't make it longer. */
const TTL_SECONDS = 2_592_000;

export type SessionsService = ReturnType<typeof createSessionsService>;

export function createSessionsService(repository: SessionsRepository, security: CookieSecurity, log: Logger) {
  const cookie = createSealedCookie('sealpaste-session', TTL_SECONDS, security, toSession);

  return {
    /** Where a host has the cookies parsed already. */
    cookieName: cookie.name,

    /** @returns the Set-Cookie of a new session, or null when the key is not good */
    async signIn(apiKey: string): Promise<string | null> {
      const key = parseApiKey(apiKey);
      if (!key) return null;
      const id = randomBytes(32).toString('base64url');
      if (!(await repository.insert(hashId(id), { id: key.id, hash: hashApiKey(apiKey) }, TTL_SECONDS * 1000))) return null;
      return cookie.seal({ id });
    },

    /** Who is signed in, by the value of the cookie. Without one it costs nothing. */
    async find(sealed: string | undefined): Promise<SignedIn | null> {
      const content = await cookie.unseal(sealed);
      const session = content && (await repository.find(hashId(content.id)));
      if (!session) return null;
      const { userId, userName, keyId } = session;
      if (session.lastUseIsStale) repository.touchKey(keyId).catch((err: unknown) => log.warn({ err }, 'last use of a key not recorded'));
      return { userId, userName, keyId };
    },

    /** As `find`, by a request's `Cookie` header. */
    async findIn(cookieHeader: string | null): Promise<SignedIn | null> {
      return this.find(cookieValue(cookieHeader, cookie.name));
    },

    /** Ends the session for every copy of its cookie. @returns the Set-Cookie that removes this one */
    async signOut(cookieHeader: string | null): Promise<string> {
      const content = await cookie.unseal(cookieValue(cookieHeader, cookie.name));
      if (content) await repository.remove(hashId(content.id));
      return cookie.remove;
    },
  };
}

function hashId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

function toSession(value: unknown): { id: string } {
  const { id } = value as { id?: unknown };
  if (typeof id !== 'string') throw new TypeError('expected a session');
  return { id };
}
