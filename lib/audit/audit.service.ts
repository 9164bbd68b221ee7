/**
 * The audit: sign-ins, keys made and revoked, and the actions of administrators and operators.
 *
 * Guarantees: rows are written as audit-recorder.ts says. Lists are bounded and paged by cursor; an export is streamed.
 * Cleanup removes rows after AUDIT_DAYS, in batches. Creating and reading pastes writes no row.
 * Not protected: the audit records no reads, and nothing that visitors do with pastes without an owner.
 * SQL (decision 0041): cleanup is idle.
 */
import { type Database, type Prisma, readClock } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { DAY_MS } from '../encoding/time.rules';
import { formatCursor, parseCursor } from '../encoding/time-cursor';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach } from '../vault/open-each';
import { openValue } from '../vault/vault';
import type { ActorKind, AuditAction, AuditDetails } from './audit.rules';
import { auditPlace } from './audit-recorder';

const EXPORT_BATCH = 500;

interface AuditFilter {
  actor?: ActorKind | undefined;
  userId?: number | undefined;
  action?: AuditAction | undefined;
  objectId?: string | undefined;
}

export type AuditEntry = ReturnType<typeof toEntry>;

/** @param names of the users who are still there */
function toEntry(row: Prisma.AuditEntryGetPayload<object>, names: ReadonlyMap<number | null, string>, details: AuditDetails) {
  return {
    id: row.id,
    /** ms since 1970 */
    at: Number(row.at),
    actor: row.actor as ActorKind,
    /** The user who acted; null for operators and visitors. */
    userId: row.actorId,
    userName: names.get(row.actorId) ?? null,
    action: row.action as AuditAction,
    objectId: row.objectId,
    /** The name of the user whom the action is about; null for other objects. */
    objectName: names.get(userOfObject(row)) ?? null,
    details,
  };
}

/** The id of the user whom an action is about. Refused sign-ins with an identity that nobody has name the identity. */
function userOfObject({ action, objectId }: { action: string; objectId: string | null }): number | null {
  return /^(?:user|session)\./.test(action) && /^\d{1,9}$/.test(objectId ?? '') ? Number(objectId) : null;
}

export function createAuditService(db: Database, keyring: Keyring, days: number, openEach: OpenEach = createOpenEach(db)) {
  const { prisma } = db;
  const { now } = db.dialect;

  const openDetails = ({ id, detailsSealed }: { id: string; detailsSealed: Uint8Array | null }): AuditDetails =>
    detailsSealed === null ? {} : (JSON.parse(openValue(keyring, auditPlace(id), detailsSealed)) as AuditDetails);

  async function find(where: Prisma.AuditEntryWhereInput, direction: 'asc' | 'desc', take: number): Promise<AuditEntry[]> {
    const rows = await prisma.auditEntry.findMany({ where, orderBy: [{ at: direction }, { id: direction }], take });
    const ids = [...new Set(rows.flatMap((row) => [row.actorId, userOfObject(row)]).filter((id) => id !== null))];
    const users = ids.length === 0 ? [] : await prisma.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
    const names = new Map<number | null, string>(users.map(({ id, name }) => [id, name]));
    return openEach(
      'audit',
      rows,
      (row) => toEntry(row, names, openDetails(row)),
      (row) => toEntry(row, names, {}),
    );
  }

  return {
    /** A page, the newest first. @param before cursor of this page; any other text means the first page @returns the rows, and the cursor of the next page or null */
    async list({ actor, userId, action, objectId }: AuditFilter, limit: number, before: string | null = null) {
      const last = before === null ? null : parseCursor(before);
      const where = {
        ...(actor === undefined ? {} : { actor }),
        ...(userId === undefined ? {} : { actorId: userId }),
        ...(action === undefined ? {} : { action }),
        ...(objectId === undefined ? {} : { objectId }),
        // The second condition implies the first, which is there for the index.
        ...(last === null ? {} : { at: { lte: last.at }, OR: [{ at: { lt: last.at } }, { id: { lt: last.id } }] }),
      };
      // One row more than a page tells whether there is a next page.
      const found = await find(where, 'desc', limit + 1);
      const entries = found.slice(0, limit);
      const end = entries.at(-1);
      return { entries, next: found.length > limit && end ? formatCursor(end) : null };
    },

    /** All rows up to the time of the call, the oldest first. */
    async *all(): AsyncGenerator<AuditEntry> {
      const until = await readClock(db);
      for (let after: AuditEntry | undefined; ; ) {
        const { at, id } = after ?? { at: 0, id: '' };
        const batch: AuditEntry[] = await find({ at: { gte: at }, OR: [{ at: { gt: at } }, { id: { gt: id } }] }, 'asc', EXPORT_BATCH);
        for (const entry of batch) {
          if (entry.at > until) return;
          yield entry;
        }
        after = batch.at(-1);
        if (batch.length < EXPORT_BATCH) return;
      }
    },

    prune: createPrune(db, pruneStatement('audit', `at <= ${now} - ${days * DAY_MS} ORDER BY at, id`)),
  };
}
