import type { KeyRules, KeyScope } from './house-rules.rules';

/** The user on whose behalf a request is made. */
export interface Principal {
  userId: number;
  /** Actions that the key allows; default: everything. */
  scopes?: readonly KeyScope[];
  /** The key's own rules for new pastes; default: none. */
  rules?: KeyRules;
  /** Public id of the key that the request or its session came with; null: an identity. */
  keyId?: string | null;
  /** The identity that the session was made with; null: a key. */
  identityId?: string | null;
  /** Id of the browser's session, as lists show it; a request with an API key has none. */
  sessionId?: string;
}

export interface SignedIn extends Principal {
  userName: string;
  /** Whether they see the pages under /account/admin. */
  isAdmin: boolean;
  keyId: string | null;
  identityId: string | null;
  sessionId: string;
  /** Whether they have signed in, shown their key again or signed in at the provider again within the last ten minutes. */
  isConfirmed: boolean;
}
