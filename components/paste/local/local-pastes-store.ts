/**
 * Remembers, in localStorage, the pastes created in this browser, for an account or without one: their titles unless that is turned
 * off, how to manage those without an account, and how burn pastes ended. Keeps links with their keys only where somebody turned
 * that on, and never those of burn pastes or a content.
 * Not protected: whoever uses this browser's profile sees the titles, can extend and delete the pastes without an account, and read
 * those whose links are kept. Turning off the list, its titles or its links erases them.
 */

import { useSyncExternalStore } from 'react';
import { PASTES_KEY } from '#components/ui/kept-here';
import { listen } from '#components/ui/listen';
import { keepJson, localStore, readFields } from '#components/ui/storage';
import { serverClockOffset, serverNow, subscribeToServerClock } from '#lib/client/server-clock';
import { madeCookie } from '#lib/pastes/reading/own-view.rules';
import type { EndedReceiptJson } from '#lib/receipts/receipt.schema';

/** How a paste ended that ends by reading: its receipt. */
type Ending = Pick<EndedReceiptJson, 'state' | 'at' | 'reads' | 'maxReads' | 'lastReadAt'>;

export interface LocalPaste {
  publicId: string;
  /** null: the paste belongs to an account. */
  manageToken: string | null;
  isE2ee: boolean;
  burnAfterRead: boolean;
  /** How many reads the paste has; null: any number. */
  maxReads: number | null;
  /** ISO 8601 */
  createdAt: string;
  expiresAt: string | null;
  /** How a paste with a receipt ended; null: not yet, as far as is known here. */
  ended: Ending | null;
  /** Present only where titles are kept, and not empty. */
  title?: string;
  /** The name that somebody gave the paste in this list, kept and shown in place of its title. */
  label?: string;
  /** The whole link with its key; present only where links are kept. */
  link?: string;
}

export interface LocalPastes {
  /** False also where the browser forbids storing. */
  isOn: boolean;
  keepsTitles: boolean;
  /** Whether whole links are kept, with their keys. */
  keepsLinks: boolean;
  /** The newest first. A paste that has expired by the server's clock is forgotten; one with a receipt only after that. */
  pastes: readonly LocalPaste[];
}

/** Whether the server keeps a receipt of the paste, because reading ends it. */
export const hasReceipt = ({ burnAfterRead, maxReads }: Pick<LocalPaste, 'burnAfterRead' | 'maxReads'>): boolean =>
  burnAfterRead || maxReads !== null;

const MAX_PASTES = 200;
/** How long a server keeps receipts by default. */
const RECEIPT_KEPT_MS = 30 * 86_400_000;

/** The same object until something changes, as useSyncExternalStore requires. */
let snapshot: LocalPastes | null = null;

/** The remembered pastes; null on the server and until the page has hydrated. */
export const useLocalPastes = (): LocalPastes | null =>
  useSyncExternalStore(
    subscribe,
    () => (snapshot ??= readLocalPastes()),
    () => null,
  );

function subscribe(onChange: () => void): () => void {
  const refresh = () => {
    snapshot = null;
    onChange();
  };
  // Nobody has listened to earlier changes.
  snapshot = null;
  const ends = [listen(window, 'storage', refresh), subscribeToServerClock(refresh)];
  return () => {
    for (const end of ends) end();
  };
}

/** Returns the remembered pastes that are not forgotten by now. Invalid data counts as none. */
export function readLocalPastes(): LocalPastes {
  const all = readAll();
  return { ...all, pastes: all.pastes.filter((paste) => keptUntil(paste) > serverNow()) };
}

/** Reads the expired pastes, too: without the server's word for the time, one that has expired by this clock may live. */
function readAll(): LocalPastes {
  const store = localStore();
  const { isOn, keepsTitles, keepsLinks, pastes } = readFields(store, PASTES_KEY);
  const kept = Array.isArray(pastes) ? pastes.filter(isPaste) : [];
  return { isOn: isOn !== false && Boolean(store), keepsTitles: keepsTitles !== false, keepsLinks: keepsLinks === true, pastes: kept };
}

/** Ignores a full or forbidden storage: nothing is lost, because the manage link was shown. */
function write(change: Partial<LocalPastes>): void {
  const all = { ...readAll(), ...change };
  const isForgotten = (paste: LocalPaste) => serverClockOffset() !== null && keptUntil(paste) <= serverNow();
  const pastes = all.pastes.filter((paste) => !isForgotten(paste)).slice(0, MAX_PASTES);
  keepJson(localStore(), PASTES_KEY, { ...all, pastes: pastes.map((paste) => withoutUnwanted(paste, all)) });
  snapshot = null;
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new Event('storage'));
}

