/**
 * House rules: what a host, or an API key, asks of new pastes.
 *
 * Guarantees: a paste that breaks a rule is not stored, whatever sent it; the refusal names every broken rule.
 * Not protected: the rules look at an envelope's header. A client that lies there can store what nobody can decrypt.
 */

import type { HouseRule } from '../../accounts/house-rules.rules';
import type { Principal } from '../../accounts/principal';
import { type BrokenRule, RuleError } from '../paste.errors';
import type { PasteFields } from '../paste.schema';
import { algorithmOf } from '../storage/paste-envelope';
import type { PastePolicy } from './paste-policy';

/** A key may have a rule of a newer version. */
const BROKEN: Partial<Record<string, BrokenRule>> & Record<HouseRule, BrokenRule> = {
  e2ee: { rule: 'e2ee', path: ['isE2ee'], message: 'expected a paste that was encrypted before it was sent, as a JWE' },
  password: { rule: 'password', path: ['content'], message: 'expected an envelope that needs a password beside the link' },
  burn: { rule: 'burn', path: ['burnAfterRead'], message: 'expected a paste that burns after reading' },
  account: { rule: 'account', path: [], message: 'expected a paste of an account: send an API key, or sign in' },
};

/** `alg` of a JWE that was encrypted by a password (RFC 7518 §4.8). */
const BY_PASSWORD = /^PBES2-/;

/** The rules that hold for what this user creates. */
export const rulesFor = ({ require }: Pick<PastePolicy, 'require'>, principal: Principal | null): ReadonlySet<HouseRule> =>
  new Set([...require, ...(principal?.rules?.require ?? [])]);

/**
 * @param beginning of the content, at least 4 KiB unless it is shorter
 * @throws RuleError
 */
export function requireRules(
  rules: ReadonlySet<HouseRule>,
  principal: Principal | null,
  { isE2ee, burnAfterRead }: Pick<PasteFields, 'isE2ee' | 'burnAfterRead'>,
  beginning: Buffer,
): void {
  const algorithm = algorithmOf({ isE2ee, beginning });
  const isKept: Record<HouseRule, boolean> = {
    e2ee: algorithm !== null,
    password: algorithm !== null && BY_PASSWORD.test(algorithm),
    burn: burnAfterRead,
    account: principal !== null,
  };
  refuse([...rules].filter((rule) => !isKept[rule]));
}

/** The same for a secret request, whose answers are always encrypted for one key. @throws RuleError */
export function requireRulesOfRequest(rules: ReadonlySet<HouseRule>, principal: Principal | null, burnAfterRead: boolean): void {
  refuse([...rules].filter((rule) => (rule === 'burn' && !burnAfterRead) || (rule === 'account' && principal === null)));
}

function refuse(rules: readonly HouseRule[]): void {
  if (rules.length > 0)
    throw new RuleError(
      rules.map((rule) => BROKEN[rule] ?? { rule, path: [], message: 'expected what this version of the service does not know' }),
    );
}
