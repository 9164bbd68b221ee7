/** What the trail says of pastes: their row, and their public id, sealed. */
import type { AuditEvent } from '../audit/audit.recorder';
import type { Actor, AuditAction } from '../audit/audit.rules';

/** Who deletes a paste. @property publicId null where it doesn't open */
export interface Deleter {
  by: Actor;
  publicId: string | null;
}

/** @param id of the paste's row */
export function pasteEvent(action: AuditAction, { by, publicId }: Deleter, id: string): AuditEvent {
  return { by, action, object: id, ...(publicId === null ? {} : { details: { publicId } }) };
}

export const deletedBy = (deleter: Deleter, id: string): AuditEvent => pasteEvent('paste.deleted', deleter, id);
