/** Audit events of pastes: the id of the row, and the public id, which the audit seals. */

import type { Actor, AuditAction } from '../audit/audit.rules';
import type { AuditEvent } from '../audit/audit-recorder';

/** The deleter of a paste. @property publicId null when it can't be decrypted */
export interface Deleter {
  by: Actor;
  publicId: string | null;
}

/** @param id the paste row's */
export function pasteEvent(action: AuditAction, { by, publicId }: Deleter, id: string): AuditEvent {
  return { by, action, object: id, ...(publicId === null ? {} : { details: { publicId } }) };
}

export const deletedBy = (deleter: Deleter, id: string): AuditEvent => pasteEvent('paste.deleted', deleter, id);
