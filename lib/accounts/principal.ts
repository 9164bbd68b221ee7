import type { KeyScope } from './key-scopes.rules';

/** Who a request speaks for. */
export interface Principal {
  userId: number;
  /** What the key may do; without it everything. */
  scopes?: readonly KeyScope[];
  /** Public id of the key that the request or its session came with; null: an identity. */
  keyId?: string | null;
  /** The identity that the session was made with; null: a key. */
  identityId?: string | null;
  /** Id of the browser's session, as lists show it; a request with an API key has none. */
  sessionId?: string;
}

/** Somebody signed in by a browser. */
export interface SignedIn extends Principal {
  userName: string;
  /** Whether they see the pages under /account/admin. */
  isAdmin: boolean;
  keyId: string | null;
  identityId: string | null;
  sessionId: string;
  /** They have signed in, or have shown their key or signed in at the provider again, within the last ten minutes. */
  isConfirmed: boolean;
}
