/**
 * A draft survives a reload of its tab: in sessionStorage, which ends with the tab and is no other tab's. It is removed
 * when the link of its paste was taken and when nothing is left of it; what can't be kept leaves what was kept before.
 * Files, and texts over MAX_DRAFT_BYTES, are in draft-files.ts. Never kept: passwords; only that there was one.
 * Not protected: until then the text is readable to whoever uses this browser's profile.
 */

import type { Draft, Edit } from '../model/editor.draft';
import { expiryName, parseChosen } from '../model/expiry';
import type { KeptFile } from './draft-files';
import { READ_CHOICES } from './read-choices';

/** Also the most that is put into the text area at once. */
export const MAX_DRAFT_BYTES = 512 * 1024;

const STORAGE_KEY = 'sealpaste-draft';

type KeptDraft = Pick<Draft, 'text' | 'title' | 'chosenSyntax' | 'expiry' | 'burnAfterRead' | 'encrypt'> & {
  /** Held instead of the text. */
  file?: KeptFile | null;
  /** Beside the text. */
  files?: readonly KeptFile[];
  keepsMetadata?: boolean;
  maxReads?: number | null;
  readerMayDelete?: boolean;
  /** It had a password. */
  hasPassword?: boolean;
};

/** The storage of this tab; null where the browser forbids it. */
export function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/**
 * @param draft null when there is nothing to keep any more
 * @returns false when it is not kept: too large, or the browser has no room or forbids it
 */
export function keepDraft(storage: Storage, draft: (KeptDraft & { textBytes: number }) | null): boolean {
  if (draft === null || (draft.text === '' && draft.title === '' && !draft.file && !draft.files?.length)) {
    storage.removeItem(STORAGE_KEY);
    return true;
  }
  if (draft.textBytes > MAX_DRAFT_BYTES) return false;
  const { text, title, chosenSyntax, expiry, burnAfterRead, encrypt, file = null, hasPassword = false } = draft;
  const { files = [], keepsMetadata = false, maxReads = null, readerMayDelete = false } = draft;
  const options = {
    chosenSyntax,
    expiry: expiryName(expiry),
    burnAfterRead,
    encrypt,
    hasPassword,
    ...(keepsMetadata && { keepsMetadata }),
    ...(maxReads !== null && { maxReads }),
    ...(readerMayDelete && { readerMayDelete }),
  };
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify({ text, title, ...options, file, ...(files.length > 0 && { files }) }));
    return true;
  } catch {
    return false;
  }
}

/** @returns what was kept, or null; anything odd counts as nothing kept */
export function restoreDraft(storage: Storage): (Edit & { text: string; title: string }) | null {
  const kept = parseObject(storage.getItem(STORAGE_KEY));
  if (!kept) return null;
  const { text, title, chosenSyntax, expiry, burnAfterRead, encrypt, hasPassword, keepsMetadata, maxReads, readerMayDelete } = kept;
  if (typeof text !== 'string' || typeof title !== 'string') return null;
  return {
    text,
    textBytes: new TextEncoder().encode(text).length,
    title,
    chosenSyntax: typeof chosenSyntax === 'string' ? chosenSyntax : null,
    expiry: parseChosen(expiry),
    burnAfterRead: burnAfterRead === true,
    // What was meant to be encrypted must not come back as something else.
    encrypt: encrypt !== false,
    isPasswordLost: hasPassword === true && encrypt !== false,
    ...(keepsMetadata === true && { keepsMetadata }),
    ...(typeof maxReads === 'number' && READ_CHOICES.includes(maxReads) && { maxReads }),
    ...(readerMayDelete === true && { readerMayDelete }),
  };
}

/** Of the draft: what it takes to find the file that is held instead of the text, or null. */
export function restoreKeptFile(storage: Storage): KeptFile | null {
  const file = parseObject(storage.getItem(STORAGE_KEY))?.file;
  return isKeptFile(file) ? file : null;
}

/** The same of the files beside the text. */
export function restoreKeptFiles(storage: Storage): KeptFile[] {
  const files = parseObject(storage.getItem(STORAGE_KEY))?.files;
  return Array.isArray(files) ? files.filter(isKeptFile) : [];
}

function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false;
  const { id, key, name, beginning, syntax, isFile } = value as Record<string, unknown>;
  return [id, key, name, beginning, syntax].every((field) => typeof field === 'string') && typeof isFile === 'boolean';
}

function parseObject(json: string | null): Record<string, unknown> | null {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
