import type { KeyScope } from '#lib/accounts/key-scopes.rules';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import type { EndedReceiptJson } from '#lib/receipts/receipt.schema';

/** A paste in its owner's list; times in ISO 8601. */
export type OwnPaste = PasteSummaryJson & { contentBytes: number };

/** A page of the list, or of what a search found. */
export interface PasteListing {
  pastes: readonly OwnPaste[];
  /** Text searched for; '' is all. */
  q: string;
  /** From 1. */
  page: number;
  hasMore: boolean;
  /** Where the next page begins; null: it is found by its number. */
  next: string | null;
  /** How many of the newest were searched, when there are older ones. */
  searchedOnly: number | null;
}

/** How burn pastes ended. */
export interface Endings {
  /** The latest first. */
  receipts: readonly EndedReceiptJson[];
  /** Whether there are older ones. */
  hasMore: boolean;
  /** How long each is kept. */
  keptDays: number;
}

/** A browser that somebody is signed in with; times in ISO 8601. */
export interface ShownSession {
  id: string;
  /** What it was made with. */
  with: 'key' | 'identity';
  /** Of the key or the identity; null when that has none. */
  name: string | null;
  createdAt: string;
  expiresAt: string;
  /** The browser of this request. */
  isOwn: boolean;
}

/** One of somebody's keys; times in ISO 8601. */
export interface ShownKey {
  id: string;
  name: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  maySignIn: boolean;
  /** What the key may do; null: everything. */
  scopes: readonly KeyScope[] | null;
  /** Id of the key or the identity that the browser was signed in with which made it. */
  madeBy: string | null;
  isActive: boolean;
}

/** Something of somebody's that was made with a key, an identity or a session, and is still there. */
export interface ShownMade {
  kind: 'key' | 'identity' | 'webhook' | 'chat';
  name: string;
  /** Ids of the keys, identities and sessions through which it was made. */
  makers: readonly string[];
}

/** An account at the sign-in provider; times in ISO 8601. */
export interface ShownIdentity {
  id: string;
  /** The provider. */
  issuer: string;
  /** How the provider calls its owner. */
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}
