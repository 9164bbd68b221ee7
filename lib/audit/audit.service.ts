/**
 * The trail: who signed in, who made or revoked keys, and what administrators and operators did.
 *
 * Guarantees: what audit.recorder.ts says of writing it. Lists are bounded and paged by cursor; an export is streamed.
 * Rows are removed after AUDIT_DAYS by cleanup, in batches. Creating and reading pastes writes nothing here.
 * Not protected: the trail tells nothing of reads, nor of what visitors do with pastes of nobody.
 */
import { formatCursor, parseCursor, type TimePosition } from '../encoding/time-cursor';
import type { AuditEntry, AuditFilter, AuditRepository } from './audit.repository';

const EXPORT_BATCH = 500;

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService(repository: AuditRepository) {
  return {
    /** Newest first. @param before the cursor that the page before told; what is no cursor begins anew @returns also that of the next page, if there is one */
    async list(filter: AuditFilter, limit: number, before: string | null = null): Promise<{ entries: AuditEntry[]; next: string | null }> {
      // One more than asked for says whether there are more.
      const found = await repository.list(filter, limit + 1, before === null ? null : parseCursor(before));
      const entries = found.slice(0, limit);
      const last = entries.at(-1);
      return { entries, next: found.length > limit && last ? formatCursor(last) : null };
    },

    /** All of it, oldest first, until the moment at which it was asked for. */
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
