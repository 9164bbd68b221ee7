/** Cookies that only this server can read or make, by iron-session. */
import { hkdfSync } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { cookiePath } from '../site/address.rules';

export interface CookieSecurity {
  secret: string;
  isHttps: boolean;
}

/** More than any of ours has; browsers keep no longer ones. */
const MAX_CHARACTERS = 4096;

/** @param parse what a sealed value must look like; throws otherwise */
export function createSealedCookie<Value extends object>(
  name: string,
  maxAgeSeconds: number,
  { secret, isHttps }: CookieSecurity,
  parse: (value: unknown) => Value,
) {
  const path = cookiePath();
  const fullName = isHttps ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name;
  const attributes = `; Path=${path}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  // The name is part of the password: one cookie's value is nothing in another.
  const options = { password: `${secret}${name}`, ttl: maxAgeSeconds };
  return {
    /**
     * Begins with `__Host-` under HTTPS: then browsers take it from this very host only, and never unencrypted. Such a
     * cookie is for a whole host: below a path it begins with `__Secure-`, and other hosts of the domain could set it.
     */
    name: fullName,

    /** @returns the text of a Set-Cookie header */
    seal: async (value: Value): Promise<string> => `${fullName}=${await sealData(value, options)}${attributes}; Max-Age=${maxAgeSeconds}`,

    /** @param sealed the cookie's value @returns null for anything that wasn't sealed here, or too long ago */
    async unseal(sealed: string | undefined): Promise<Value | null> {
      if (!sealed || sealed.length > MAX_CHARACTERS) return null;
      // Another secret gives an empty object; what is no seal at all throws.
      return unsealData<object>(sealed, options)
        .then(parse)
        .catch(() => null);
    },

    /** The text of a Set-Cookie header that removes it. */
    remove: `${fullName}=${attributes}; Max-Age=0`,
  };
}

/** A secret for cookies where none is configured: the same in every process, and nothing of the master key. */
export function deriveCookieSecret(masterKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealpaste session cookies', 32)).toString('base64');
}

export function cookieValue(header: string | null, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
