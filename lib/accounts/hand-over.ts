/**
 * What a form has for the page after it: a key just made, a refused form as it was filled in, what came of a test.
 * Forms answer with a redirect, so that they work without JavaScript and reloading sends nothing again.
 *
 * Guarantees: it travels in a cookie that only this server can read, for a limited time, to the user it is for; it is
 * in no address, log or history.
 * Not protected: until then, whoever copies the cookie out of that user's browser and is signed in as them sees it too.
 * Browsers keep cookies of up to 4,096 bytes: what is handed over has to be shorter.
 */
import * as z from 'zod';
import type { Principal } from './principal';
import { type CookieSecurity, cookieValue, createSealedCookie } from './sealed-cookie';

export interface HandOver<Content> {
  /** Where a host has the cookies parsed already. */
  cookieName: string;
  /** @returns a Set-Cookie. @param principal null where nobody is signed in yet */
  give(principal: Principal | null, content: Content): Promise<string>;
  /** @param principal who looks @param sealed the cookie's value @returns what was handed over to them, or null */
  find(principal: Principal | null, sealed: string | undefined): Promise<Content | null>;
  /** As `find`, by a request's `Cookie` header. */
  findIn(principal: Principal | null, cookieHeader: string | null): Promise<Content | null>;
  /** The Set-Cookie after which it is seen no more. */
  end: string;
}

/** @param maxAgeSeconds after which it is seen no more */
export function createHandOver<Content>(
  name: string,
  maxAgeSeconds: number,
  security: CookieSecurity,
  contentSchema: z.ZodType<Content>,
): HandOver<Content> {
  const schema = z.object({ userId: z.int().nullable(), content: contentSchema });
  const cookie = createSealedCookie(name, maxAgeSeconds, security, (value) => schema.parse(value));
  const idOf = (principal: Principal | null) => principal?.userId ?? null;

  async function find(principal: Principal | null, sealed: string | undefined): Promise<Content | null> {
    const handed = await cookie.unseal(sealed);
    return handed && handed.userId === idOf(principal) ? handed.content : null;
  }

  return {
    cookieName: cookie.name,
    give: (principal, content) => cookie.seal({ userId: idOf(principal), content }),
    find,
    findIn: (principal, cookieHeader) => find(principal, cookieValue(cookieHeader, cookie.name)),
    end: cookie.remove,
  };
}
