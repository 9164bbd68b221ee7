/**
 * Keeps a draft in this tab's sessionStorage, so that it survives a reload. The draft is removed when its paste's link was
 * taken or when the form is empty. A draft that can't be stored leaves the one stored before.
 * Files, and texts over MAX_DRAFT_BYTES, are in draft-files.ts. Never kept: passwords; only that there was one.
 * Not protected: until then the text is readable to whoever uses this browser's profile.
 *
 * Expiry, burning and language stay in this browser's localStorage for the next paste where somebody has asked for that, as they
 * were then: nobody should lose a paste to a choice of last week.
 */
import { keepJson, readFields } from '#components/ui/storage';
import { type ChosenOptions, chosenOptions, mapOptions, setOptions } from '#lib/pastes/paste-options.rules';
import type { StoredFile } from './draft-files';
import { byteLength, type Draft, type Edit } from './editor-draft';
import { expiryName, parseChosen } from './expiry';

/** The largest draft that is kept, and the largest text in the text area; a larger one becomes an attachment. */
export const MAX_DRAFT_BYTES = 512 * 1024;

const STORAGE_KEY = 'sealpaste-draft';

/** A file of the draft. `attachment`: it replaces the text; `other`: it isn't text. */
export interface KeptFile extends StoredFile {
  kind: 'attachment' | 'text' | 'other';
  name: string;
  syntax: string;
  /** The first lines of an attachment. */
  beginning: string;
}

type KeptDraft = Pick<Draft, 'text' | 'title' | 'chosenSyntax' | 'expiry' | 'encrypt'> &
  Partial<ChosenOptions & Pick<Draft, 'keepsMetadata'>> & {
    files?: readonly KeptFile[];
    /** Whether the draft had a password, which is never kept. */
    hasPassword?: boolean;
  };

/** @returns false when the draft was not kept: it is too large, or the browser has no room or forbids it */
export function keepDraft(storage: Storage, draft: KeptDraft): boolean {
  const { text, title, chosenSyntax, expiry, encrypt, hasPassword = false, files = [], keepsMetadata = false } = draft;
  if (text === '' && title === '' && files.length === 0) {
    storage.removeItem(STORAGE_KEY);
    return true;
  }
  if (byteLength(text) > MAX_DRAFT_BYTES) return false;
  return keepJson(storage, STORAGE_KEY, {
    text,
    title,
    chosenSyntax,
    expiry: expiryName(expiry),
    encrypt,
    hasPassword,
    ...(keepsMetadata && { keepsMetadata }),
    ...setOptions(draft),
    ...(files.length > 0 && { files }),
  });
}

/** @returns the stored draft, and how to find its files; null when there is none or it is invalid */
export function restoreDraft(storage: Storage): (Edit & { text: string; title: string; files: KeptFile[] }) | null {
  const kept = readFields(storage, STORAGE_KEY);
  const { text, title, encrypt, hasPassword, keepsMetadata, files } = kept;
  if (typeof text !== 'string' || typeof title !== 'string') return null;
  return {
    text,
    title,
    ...chosenIn(kept),
    // Anything but an explicit false means encrypted, so that no draft loses its encryption.
    encrypt: encrypt !== false,
    isPasswordLost: hasPassword === true && encrypt !== false,
    ...(keepsMetadata === true && { keepsMetadata }),
    ...restoreOptions(kept),
    files: Array.isArray(files) ? files.filter(isKeptFile) : [],
  };
}

const chosenIn = ({ expiry, chosenSyntax }: Record<string, unknown>) => ({
  expiry: parseChosen(expiry),
  chosenSyntax: typeof chosenSyntax === 'string' ? chosenSyntax : null,
});

/** @returns the options that the editor offers; an invalid value counts as not set */
function restoreOptions(kept: Record<string, unknown>): ChosenOptions {
  return chosenOptions(
    mapOptions((option, name) => {
      const value = kept[name];
      if (option.kind === 'flag') return value === true;
      if (option.kind === 'address') return typeof value === 'string' ? value : null;
      if (option.kind === 'networks') return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
      return option.choices.find((choice) => choice === value) ?? null;
    }),
  );
}

function isKeptFile(value: unknown): value is KeptFile {
  const { id, key, type, name, beginning, syntax, kind, fileName } = (value ?? {}) as Record<string, unknown>;
  return [id, key, type, name, beginning, syntax, kind, fileName ?? ''].every((field) => typeof field === 'string');
}

const DEFAULTS_KEY = 'sealpaste-defaults';

type Defaults = Pick<Draft, 'expiry' | 'burnAfterRead' | 'chosenSyntax'>;

/** Stores the options that new pastes of this browser begin with. If the storage is full, they begin with the host's. @param chosen null: forgets them */
export function keepDefaults(storage: Storage | null, chosen: Defaults | null): void {
  if (chosen === null) storage?.removeItem(DEFAULTS_KEY);
  else
    keepJson(storage, DEFAULTS_KEY, {
      burnAfterRead: chosen.burnAfterRead,
      chosenSyntax: chosen.chosenSyntax,
      expiry: expiryName(chosen.expiry),
    });
}

/** @returns what is stored; empty when nothing is. Invalid values are the host's defaults. */
export function readDefaults(storage: Storage | null): Partial<Defaults> {
  const kept = readFields(storage, DEFAULTS_KEY);
  return kept.expiry === undefined ? {} : { ...chosenIn(kept), burnAfterRead: kept.burnAfterRead === true };
}

/**
 * Lines of a text area. Chromium lays out all of them: on the slow core of a phone, 10,000 short lines take half a second
 * to arrive and a key takes less than 0.1 s; 50,000 took four seconds, and a key more than half a second.
 */
export const MAX_TYPED_LINES = 10_000;

/** @param pieces of one text, whose bytes and lines together decide */
export function isTooLargeToType(pieces: readonly string[]): boolean {
  const text = pieces.join('');
  if (text.length > MAX_DRAFT_BYTES || text.split('\n', MAX_TYPED_LINES + 1).length > MAX_TYPED_LINES) return true;
  // A UTF-16 unit has one to three bytes, so most texts need no counting.
  return text.length * 3 > MAX_DRAFT_BYTES && byteLength(text) > MAX_DRAFT_BYTES;
}
