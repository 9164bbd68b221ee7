import type { ComponentType } from 'react';
import type { EndedReceiptJson } from '#lib/receipts/receipt.schema';
import type { ListedPaste, OwnPaste } from './listed-paste';

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

/** How the owner changes pastes of an account. A page without one doesn't load this. */
export interface AccountTools {
  /** The forms for one paste. */
  Change: ComponentType<{
    paste: OwnPaste;
    name: string;
    /** Gets what became of the paste, which leaves the list. */
    onDeleted: (sentence: string) => void;
  }>;
  /** The form for the chosen ones. */
  Several: ComponentType<{ chosen: readonly ListedPaste[]; onChanged: (sentence: string) => void }>;
}
