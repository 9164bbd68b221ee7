/** Rows of the audit: lists and cleanup. SQL (decision 0041): cleanup is idle. */
import { type Database, type Prisma, readClock } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { DAY_MS } from '../encoding/time.rules';
import type { TimePosition } from '../encoding/time-cursor';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach } from '../vault/open-each';
import { openValue } from '../vault/vault';
import type { ActorKind, AuditAction, AuditDetails } from './audit.rules';
import { auditPlace } from './audit-recorder';

export interface AuditEntry {
  id: string;
  /** ms since 1970 */
  at: number;
  actor: ActorKind;
  /** The user who acted; null for operators and visitors. */
  userId: number | null;
  /** Null, too, for a user who has been removed. */
  userName: string | null;
  action: AuditAction;
  objectId: string | null;
  /** The name of the user whom the action is about; null for other objects, and for a user who has been removed. */
  objectName: string | null;
  details: AuditDetails;
}

export interface AuditFilter {
  actor?: ActorKind | undefined;
  userId?: number | undefined;
  action?: AuditAction | undefined;
  objectId?: string | undefined;
}

/** The id of the user whom an action is about. Refused sign-ins with an identity that nobody has name the identity. */
function userOfObject({ action, objectId }: { action: string; objectId: string | null }): number | null {
  return /^(?:user|session)\./.test(action) && /^\d{1,9}$/.test(objectId ?? '') ? Number(objectId) : null;
}

export type AuditRepository = ReturnType<typeof createAuditRepository>;

export function createAuditRepository(db: Database, keyring: Keyring, days: number, openEach: OpenEach = createOpenEach(db)) {
  const { prisma } = db;
  const { now } = db.dialect;

  const openDetails = ({ id, detailsSealed }: { id: string; detailsSealed: Uint8Array | null }): AuditDetails =>
    detailsSealed === null ? {} : (JSON.parse(openValue(keyring, auditPlace(id), detailsSealed)) as AuditDetails);

  async function find(where: Prisma.AuditEntryWhereInput, direction: 'asc' | 'desc', take: number): Promise<AuditEntry[]> {
    const rows = await prisma.auditEntry.findMany({ where, orderBy: [{ at: direction }, { id: direction }], take });
    const ids = [...new Set(rows.flatMap((row) => [row.actorId, userOfObject(row)]).filter((id) => id !== null))];
    const users = ids.length === 0 ? [] : await prisma.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
    const names = new Map(users.map(({ id, name }) => [id, name]));
    const details = await openEach('audit', rows, openDetails, () => ({}));
    const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
    return rows.map(({ id, at, actor, actorId, action, objectId }, index) => ({
      id,
      at: Number(at),
      actor: actor as ActorKind,
      userId: actorId,
      userName: nameOf(actorId),
      action: action as AuditAction,
      objectId,
      objectName: nameOf(userOfObject({ action, objectId })),
      details: details[index] ?? {},
    }));
  }

  return {
    /** The newest first. @param before the last row of the previous page */
    list({ actor, userId, action, objectId }: AuditFilter, limit: number, before: TimePosition | null): Promise<AuditEntry[]> {
      const where = {
        ...(actor === undefined ? {} : { actor }),
        ...(userId === undefined ? {} : { actorId: userId }),
        ...(action === undefined ? {} : { action }),
        ...(objectId === undefined ? {} : { objectId }),
        // The second condition implies the first, which is there for the index.
        ...(before === null ? {} : { at: { lte: before.at }, OR: [{ at: { lt: before.at } }, { id: { lt: before.id } }] }),
      };
      return find(where, 'desc', limit);
    },

    /** The oldest first. @param after the last row of the previous page */
    listAfter(limit: number, after: TimePosition | null): Promise<AuditEntry[]> {
      return find(after === null ? {} : { at: { gte: after.at }, OR: [{ at: { gt: after.at } }, { id: { gt: after.id } }] }, 'asc', limit);
    },

    clock: () => readClock(db),

    prune: createPrune(db, pruneStatement('audit', `at <= ${now} - ${days * DAY_MS} ORDER BY at, id`)),
  };
}
