/**
 * The audit: sign-ins, keys made and revoked, and the actions of administrators and operators.
 *
 * Guarantees: rows are written as audit-recorder.ts says. Lists are bounded and paged by cursor; an export is streamed.
 * Cleanup removes rows after AUDIT_DAYS, in batches. Creating and reading pastes writes no row.
 * Not protected: the audit records no reads, and nothing that visitors do with pastes without an owner.
 */
import { formatCursor, parseCursor, type TimePosition } from '../encoding/time-cursor';
import type { AuditEntry, AuditFilter, AuditRepository } from './audit.repository';

const EXPORT_BATCH = 500;

export function createAuditService(repository: AuditRepository) {
  return {
    /** A page, the newest first. @param before cursor of this page; any other text means the first page @returns the rows, and the cursor of the next page or null */
    async list(filter: AuditFilter, limit: number, before: string | null = null): Promise<{ entries: AuditEntry[]; next: string | null }> {
      // One row more than a page tells whether there is a next page.
      const found = await repository.list(filter, limit + 1, before === null ? null : parseCursor(before));
      const entries = found.slice(0, limit);
      const last = entries.at(-1);
      return { entries, next: found.length > limit && last ? formatCursor(last) : null };
    },

    /** All rows up to the time of the call, the oldest first. */
    async *all(): AsyncGenerator<AuditEntry> {
      const until = await repository.clock();
      for (let after: TimePosition | null = null; ; ) {
        const batch: AuditEntry[] = await repository.listAfter(EXPORT_BATCH, after);
        for (const entry of batch) {
          if (entry.at > until) return;
          yield entry;
        }
        after = batch.at(-1) ?? null;
        if (batch.length < EXPORT_BATCH || after === null) return;
      }
    },

    prune: () => repository.prune(),
  };
}
