/**
 * Gives a key to a program on somebody's own machine: they confirm it in their browser, which passes a code to the program by
 * a redirect to this machine (RFC 8252 §7.3, RFC 7636).
 *
 * Guarantees: only the program with the challenge's verifier can use the code, for two minutes and once; the key is made when
 * the code is used, if the key or identity behind the person's session is still valid. The code is encrypted and holds no key.
 * Not protected: a program that somebody else started on the machine can ask for a key, too. The page says so.
 */
import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { sha256 } from '../encoding/sha256';
import type { AccountsService } from './accounts.service';
import { createKeyId } from './api-key';
import type { ClientRequest } from './client-login.schema';
import type { SignedIn } from './principal';
import { type CookieSecurity, createSeal } from './sealed-cookie';

const CODE_SECONDS = 120;

/** Scopes of the new key: those that the command-line client needs. */
const SCOPES = ['pastes:create', 'pastes:read', 'pastes:manage'] as const;

const grantSchema = z.object({
  holder: z.object({ userId: z.int(), keyId: z.string().nullable(), identityId: z.string().nullable() }),
  keyId: z.string(),
  name: z.string(),
  challenge: z.string(),
});

export function createClientLogin(accounts: Pick<AccountsService, 'createOwnKey'>, { secret }: CookieSecurity) {
  const codes = createSeal('sealpaste-client-login', CODE_SECONDS, secret, grantSchema);

  return {
    /** Records that a signed-in person allows the program a key. @returns a code for the program */
    allow({ userId, keyId, identityId }: SignedIn, { challenge, name }: ClientRequest): Promise<string> {
      return codes.seal({ holder: { userId, keyId, identityId }, keyId: createKeyId(), name: `sealpaste on ${name}`, challenge });
    },

    /** @returns the new key's text; null when the code is wrong, old or used, or the person may make no more keys */
    async exchange(code: string, verifier: string): Promise<string | null> {
      const grant = await codes.unseal(code);
      if (!grant) return null;
      if (!timingSafeEqual(sha256(sha256(verifier).toString('base64url')), sha256(grant.challenge))) return null;
      return accounts.createOwnKey(grant.holder, grant.name, null, SCOPES, grant.keyId);
    },
  };
}
