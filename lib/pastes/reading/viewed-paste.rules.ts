/** The facts that the page of a paste has before the paste is read: only fields that it shows or needs. Browser-safe. */

/** The kinds of facts, which are checked where they come from a server. */
interface Kinds {
  string: string;
  number: number;
  boolean: boolean;
  'string?': string | null;
  'number?': number | null;
}

/** The facts that a reader's screens show. Times in ms since 1970. */
export const VIEWED_PASTE = {
  publicId: 'string',
  /** Empty when there is no title, it is inside the envelope, or it must not be read yet. */
  title: 'string',
  syntax: 'string',
  isE2ee: 'boolean',
  /** Whether the content looks like our envelope. A foreign ciphertext doesn't, and has no key of our form. */
  isEnvelope: 'boolean',
  burnAfterRead: 'boolean',
  /** Whether the sender, or a code that is mailed to the recipient, must release each reader; null: nobody must. */
  needsRelease: 'string?',
  /** How many reads are left; null: any number. */
  readsLeft: 'number?',
  /** How many reads the paste was created with; null: any number. */
  maxReads: 'number?',
  /** When a read returned the content last; null: none did, or any number may. */
  lastReadAt: 'number?',
  /** Whether decrypting takes a password; also true when that is unknown. False for an unencrypted text. */
  hasPassword: 'boolean',
  /** Views, including this one. */
  viewCount: 'number',
  /** Bytes as stored: the envelope's, not those of the text inside. */
  contentBytes: 'number',
  createdAt: 'number',
  expiresAt: 'number?',
  /** The text or the envelope; null when the page must fetch it, or it must not be read yet. */
  content: 'string?',
  /** The first lines of a text that the page must fetch or decrypt, to read until then. */
  preview: 'string?',
  /** Whether this browser created the paste or its owner looks: fetching the content then is no view. */
  isOwn: 'boolean',
  /** Whether every reader may extend and delete the paste, because it has no owner and no manage token. */
  isOpenToAll: 'boolean',
  /** Whether every reader may delete the paste. */
  readerMayDelete: 'boolean',
  /** Whether reading needs a token derived from the key and the password. */
  needsReadToken: 'boolean',
  /** The envelope's first part, which the token is derived from; only for encrypted pastes that burn or that readers may delete. */
  readHeader: 'string?',
  /** The server's clock when it described the paste, so that the browser renders the same relative times. */
  renderedAt: 'number',
} as const satisfies Record<string, keyof Kinds>;

type Facts = { [Fact in keyof typeof VIEWED_PASTE]: Kinds[(typeof VIEWED_PASTE)[Fact]] };

export interface ViewedPaste extends Facts {
  needsRelease: 'sender' | 'mail' | null;
}

/** The facts that a claim needs, of a paste with a page or of an answer, which has none. */
export type BurnPaste = Pick<ViewedPaste, 'publicId' | 'isEnvelope' | 'needsReadToken' | 'readHeader'>;

/** Checks the facts: the page's file may be proved to be ours, but the data comes from whoever runs the server. */
export const isViewedPaste = (value: unknown): value is ViewedPaste =>
  Object.entries(VIEWED_PASTE).every(([fact, kind]) => {
    const given: unknown = Object(value)[fact];
    return given === null ? kind.endsWith('?') : kind.startsWith(typeof given);
  });

/** Larger contents are fetched by the page instead of coming with it. */
export const IN_PAGE_MAX_BYTES = 256 * 1024;

/** The data of the page of an encrypted link. */
export interface ViewData {
  /** Null when nobody can read it: there is none, it is gone, or the operator has stopped it. */
  paste: ViewedPaste | null;
  /** The operator's action on a paste that nobody can read; null: none. */
  moderation: 'held' | 'removed' | null;
}
