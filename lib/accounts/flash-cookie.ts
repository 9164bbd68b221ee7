/**
 * Flash cookies: what a form passes to the next page, such as a new key, a refused form with its values, or a test's result.
 * Forms respond with a redirect, so that they work without JavaScript and a reload sends nothing again.
 *
 * Guarantees: only this server can read the cookie, only its user is shown its content, and only for a limited time. The
 * content is in no address, log or history.
 * Not protected: until it expires, somebody who copies the cookie out of the browser and is signed in as that user sees it too.
 */
import * as z from 'zod';
import { cookieValue } from '../http/request-headers';
import type { Principal } from './principal';
import { type CookieSecurity, createSealedCookie } from './sealed-cookie';

/** Longest JSON of a content: sealed, it stays within the 4,096 bytes that browsers keep of a cookie. */
export const MAX_FLASH_BYTES = 2_700;

export interface FlashCookie<Content> {
  /** Name to find the cookie by where cookies are parsed already. */
  cookieName: string;
  /** @returns a Set-Cookie header. @param principal null where nobody is signed in yet */
  give(principal: Principal | null, content: Content): Promise<string>;
  /** @param principal the reader @param sealed the cookie's value @returns the content, or null when it isn't for this reader */
  find(principal: Principal | null, sealed: string | undefined): Promise<Content | null>;
  /** Does the same as `find` for a request's `Cookie` header. */
  findIn(principal: Principal | null, cookieHeader: string | null): Promise<Content | null>;
  end: string;
}

/** @param maxAgeSeconds lifetime of the content */
export function createFlashCookie<Content>(
  name: string,
  maxAgeSeconds: number,
  security: CookieSecurity,
  contentSchema: z.ZodType<Content>,
): FlashCookie<Content> {
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
