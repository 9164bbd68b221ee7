/** What a page knows of a paste before it is read: picked fields, nothing that isn't shown or needed. Times in ms since 1970. */
export interface ViewedPaste {
  publicId: string;
  /** Empty when there is none, when it is inside the envelope, or must not be read yet. */
  title: string;
  syntax: string;
  isE2ee: boolean;
  /** Whether what is stored looks like an envelope of ours; a foreign ciphertext has no key of our form. */
  isEnvelope: boolean;
  burnAfterRead: boolean;
  /** How many reads are left; null: any number. */
  readsLeft: number | null;
  /** Opening it takes a password as well; also true when it isn't known. False for a text that isn't encrypted. */
  hasPassword: boolean;
  /** With this view. */
  viewCount: number;
  /** As stored: of the envelope, not of the text inside. */
  contentBytes: number;
  createdAt: number;
  expiresAt: number | null;
  /** The text or the envelope; null when it is to be fetched, or must not be read yet. */
  content: string | null;
  /** The first lines of a text that is to be fetched and isn't encrypted: to read while the rest arrives. */
  preview: string | null;
  /** This browser made it, or its owner looks: fetching the content is no view. */
  isOwn: boolean;
  /** Whoever reads it may also extend and delete it: it has no owner and no manage token. */
  isOpenToAll: boolean;
  /** Whoever reads it may delete it. */
  readerMayDelete: boolean;
  /** Reading it needs a token that only its key, and password, yield. */
  needsReadToken: boolean;
  /** Of an encrypted paste that burns, or that its readers may delete: the envelope's first part, from which the token is derived. */
  readHeader: string | null;
  /** The server's clock when it drew the page, so that both draw the same relative times. */
  renderedAt: number;
}

export interface PasteText {
  /** The text in order; joined it is the whole. */
  slices: readonly string[];
  lines: number;
  /** UTF-8. */
  bytes: number;
  longestLine: number;
  /** Characters since the last break. */
  lastLine: number;
}
