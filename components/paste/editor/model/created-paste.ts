/**
 * The created page: its data, its entry in the tab's history, and its copy in this tab's sessionStorage until another paste is
 * begun, by which it survives a reload, Back, and a closed tab that is opened again. The address holds neither id nor key.
 * Not protected: until then whoever uses this browser's profile can read the paste by its link.
 */
import { rememberPaste } from '#components/paste/local/local-pastes-store';
import { keepJson, readFields } from '#components/ui/storage';
import { serverNow } from '#lib/client/server-clock';
import type { CreatedPasteJson } from '#lib/pastes/paste.schema';
import { isRuledOut } from '#lib/pastes/paste-options.rules';
import { linkTo } from '#lib/site/address.rules';
import type { Draft } from './editor-draft';

/** The data of the created page: all that the page keeps of a draft after its paste exists. */
export interface CreatedPaste {
  /** The whole link; an encrypted paste's has the key in its fragment. */
  link: string;
  manageLink: string | null;
  publicId: string;
  /** The token in the manage link; null when the paste has none. */
  manageToken: string | null;
  /** ISO 8601, or null for never. */
  expiresAt: string | null;
  isE2ee: boolean;
  burnAfterRead: boolean;
  hasPassword: boolean;
  /** How many reads the paste has; null: any number. */
  maxReads: number | null;
  /** The links of those who release readers: one for each approval, or none. */
  releaseLinks: readonly string[];
  /** The networks from which the paste can be read; absent: from everywhere. */
  readableFrom?: readonly string[];
  /** A code that is mailed opens it; absent: none is. The address isn't kept. */
  isMailed?: boolean;
}

/** Joins the key to the link. The key never leaves the page. */
export function toCreated(
  { url: said, publicId, expiresAt, isE2ee, manageToken, releaseTokens = [] }: CreatedPasteJson,
  draft: Pick<Draft, 'burnAfterRead' | 'password' | 'maxReads' | 'readableFrom' | 'approvals' | 'recipient'>,
  key: string | null,
): CreatedPaste {
  const { burnAfterRead, password, maxReads, readableFrom, recipient } = draft;
  const url = linkTo(`/view/${publicId}`, said);
  const manageUrl = `${url.slice(0, url.lastIndexOf('/view/'))}/manage/${publicId}`;
  return {
    link: key === null ? url : `${url}#${key}`,
    manageLink: manageToken === undefined ? null : `${manageUrl}#${manageToken}`,
    publicId,
    manageToken: manageToken ?? null,
    expiresAt,
    isE2ee,
    burnAfterRead,
    hasPassword: key !== null && password !== '',
    maxReads: burnAfterRead ? null : maxReads,
    releaseLinks: releaseTokens.map((token) => `${manageUrl}#r=${token}`),
    ...(readableFrom === null ? {} : { readableFrom }),
    ...(recipient !== null && !isRuledOut('recipient', draft) && { isMailed: true }),
  };
}

const STORAGE_KEY = 'sealpaste-created';

interface KeptCreated {
  paste: CreatedPaste;
  /** Whether the link was copied, shared, shown as QR code or opened, so that leaving the page loses nothing. */
  isTaken: boolean;
}

export function keepCreated(storage: Storage | null, kept: KeptCreated): void {
  keepJson(storage, STORAGE_KEY, kept);
}

export function forgetCreated(storage: Storage | null): void {
  storage?.removeItem(STORAGE_KEY);
}

/** @returns the stored page; null when there is none or it is invalid */
export function restoreCreated(storage: Storage | null): KeptCreated | null {
  const { paste, isTaken } = readFields(storage, STORAGE_KEY);
  return isCreatedPaste(paste) ? { paste, isTaken: isTaken === true } : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

function isCreatedPaste(value: unknown): value is CreatedPaste {
  const fields = (value ?? {}) as Record<string, unknown>;
  const { link, manageLink, publicId, manageToken, expiresAt, isE2ee, burnAfterRead, hasPassword, maxReads } = fields;
  const { releaseLinks, readableFrom = [], isMailed = false } = fields;
  return (
    isText(link) &&
    /^https?:/.test(link) &&
    isText(publicId) &&
    [manageLink, manageToken, expiresAt].every(isTextOrNull) &&
    [isE2ee, burnAfterRead, hasPassword, isMailed].every((field) => typeof field === 'boolean') &&
    (maxReads === null || typeof maxReads === 'number') &&
    areTexts(releaseLinks) &&
    areTexts(readableFrom)
  );
}

export const CREATED_FRAGMENT = '#created';

export const isCreatedAddress = (): boolean => location.hash === CREATED_FRAGMENT;

/** Whether the fragment names another place on the page, e.g. the target of the skip link. */
export const isForeignAddress = (): boolean => location.hash !== '' && !isCreatedAddress();

/** Adds a history entry for the created page, so that Back leads to the form. */
export function enterCreated(): void {
  if (!isCreatedAddress()) history.pushState(null, '', CREATED_FRAGMENT);
}

/** Adds a history entry for a new form after the created page. */
export function enterForm(): void {
  if (isCreatedAddress()) history.pushState(null, '', pageAddress());
}

const pageAddress = () => `${location.pathname}${location.search}`;

/** Turns this history entry into the form's, because the tab no longer has its link. */
export function dropCreatedAddress(): void {
  if (isCreatedAddress()) history.replaceState(history.state, '', pageAddress());
}

/** Puts a new paste into the list of this browser. */
export function rememberCreated(made: CreatedPaste, title: string): void {
  const { publicId, manageToken, isE2ee, burnAfterRead, maxReads, expiresAt, link } = made;
  const createdAt = new Date(serverNow()).toISOString();
  rememberPaste({ publicId, manageToken, isE2ee, burnAfterRead, maxReads, createdAt, expiresAt, ended: null, title, link });
}
