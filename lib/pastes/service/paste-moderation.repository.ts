/** Operators' holds and removals, in the database. SQL (decision 0041): races with readers, owners and cleanup. */

import type { Actor, AuditAction } from '../../audit/audit.rules';
import type { AuditRecorder } from '../../audit/audit-recorder';
import { type Database, type Row, tookPlace } from '../../db/database';
import { createPrune, pruneStatement } from '../../db/prune';
import { DAY_MS } from '../../encoding/time.rules';
import type { EventRecorder } from '../../outbox/outbox-events';
import { pasteEvent } from '../paste-audit';
import type { PasteLookup } from '../storage/paste-lookup';
import { ANNOUNCED_COLUMNS, type AnnouncedPaste, endStatements, IS_MARKED, isHere, toAnnounced } from '../storage/paste-rows';

/** How long a removed paste's page says that an operator removed it. */
const TOLD_DAYS = 90;

export type Moderated = 'held' | 'removed';

/** A paste by the public id in its links, or by its row's id, which gives no right to read. */
export type PasteName = { publicId: string } | { id: string };

export interface ModeratedPaste extends AnnouncedPaste {
  /** Null when it can't be decrypted. */
  publicId: string | null;
}

export type ModerationRepository = ReturnType<typeof createModerationRepository>;

/** @param recorders write the events for owners @param audit records what operators do */
export function createModerationRepository(db: Database, lookup: PasteLookup, recorders: readonly EventRecorder[], audit: AuditRecorder) {
  const { now } = db.dialect;
  const byLookup = `${lookup.isLookup('p.lookup')} AND ${isHere(now)}`;
  const byId = `p.id = ? AND ${isHere(now)}`;
  const hold = `UPDATE pastes AS p SET held_at = ${now} WHERE ${byId} AND p.held_at IS NULL RETURNING id`;
  const release = `UPDATE pastes AS p SET held_at = NULL WHERE ${byId} AND p.held_at IS NOT NULL RETURNING id`;
  const select = (condition: string) => `SELECT ${ANNOUNCED_COLUMNS}, p.id_sealed FROM pastes p WHERE ${condition}`;
  const remember = `INSERT INTO removed_pastes (id, lookup, id_sealed, removed_at, keep_until)
    SELECT p.id, p.lookup, p.id_sealed, ${now}, ${now} + ${TOLD_DAYS * DAY_MS} FROM pastes p WHERE p.id = ? AND ${IS_MARKED}`;
  const remove = `DELETE FROM pastes WHERE id = ? AND ${IS_MARKED} RETURNING id`;
  const selectState = `SELECT 'held' AS state FROM pastes p WHERE ${byLookup} AND p.held_at IS NOT NULL
    UNION ALL SELECT 'removed' AS state FROM removed_pastes r WHERE ${lookup.isLookup('r.lookup')} AND r.keep_until > ${now}`;

  /** Changes the paste's row and audits it. @returns whether the row changed */
  async function change(sql: string, action: AuditAction, paste: ModeratedPaste, by: Actor): Promise<boolean> {
    // The public id is left out: the paste still exists, and readers of the audit must not read it.
    const event = pasteEvent(action, { by, publicId: null }, paste.id);
    return tookPlace(db, 0, [{ sql, params: [paste.id] }, audit.record(event, 0)]);
  }

  return {
    async find(name: PasteName): Promise<ModeratedPaste | null> {
      const toModerated = (row: Row): ModeratedPaste => ({ ...toAnnounced(row), publicId: lookup.readableIdOf(row) });
      if ('id' in name) {
        const [row] = await db.read(select(byId), [name.id]);
        return row ? toModerated(row) : null;
      }
      return lookup.find(name.publicId, async (lookups) => {
        const [row] = await db.read(select(byLookup), lookups);
        return row && toModerated(row);
      });
    },

    /** @returns false when it is gone or held already */
    hold: (paste: ModeratedPaste, by: Actor) => change(hold, 'paste.held', paste, by),

    /** @returns false when it is gone or not held */
    release: (paste: ModeratedPaste, by: Actor) => change(release, 'paste.released', paste, by),

    /** Removes a paste, also a held or claimed one, and records that it was removed. @returns whether this call removed it */
    async remove(paste: ModeratedPaste, by: Actor): Promise<boolean> {
      const params = [paste.id];
      const end = [remember, remove].map((sql) => ({ sql, params }));
      const statements = endStatements(recorders, paste, { type: 'paste.deleted', reason: 'removed' }, byId, end);
      const event = pasteEvent('paste.removed', { by, publicId: paste.publicId }, paste.id);
      const deletion = statements.length - 1;
      return tookPlace(db, deletion, [...statements, audit.record(event, deletion)]);
    },

    /** The operator's act on the paste; null: none. */
    stateOf: (publicId: string): Promise<Moderated | null> =>
      lookup.find(publicId, async (lookups) => {
        const [row] = await db.read(selectState, [...lookups, ...lookups]);
        return row && (row.state as Moderated);
      }),

    prune: createPrune(db, pruneStatement('removed_pastes', `keep_until <= ${now} ORDER BY keep_until`)),
  };
}
