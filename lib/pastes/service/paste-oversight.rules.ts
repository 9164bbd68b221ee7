/** The fields of a paste that administrators see. Browser-safe. */
import type { PasteOptions } from '../paste-options.rules';

/** A paste without title, content or link. Times are ms since 1970, on pages ISO 8601. */
export interface OverseenPaste<Time = number> extends PasteOptions {
  /** The row's id, which gives no right to read. */
  id: string;
  /** The beginning and end of the id in the paste's link: too little to read it, enough to know it again. Null: it can't be decrypted. */
  shortId: string | null;
  ownerId: number | null;
  ownerName: string | null;
  syntax: string;
  viewCount: number;
  contentBytes: number;
  heldAt: Time | null;
  /** A reader has claimed the paste and may be fetching it. */
  isClaimed: boolean;
  createdAt: Time;
  expiresAt: Time | null;
}
