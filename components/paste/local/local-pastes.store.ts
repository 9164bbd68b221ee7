import { keepJson, readFields } from '#components/ui/storage';
import type { ReceiptOutcome } from '#lib/receipts/receipt.rules';

/**
 * Pastes made in this browser without an account, remembered in its localStorage: what they need to be managed, and how
 * those that burn ended. Titles and whole links, with their keys, only where somebody has turned that on; never a content.
 * Whoever uses this browser's profile could extend or delete them, and with their links read them; that is why either
 * can be turned off, which forgets it.
 */

/** How a burn paste ended, by its receipt. */
export interface Ending {
  state: ReceiptOutcome;
  /** ISO 8601 */
  at: string;
}

export interface LocalPaste {
  publicId: string;
  manageToken: string;
  isE2ee: boolean;
  burnAfterRead: boolean;
  /** ISO 8601 */
  createdAt: string;
  expiresAt: string | null;
  /** Of one that burns; null: not that is known here. */
  ended: Ending | null;
  /** Only where titles and links are kept. */
  title?: string;
  /** With its key. */
  link?: string;
}

export interface LocalPastes {
  isOn: boolean;
  /** Whether titles and whole links are kept. */
  keepsLinks: boolean;
  /** Newest first. One that has expired is forgotten; one that burns only when its receipt is, too. */
  pastes: readonly LocalPaste[];
}

const STORAGE_KEY = 'sealpaste-pastes';
const MAX_PASTES = 200;
/** As servers do unless told otherwise. */
const RECEIPT_KEPT_MS = 30 * 86_400_000;

/** Invalid data counts as nothing remembered. */
export function readLocalPastes(storage: Storage | null, nowMs: number): LocalPastes {
  const { isOn, keepsLinks, pastes } = readFields(storage, STORAGE_KEY);
  const kept = Array.isArray(pastes) ? pastes.filter(isPaste) : [];
  return { isOn: isOn !== false, keepsLinks: keepsLinks === true, pastes: kept.filter((paste) => keptUntil(paste) > nowMs) };
}

/** Remembers a paste, unless that is turned off; its title and link only where that is turned on. */
export function rememberPaste(storage: Storage | null, paste: LocalPaste, nowMs: number): void {
  const { isOn, keepsLinks, pastes } = readLocalPastes(storage, nowMs);
  if (!isOn) return;
  const others = pastes.filter(({ publicId }) => publicId !== paste.publicId);
  write(storage, { isOn, keepsLinks, pastes: [keepsLinks ? paste : withoutLink(paste), ...others].slice(0, MAX_PASTES) });
}

export function forgetPaste(storage: Storage | null, publicId: string, nowMs: number): void {
  const { pastes, ...settings } = readLocalPastes(storage, nowMs);
  const others = pastes.filter((paste) => paste.publicId !== publicId);
  if (others.length < pastes.length) write(storage, { ...settings, pastes: others });
}

/** Updates a remembered paste. Other pastes are ignored. */
export function updatePaste(
  storage: Storage | null,
  publicId: string,
  change: Partial<Pick<LocalPaste, 'expiresAt' | 'ended'>>,
  nowMs: number,
): void {
  const { pastes, ...settings } = readLocalPastes(storage, nowMs);
  if (!pastes.some((paste) => paste.publicId === publicId)) return;
  write(storage, { ...settings, pastes: pastes.map((paste) => (paste.publicId === publicId ? { ...paste, ...change } : paste)) });
}

/** Turning it off forgets all. */
export function setRemembering(storage: Storage | null, isOn: boolean): void {
  if (isOn) storage?.removeItem(STORAGE_KEY);
  else write(storage, { isOn, keepsLinks: false, pastes: [] });
}

/** Titles and whole links of what is made from now on. Turning it off forgets those that are here. */
export function setKeepingLinks(storage: Storage | null, keepsLinks: boolean, nowMs: number): void {
  const { isOn, pastes } = readLocalPastes(storage, nowMs);
  write(storage, { isOn, keepsLinks, pastes: keepsLinks ? pastes : pastes.map(withoutLink) });
}

function withoutLink({ title: _title, link: _link, ...paste }: LocalPaste): LocalPaste {
  return paste;
}

/** Full or forbidden: then it isn't remembered; the manage link was shown. */
function write(storage: Storage | null, value: LocalPastes): void {
  keepJson(storage, STORAGE_KEY, value);
}

function keptUntil({ burnAfterRead, expiresAt, ended }: LocalPaste): number {
  const end = ended?.at ?? expiresAt;
  if (end === null) return Number.POSITIVE_INFINITY;
  return Date.parse(end) + (burnAfterRead ? RECEIPT_KEPT_MS : 0);
}

function isEnding(value: unknown): value is Ending {
  if (typeof value !== 'object' || value === null) return false;
  const { state, at } = value as Record<string, unknown>;
  return (state === 'opened' || state === 'expired' || state === 'deleted') && isTime(at);
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isPaste(value: unknown): value is LocalPaste {
  if (typeof value !== 'object' || value === null) return false;
  const { publicId, manageToken, isE2ee, burnAfterRead, createdAt, expiresAt, ended, title, link } = value as Record<string, unknown>;
  return (
    (title === undefined || typeof title === 'string') &&
    // It becomes a link of the page.
    (link === undefined || (typeof link === 'string' && /^https?:/.test(link))) &&
    typeof publicId === 'string' &&
    /^[0-9A-Za-z]{24}$/.test(publicId) &&
    typeof manageToken === 'string' &&
    /^[\w-]{1,200}$/.test(manageToken) &&
    typeof isE2ee === 'boolean' &&
    typeof burnAfterRead === 'boolean' &&
    isTime(createdAt) &&
    (expiresAt === null || isTime(expiresAt)) &&
    (ended === null || isEnding(ended))
  );
}
