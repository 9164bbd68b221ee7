/**
 * What was just made and is shown to its maker alone, on its way from a form to the page after it: in a sealed cookie,
 * so that forms work without JavaScript and no address, log or history holds it.
 */
import type { Principal } from './accounts.service';
import { type CookieSecurity, cookieValue, createSealedCookie } from './sealed-cookie';

interface Handed {
  /** Null where nobody is signed in yet. */
  userId: number | null;
  secret: string;
}

/** @param maxAgeSeconds after which it is seen no more */
export function createHandOver(name: string, maxAgeSeconds: number, security: CookieSecurity) {
  const cookie = createSealedCookie(name, maxAgeSeconds, security, toHanded);

  /** @param principal who looks @returns what was handed over to them, or null */
  async function find(principal: Principal | null, sealed: string | undefined): Promise<string | null> {
    const handed = await cookie.unseal(sealed);
    return handed && handed.userId === (principal?.userId ?? null) ? handed.secret : null;
  }

  return {
    /** Where a host has the cookies parsed already. */
    cookieName: cookie.name,
    find,
    /** As `find`, by a request's `Cookie` header. */
    findIn: (principal: Principal | null, cookieHeader: string | null) => find(principal, cookieValue(cookieHeader, cookie.name)),
    /** @returns a Set-Cookie */
    give: (principal: Principal | null, secret: string): Promise<string> => cookie.seal({ userId: principal?.userId ?? null, secret }),
    /** The Set-Cookie after which it is seen no more. */
    end: cookie.remove,
  };
}

function toHanded(value: unknown): Handed {
  const { userId, secret } = value as { userId?: unknown; secret?: unknown };
  if ((userId !== null && typeof userId !== 'number') || typeof secret !== 'string') throw new TypeError('expected what was handed over');
  return { userId, secret };
}
