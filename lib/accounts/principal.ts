import type { KeyScope } from './key-scopes.rules';

/** Who a request speaks for. */
export interface Principal {
  userId: number;
  /** What the key may do; without it everything. */
  scopes?: readonly KeyScope[];
}

/** Somebody signed in by a browser. */
export interface SignedIn extends Principal {
  userName: string;
  /** Whether they see the pages under /account/admin. */
  isAdmin: boolean;
  /** Public id of the key they signed in with; null: they signed in with an identity. */
  keyId: string | null;
  /** The identity they signed in with; null: with a key. */
  identityId: string | null;
}
