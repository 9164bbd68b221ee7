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
  /** The receipts, the latest first. */
  receipts: readonly EndedReceiptJson[];
  hasMore: boolean;
  /** Days for which the server keeps a receipt. */
  keptDays: number;
}

/** A thing made with a key, an identity or a session that still exists. */
export interface ShownMade {
  kind: 'key' | 'identity' | 'webhook' | 'chat' | 'mailbox';
  name: string;
  /** The ids of the keys, identities and sessions that it was made with. */
  makers: readonly string[];
}
