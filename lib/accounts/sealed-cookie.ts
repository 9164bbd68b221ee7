/** Texts and cookies that only this server can read or make, by iron-session. */
import { hkdfSync } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import type * as z from 'zod';
import { cookiePath } from '../site/address.rules';

export interface CookieSecurity {
  secret: string;
  isHttps: boolean;
}

/** Longest text that is looked at: browsers keep no longer cookies, and ours are shorter. */
const MAX_CHARACTERS = 4096;

/** @param name part of the password, so that one kind of text is not accepted as another @param schema of a sealed value */
export function createSeal<Value extends object>(name: string, maxAgeSeconds: number, secret: string, schema: z.ZodType<Value>) {
  const options = { password: `${secret}${name}`, ttl: maxAgeSeconds };
  return {
    seal: (value: Value): Promise<string> => sealData(value, options),

    /** @returns null for a text that wasn't sealed here, or has expired */
    async unseal(sealed: string | undefined): Promise<Value | null> {
      if (!sealed || sealed.length > MAX_CHARACTERS) return null;
      // iron-session returns an empty object for another secret, and throws for a malformed value.
      return unsealData<object>(sealed, options)
        .then((value) => schema.parse(value))
        .catch(() => null);
    },
  };
}

/** @param schema of a sealed value */
export function createSealedCookie<Value extends object>(
  name: string,
  maxAgeSeconds: number,
  { secret, isHttps }: CookieSecurity,
  schema: z.ZodType<Value>,
) {
  const path = cookiePath();
  const fullName = isHttps ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name;
  const attributes = `; Path=${path}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const { seal, unseal } = createSeal(name, maxAgeSeconds, secret, schema);
  return {
    /**
     * The name begins with `__Host-` under HTTPS: then browsers take the cookie from this host only, and never unencrypted.
     * Such a cookie is for a whole host: below a path the name begins with `__Secure-`, and other hosts of the domain could set it.
     */
    name: fullName,

    seal: async (value: Value): Promise<string> => `${fullName}=${await seal(value)}${attributes}; Max-Age=${maxAgeSeconds}`,

    /** The value in the cookie. */
    unseal,

    remove: `${fullName}=${attributes}; Max-Age=0`,
  };
}

/** Derives the secret for cookies where none is configured: the same in every process, and it reveals nothing of the master key. */
export function deriveCookieSecret(masterKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealpaste session cookies', 32)).toString('base64');
}
