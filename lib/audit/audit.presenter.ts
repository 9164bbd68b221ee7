import { isoTime } from '../encoding/time.rules';
import type { AuditEntry } from './audit.service';

/** A row of the audit as it is exported and shown. The time is in ISO 8601. */
export function presentEntry({ id, at, actor, userId, userName, action, objectId, details }: AuditEntry) {
  return { id, at: isoTime(at), actor, userId, userName, action, object: objectId, details };
}

/** The name of the object is null when it has none. */
export type ShownEntry = ReturnType<typeof presentEntry> & { objectName: string | null };
