import type { Statement } from '../db/database';

/** Why a paste was deleted; `read`: by the last read that its number of reads allows; `removed`: by the operator. */
export type DeleteReason = 'deleted' | 'burned' | 'read' | 'removed';

/** Whether the paste was deleted by its last read. */
export const isLastRead = (reason: DeleteReason): boolean => reason === 'burned' || reason === 'read';

/** Events of pastes that owners can be notified of. */
export type PasteEvent = { type: 'paste.created' } | { type: 'paste.deleted'; reason: DeleteReason } | { type: 'paste.expired' };

/** Events that an owner's receiver gets only when it names them. For other owners, nothing is written. */
export type NamedEvent = 'paste.read' | 'paste.expiring' | 'request.answered';

/** Events about a reader who waits for a paste, for receivers that name them. */
export type ReaderEvent = 'paste.waiting' | 'paste.released' | 'paste.refused';

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
