/** The audit entries for new users and keys. */

import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import type { Statement } from '../db/database';
import { formatScopes, type KeyScope } from './key-scopes.rules';

interface MadeKey {
  id: string;
  name: string | null;
  scopes: readonly KeyScope[] | null;
  maySignIn: boolean;
  /** Name of the key's user, when somebody else makes the key. */
  userName?: string;
}

/** In each function `onlyAfter` is the index of the statement, in the same transaction, that decides whether the entry is written. */
export function createAccountsTrail(audit: AuditRecorder) {
  return {
    /** @param more further details of the entry */
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
