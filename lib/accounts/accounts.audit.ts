/** What the trail says of users and keys that are made. */
import type { AuditRecorder } from '../audit/audit.recorder';
import type { Actor } from '../audit/audit.rules';
import type { Statement } from '../db/database';
import { formatScopes, type KeyScope } from './key-scopes.rules';

interface MadeKey {
  id: string;
  name: string | null;
  scopes: readonly KeyScope[] | null;
  maySignIn: boolean;
  /** Of whom it is, when somebody else makes it. */
  userName?: string;
}

/** Each function's last parameter: index of the statement in its transaction that says whether it took place. */
export function createAccountsTrail(audit: AuditRecorder) {
  return {
    /** @param more what else is known */
    userCreated(by: Actor, name: string, onlyAfter: number, more: Record<string, string> = {}): Statement {
      const object = { sql: 'SELECT CAST(id AS TEXT) FROM users WHERE name = ?', params: [name] };
      return audit.record({ by, action: 'user.created', object, details: { name, ...more } }, onlyAfter);
    },

    keyCreated(by: Actor, { id, name, scopes, maySignIn, userName }: MadeKey, onlyAfter: number): Statement {
      const named = { ...(name === null ? {} : { name }), ...(userName === undefined ? {} : { userName }) };
      const details = { ...named, scopes: formatScopes(scopes) ?? 'all', maySignIn };
      return audit.record({ by, action: 'key.created', object: id, details }, onlyAfter);
    },
  };
}