/** Remembers a paste unless that is turned off, and of its title and link what is kept. */
export function rememberPaste(paste: LocalPaste): void {
  const { isOn, pastes } = readAll();
  if (!isOn) return;
  write({ pastes: [paste, ...pastes.filter(({ publicId }) => publicId !== paste.publicId)] });
  markMade(paste.publicId, true);
}

export function forgetPaste(publicId: string): void {
  const { pastes } = readAll();
  if (!pastes.some((paste) => paste.publicId === publicId)) return;
  write({ pastes: pastes.filter((paste) => paste.publicId !== publicId) });
  markMade(publicId, false);
}

/** Updates a remembered paste. Other pastes are ignored. */
export function updatePaste(publicId: string, change: Partial<Pick<LocalPaste, 'expiresAt' | 'ended' | 'label'>>): void {
  const { pastes } = readAll();
  if (!pastes.some((paste) => paste.publicId === publicId)) return;
  write({ pastes: pastes.map((paste) => (paste.publicId === publicId ? { ...paste, ...change } : paste)) });
}

/** Takes over the expiries of an account's list: what is extended elsewhere would be forgotten here. */
export function followExpiries(listed: readonly Pick<LocalPaste, 'publicId' | 'expiresAt'>[]): void {
  const expiries = new Map(listed.map(({ publicId, expiresAt }) => [publicId, expiresAt]));
  const { pastes } = readAll();
  const followed = pastes.map((paste) => ({ ...paste, expiresAt: expiries.get(paste.publicId) ?? paste.expiresAt }));
  if (followed.some(({ expiresAt }, index) => expiresAt !== pastes[index]?.expiresAt)) write({ pastes: followed });
}

/** Turns remembering on or off; off forgets all pastes. */
export function setRemembering(isOn: boolean): void {
  for (const { publicId } of readAll().pastes) markMade(publicId, false);
  write({ isOn, keepsLinks: false, pastes: [] });
}

/** Turns keeping titles or whole links on, for new pastes, or off, which erases those that are here. */
export const setKeeping = (change: Partial<Pick<LocalPastes, 'keepsTitles' | 'keepsLinks'>>): void => write(change);

/** Sets or removes the cookie by which the server knows that this browser made the paste, and doesn't count its views. */
function markMade(publicId: string, isMade: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every browser
  document.cookie = madeCookie(publicId, isMade);
}

function withoutUnwanted({ title, label, link, ...paste }: LocalPaste, { keepsTitles, keepsLinks }: LocalPastes): LocalPaste {
  const names = keepsTitles ? { ...(title ? { title } : {}), ...(label ? { label } : {}) } : {};
  return { ...paste, ...names, ...(keepsLinks && link && !paste.burnAfterRead ? { link } : {}) };
}

function keptUntil(paste: LocalPaste): number {
  const end = paste.ended?.at ?? paste.expiresAt;
  if (end === null) return Number.POSITIVE_INFINITY;
  return Date.parse(end) + (hasReceipt(paste) ? RECEIPT_KEPT_MS : 0);
}

type Check = (value: unknown) => boolean;

const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const orNull = (check: Check) => (value: unknown) => value === null || check(value);
const optional = (check: Check) => (value: unknown) => value === undefined || check(value);

/** The storage may hold what another program or version has written. */
const hasFields = (value: unknown, checks: Record<string, Check>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(checks).every(([field, check]) => check((value as Record<string, unknown>)[field]));

const ENDING: Record<keyof Ending, Check> = {
  state: matches(/^(opened|expired|deleted)$/),
  at: isTime,
  reads: optional(isNumber),
  maxReads: optional(isNumber),
  lastReadAt: optional(orNull(isTime)),
};

const PASTE: Record<keyof LocalPaste, Check> = {
  publicId: matches(/^[0-9A-Za-z]{24}$/),
  manageToken: orNull(matches(/^[\w-]{1,200}$/)),
  isE2ee: isFlag,
  burnAfterRead: isFlag,
  maxReads: orNull(isNumber),
  createdAt: isTime,
  expiresAt: orNull(isTime),
  ended: orNull((value) => hasFields(value, ENDING)),
  title: optional(matches(/^/)),
  label: optional(matches(/^/)),
  // The page renders this as a link, so other schemes are refused.
  link: optional(matches(/^https?:/)),
};

const isPaste = (value: unknown): value is LocalPaste => hasFields(value, PASTE);
