/** What an administrator sees of a paste. Browser-safe. */
import type { PasteOptions } from '../paste.options.rules';

/** A paste without what it says: no title, no content, no link. Times in ms since 1970, on pages in ISO 8601. */
export interface OverseenPaste<Time = number> extends PasteOptions {
  /** Of its row: it opens nothing. */
  id: string;
  ownerId: number | null;
  ownerName: string | null;
  syntax: string;
  viewCount: number;
  contentBytes: number;
  heldAt: Time | null;
  /** One reader has claimed it and fetches it. */
  isClaimed: boolean;
  createdAt: Time;
  expiresAt: Time | null;
}
