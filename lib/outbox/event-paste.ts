/** A paste's id and title in the rows of a queue: encrypted as in the paste's row, and decrypted when the event is sent. */
import type { Row, Statement } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { answeredRequestPlace, openTitle, openValue, pasteIdPlace, pasteKeysOf } from '../vault/vault';

/** SQL condition: the paste `p` answers a secret request. */
export const IS_ANSWER = 'EXISTS (SELECT 1 FROM secret_answers a WHERE a.id = p.id)';

/**
 * SQL of the values that a queue copies from the paste `p`, by column. The data key is not copied: id and title can be
 * decrypted with the master key alone, and neither decrypts the content. An encrypted paste has a title for its receivers only
 * when it answers a secret request: the request's label.
 */
export const PASTE_COLUMNS = {
  paste_id: 'p.id',
  id_sealed: 'p.id_sealed',
  title_sealed: `CASE WHEN NOT p.is_e2ee OR ${IS_ANSWER} THEN p.title_sealed END`,
  paste_expires_at: 'p.expires_at',
};

/** Decrypts a row of a queue. @throws UnknownMasterKeyError, SealBrokenError */
export function openEventPaste(keyring: Keyring, row: Row) {
  const { publicId, title } = openIdAndTitle(keyring, row);
  const isE2ee = Boolean(row.is_e2ee);
  return {
    publicId,
    /** The label of the request that the paste answers. '' or null: none, or one that only the paste's readers know. */
    title: isE2ee && title === '' ? null : title,
    isE2ee,
    burnAfterRead: Boolean(row.burn_after_read),
    /** In ms since 1970. */
    expiresAt: row.paste_expires_at === null ? null : Number(row.paste_expires_at),
  };
}

/** The paste of an event, as far as all receivers learn of it; a queue without a column has no event that needs it. */
export type EventPaste = ReturnType<typeof openEventPaste>;

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

/** Why a paste was deleted; `read`: by the last read that its number of reads allows; `removed`: by the operator. */
export type DeleteReason = 'deleted' | 'burned' | 'read' | 'removed';

/** Whether the paste was deleted by its last read. */
export const isLastRead = (reason: DeleteReason): boolean => reason === 'burned' || reason === 'read';

/** Events of pastes that owners can be notified of. */
export type PasteEvent = { type: 'paste.created' } | { type: 'paste.deleted'; reason: DeleteReason } | { type: 'paste.expired' };

/** Events that an owner's receiver gets only when it names them. For other owners, nothing is written. */
export type NamedEvent = 'paste.read' | 'paste.expiring' | 'request.answered';

/** Events about a reader who waits for a paste, for receivers that name them. */
type ReaderEvent = 'paste.waiting' | 'paste.released' | 'paste.refused';

/** The reader whom an event is about. */
export interface EventReader {
  code: string;
  /** Coarse name of the browser and its system; null: unknown. */
  client: string | null;
}

/** Events about the service, for administrators. */
export type AdministratorEvent = 'report.created' | 'worker.silent';

/** A reader gets nothing for whom a code was mailed: five wrong ones were typed, or no mail reaches the recipient. */
interface MailedRefusal {
  type: 'paste.refused';
  by: 'mail';
}

export type RecordedEvent =
  | PasteEvent
  | { type: NamedEvent | AdministratorEvent }
  | { type: ReaderEvent; reader: EventReader }
  | MailedRefusal;

/** Facts about the paste that a recorder knows before its statements run. */
export interface RecordedPaste {
  id: string;
  /** Whether a read may be the one that deletes the paste, which then has a receipt. */
  endsByReading: boolean;
}

/**
 * Makes the statements that queue an event for its receivers. They run in the transaction of the
 * change, so that both exist or neither. They read the event's facts from the paste's row,
 * which exists while they run, whatever the change is, and return no rows. Without receivers they
 * write nothing.
 *
 * @param condition SQL over the paste's row `p` that holds only when the change takes place
 */
export interface EventRecorder {
  (event: RecordedEvent, paste: RecordedPaste, condition: string): Statement[];
  /** SQL: a SELECT of the ids of owners with a receiver that names the event. Absent or null: no receiver can. */
  owners?(event: NamedEvent): string | null;
}

/** The statements of all recorders. @param condition by default, that the paste's upload has ended */
export const recordEvent = (
  recorders: readonly EventRecorder[],
  event: RecordedEvent,
  paste: RecordedPaste,
  condition = 'p.chunk_count > 0',
) => recorders.flatMap((record) => record(event, paste, condition));
