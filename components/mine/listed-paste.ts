/** The rows of "My pastes": what the account's list and this browser know of each paste. Pure. */

import type { ComponentType } from 'react';
import type { LocalPaste } from '#components/paste/local/local-pastes-store';
import { matchesText } from '#components/ui/matches-text';
import { pageLanguage } from '#lib/locales/page-language.rules';
import type { PasteSummaryJson } from '#lib/pastes/paste.schema';
import type { EndedReceiptJson } from '#lib/receipts/receipt.schema';
import { addressOf } from '#lib/site/address.rules';

/** A paste in its owner's list; times in ISO 8601. */
export type OwnPaste = PasteSummaryJson & { contentBytes: number };

export interface ListedPaste extends Pick<LocalPaste, 'publicId' | 'isE2ee' | 'burnAfterRead' | 'createdAt' | 'expiresAt'> {
  /** The label or the title; empty: none is known. */
  title: string;
  /** The paste in the account's list; absent: only this browser knows it. */
  own?: OwnPaste;
  /** The paste as this browser remembers it. */
  here?: LocalPaste | undefined;
}

/**
 * Joins both lists, the newest first. Titles that the server doesn't have come from this browser. Pastes without an account stand on
 * the first page; a search also finds what this browser knows of the account's other pages.
 * @param account null: nobody is signed in @param text in the search field
 */
export function listPastes(
  account: Pick<PasteListing, 'pastes' | 'q' | 'page'> | null,
  remembered: readonly LocalPaste[],
  text: string,
): readonly ListedPaste[] {
  const searched = text.trim();
  const byId = new Map(remembered.map((paste) => [paste.publicId, paste]));
  const own = (account?.pastes ?? []).map((paste): ListedPaste => {
    const here = byId.get(paste.publicId);
    return { ...paste, title: here?.label ?? (paste.title || (here?.title ?? '')), own: paste, here };
  });
  const listed = new Set(own.map(({ publicId }) => publicId));
  const isElsewhere = ({ manageToken }: LocalPaste) => account !== null && searched === '' && (manageToken === null || account.page > 1);
  const others = remembered.filter((paste) => !listed.has(paste.publicId) && !isElsewhere(paste));
  const matches = ({ title, publicId, own: inAccount, here }: ListedPaste) =>
    matchesText(searched, title, inAccount?.title ?? '', here?.title ?? '', publicId);
  return [
    // The server has searched for the same.
    ...(searched === account?.q ? own : own.filter(matches)),
    ...others.map((here): ListedPaste => ({ ...here, title: here.label ?? here.title ?? '', here })).filter(matches),
  ].toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** The address that manages the paste: with the manage token, or for its account. */
export const manageAddress = ({ publicId, here }: ListedPaste): string =>
  addressOf(`/manage/${publicId}${here?.manageToken ? `#${here.manageToken}` : ''}`);

/**
 * Where the title leads: to the text where this browser can open it without using up a read, else to the page that manages the
 * paste; null for a paste that has ended.
 */
export function addressOfPaste(paste: ListedPaste): string | null {
  const { publicId, isE2ee, burnAfterRead, own, here } = paste;
  if (here?.ended && !own) return null;
  if (burnAfterRead || (own ?? here)?.maxReads) return manageAddress(paste);
  if (here?.link !== undefined) return here.link;
  return isE2ee ? manageAddress(paste) : addressOf(`/view/${publicId}`);
}

export type SortColumn = 'title' | 'language' | 'size' | 'views' | 'created' | 'expires';

export interface SortOrder {
  column: SortColumn;
  isAscending: boolean;
}

/** @param order null: as they come */
export function orderPastes(pastes: readonly ListedPaste[], order: SortOrder | null): readonly ListedPaste[] {
  if (order === null) return pastes;
  const sign = order.isAscending ? 1 : -1;
  return pastes.toSorted((a, b) => sign * COMPARES[order.column](a, b));
}

const COMPARES: Record<SortColumn, (a: ListedPaste, b: ListedPaste) => number> = {
  title: (a, b) => a.title.localeCompare(b.title, pageLanguage(), { numeric: true }),
  language: (a, b) => (a.own?.syntax ?? '').localeCompare(b.own?.syntax ?? '', pageLanguage()),
  size: (a, b) => (a.own?.contentBytes ?? 0) - (b.own?.contentBytes ?? 0),
  views: (a, b) => (a.own?.viewCount ?? 0) - (b.own?.viewCount ?? 0),
  created: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  expires: (a, b) => endOf(a) - endOf(b),
};

/** Pastes that never expire come last. */
const endOf = ({ expiresAt }: ListedPaste): number => (expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt));

/** A page of the list or of a search's results. */
export interface PasteListing {
  pastes: readonly OwnPaste[];
  /** The text searched for; '' lists all. */
  q: string;
  /** The page's number, from 1. */
  page: number;
  hasMore: boolean;
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
