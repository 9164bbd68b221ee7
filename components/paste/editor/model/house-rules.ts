/** The operator's rules for new pastes, as changes of a draft. Pure. */
import type { HouseRule } from '#lib/accounts/house-rules.rules';
import type { Draft, Edit } from './editor-draft';
import type { Problem } from './editor-problem';

export type HouseRules = readonly HouseRule[];

/** Whether the paste must be encrypted in the browser: only an envelope has a password. */
export const mustEncrypt = (rules: HouseRules): boolean => rules.includes('e2ee') || rules.includes('password');

/** The changes that make a draft keep the rules; empty when it does. A password is for its author to choose. */
export function ruledEdit(draft: Draft, rules: HouseRules): Edit {
  return {
    ...(mustEncrypt(rules) && !draft.encrypt ? { encrypt: true } : {}),
    ...(rules.includes('burn') && !draft.burnAfterRead ? { burnAfterRead: true } : {}),
  };
}

export const withRules = (draft: Draft, rules: HouseRules): Draft => ({ ...draft, ...ruledEdit(draft, rules) });

/** The rule that only the author can keep; null when it is kept. */
export const ruleProblem = ({ password, isPasswordLost }: Draft, rules: HouseRules): Problem | null =>
  rules.includes('password') && password === '' && !isPasswordLost ? { code: 'password-needed' } : null;
