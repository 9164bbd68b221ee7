import type { CreatedPasteJson } from '#lib/pastes/paste.schema';

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
}

/** Joins the key to the link. The key never leaves the page. */
export function toCreated(
  { url, publicId, expiresAt, isE2ee, manageToken }: CreatedPasteJson,
  { burnAfterRead, password, maxReads }: { burnAfterRead: boolean; password: string; maxReads: number | null },
  key: string | null,
): CreatedPaste {
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
  };
}
