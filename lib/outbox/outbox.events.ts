import type { Statement } from '../db/database';

/** `read`: by the last of the reads that it was created for. `removed`: by the operator. */
export type DeleteReason = 'deleted' | 'burned' | 'read' | 'removed';

/** Whether somebody got the content who was the last to get it. */
export const isLastRead = (reason: DeleteReason): boolean => reason === 'burned' || reason === 'read';

/** What owners can be told about. */
export type PasteEvent = { type: 'paste.created' } | { type: 'paste.deleted'; reason: DeleteReason } | { type: 'paste.expired' };

/** What a recorder may know before its statements run. */
export interface RecordedPaste {
  id: string;
  /** Whether a read may be the one that deletes the paste, which then has a receipt. */
  endsByReading: boolean;
}

/**
 * The statements that leave an event for those who are to be told of it, to stand in the transaction
 * of the change, so that both exist or neither. They take what the event tells from the paste's row,
 * which is there while they run, whatever the change is, and return no rows. No one to tell: they
 * write nothing.
 *
 * @param condition SQL over the paste's row `p`: what is so only when the change takes place
 */
export type EventRecorder = (event: PasteEvent, paste: RecordedPaste, condition: string) => Statement[];
