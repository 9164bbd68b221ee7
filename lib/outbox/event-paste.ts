/** A paste's id and title in the rows of a queue: encrypted as in the paste's row, and decrypted when the event is sent. */
import type { Row } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { answeredRequestPlace, openTitle, openValue, pasteIdPlace, pasteKeysOf } from '../vault/vault';

/**
 * SQL of the values that a queue copies from the paste `p`, by column. The data key is not copied: id and title can be
 * decrypted with the master key alone, and neither decrypts the content. An encrypted paste has a title for its receivers only
 * when it answers a secret request: the request's label.
 */
export const PASTE_COLUMNS = {
  paste_id: 'p.id',
  id_sealed: 'p.id_sealed',
  title_sealed: 'CASE WHEN NOT p.is_e2ee OR EXISTS (SELECT 1 FROM secret_answers a WHERE a.id = p.id) THEN p.title_sealed END',
  paste_expires_at: 'p.expires_at',
};

/** The paste of an event, as far as all receivers learn of it; a queue without a column has no event that needs it. */
export interface EventPaste {
  publicId: string;
  /** The label of the request that the paste answers. '' or null: none, or one that only the paste's readers know. */
  title: string | null;
  isE2ee: boolean;
  burnAfterRead: boolean;
  /** In ms since 1970. */
  expiresAt: number | null;
}

/** Decrypts a row of a queue. @throws UnknownMasterKeyError, SealBrokenError */
export function openEventPaste(keyring: Keyring, row: Row): EventPaste {
  const { publicId, title } = openIdAndTitle(keyring, row);
  const isE2ee = Boolean(row.is_e2ee);
  return {
    publicId,
    // An encrypted paste's title is inside the envelope.
    title: isE2ee && title === '' ? null : title,
    isE2ee,
    burnAfterRead: Boolean(row.burn_after_read),
    expiresAt: row.paste_expires_at === null ? null : Number(row.paste_expires_at),
  };
}

/** Decrypts id and title of a queue's row; `title` is '' for a paste without one. @throws UnknownMasterKeyError, SealBrokenError */
export function openIdAndTitle(keyring: Keyring, { paste_id, id_sealed, title_sealed }: Row): { publicId: string; title: string } {
  const publicId = openValue(keyring, pasteIdPlace(String(paste_id)), id_sealed as Uint8Array);
  const title = title_sealed === null ? '' : openTitle(pasteKeysOf(keyring, publicId), title_sealed as Uint8Array);
  return { publicId, title };
}

/** Id of the secret request that the paste answers; null for any other paste. @throws UnknownMasterKeyError, SealBrokenError */
export function openAnsweredRequest(keyring: Keyring, { paste_id, request_id_sealed }: Row): string | null {
  return request_id_sealed === null ? null : openValue(keyring, answeredRequestPlace(String(paste_id)), request_id_sealed as Uint8Array);
}
