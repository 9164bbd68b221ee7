import type { KeyRules } from '#lib/accounts/house-rules.rules';
import type { KeyScope } from '#lib/accounts/key-scopes.rules';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import type { EndedReceiptJson } from '#lib/receipts/receipt.schema';

/** A paste in its owner's list; times in ISO 8601. */
export type OwnPaste = PasteSummaryJson & { contentBytes: number };

/** A page of the list or of a search's results. */
export interface PasteListing {
  pastes: readonly OwnPaste[];
  /** The text searched for; '' lists all. */
  q: string;
  /** The page's number, from 1. */
  page: number;
  hasMore: boolean;
  /** The cursor at which the next page begins; null: its number finds it. */
  next: string | null;
  /** The number of newest pastes that were searched, when there are older ones. */
  searchedOnly: number | null;
}

/** The receipts of burn pastes that ended. */
export interface Endings {
  /** The receipts, the latest first; `label` says whom the paste was for. */
  receipts: readonly (EndedReceiptJson & { label?: string })[];
  hasMore: boolean;
  /** Days for which the server keeps a receipt. */
  keptDays: number;
}

/** A browser that the user is signed in with; times in ISO 8601. */
export interface ShownSession {
  id: string;
  /** How the user signed in. */
  with: 'key' | 'identity';
  /** The name of the key or the identity; null when it has none. */
  name: string | null;
  createdAt: string;
  expiresAt: string;
  isOwn: boolean;
}

/** One of the user's keys; times in ISO 8601. */
export interface ShownKey {
  id: string;
  name: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  maySignIn: boolean;
  /** Actions that the key allows; null: all. */
  scopes: readonly KeyScope[] | null;
  /** Its own rules for new pastes; null: none. */
  rules: KeyRules | null;
  /** The id of the key or identity that the creating browser was signed in with. */
  madeBy: string | null;
  isActive: boolean;
}

/** A thing made with a key, an identity or a session that still exists. */
export interface ShownMade {
  kind: 'key' | 'identity' | 'webhook' | 'chat' | 'mailbox';
  name: string;
  /** The ids of the keys, identities and sessions that it was made with. */
  makers: readonly string[];
}

/** An account at the sign-in provider; times in ISO 8601. */
export interface ShownIdentity {
  id: string;
  /** The provider's URL. */
  issuer: string;
  /** The provider's name for the user. */
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}
