/**
 * Operators' holds and removals of reported pastes.
 *
 * Guarantees: from the next request on, no process gives a held paste to anybody until it is released: not to readers, nor
 * to a claimant, nor to its owner. A removed paste is gone, its owner gets `paste.deleted`, and for 90 days its page says
 * that the operator removed it. Each act is audited. Among simultaneous removal, reading and expiry, one takes place.
 * Not protected: a response under way when the hold comes is finished; a held paste expires like any other; a claimed paste
 * that is held is gone when its lease ends.
 * SQL (decision 0041): races with readers, owners and cleanup.
 */
import type { Actor, AuditAction } from '../../audit/audit.rules';
import type { AuditRecorder } from '../../audit/audit-recorder';
import { type Database, type Row, type Statement, tookPlace } from '../../db/database';
import { createPrune, pruneStatement } from '../../db/prune';
import { DAY_MS } from '../../encoding/time.rules';
import { NotFoundError } from '../../http/errors';
import type { EventRecorder } from '../../outbox/event-paste';
import { pasteEvent } from '../paste-audit';
import type { PasteLookup } from '../storage/paste-lookup';
import { ANNOUNCED_COLUMNS, type AnnouncedPaste, endStatements, IS_MARKED, isHere, toAnnounced } from '../storage/paste-rows';

/** How long a removed paste's page says that an operator removed it. */
const TOLD_DAYS = 90;

type Moderated = 'held' | 'removed';

/** A paste by the public id in its links, or by its row's id, which gives no right to read. */
type PasteName = { publicId: string } | { id: string };

interface ModeratedPaste extends AnnouncedPaste {
  /** Null when it can't be decrypted. */
  publicId: string | null;
}

/** @param recorders write the events for owners @param audit records what operators do */
export function createModeration(db: Database, lookup: PasteLookup, recorders: readonly EventRecorder[], audit: AuditRecorder) {
  const { now } = db.dialect;
  const byLookup = `${lookup.isLookup('p.lookup')} AND ${isHere(now)}`;
  const byId = `p.id = ? AND ${isHere(now)}`;
  const hold = `UPDATE pastes AS p SET held_at = ${now} WHERE ${byId} AND p.held_at IS NULL RETURNING id`;
  const release = `UPDATE pastes AS p SET held_at = NULL WHERE ${byId} AND p.held_at IS NOT NULL RETURNING id`;
  const select = (condition: string) => `SELECT ${ANNOUNCED_COLUMNS}, p.id_sealed FROM pastes p WHERE ${condition}`;
  // Nobody is told of the end of a paste with networks: somebody outside of them would learn that it was there.
  const remember = `INSERT INTO removed_pastes (id, lookup, id_sealed, removed_at, keep_until)
    SELECT p.id, p.lookup, p.id_sealed, ${now}, ${now} + ${TOLD_DAYS * DAY_MS} FROM pastes p WHERE p.id = ? AND ${IS_MARKED} AND p.readable_from IS NULL`;
  const remove = `DELETE FROM pastes WHERE id = ? AND ${IS_MARKED} RETURNING id`;
  const selectState = `SELECT 'held' AS state FROM pastes p WHERE ${byLookup} AND p.held_at IS NOT NULL AND p.readable_from IS NULL
    UNION ALL SELECT 'removed' AS state FROM removed_pastes r WHERE ${lookup.isLookup('r.lookup')} AND r.keep_until > ${now}`;

  const toModerated = (row: Row): ModeratedPaste => ({ ...toAnnounced(row), publicId: lookup.readableIdOf(row) });

  /** @throws NotFoundError */
  async function find(name: PasteName): Promise<ModeratedPaste> {
    const [row] = 'id' in name ? await db.read(select(byId), [name.id]) : await db.read(select(byLookup), lookup.lookupsOf(name.publicId));
    if (!row) throw new NotFoundError();
    return toModerated(row);
  }

  /** Changes the paste's row and audits it. @throws NotFoundError when the row doesn't change */
  async function change(sql: string, action: AuditAction, name: PasteName, by: Actor): Promise<void> {
    const { id } = await find(name);
    // The public id is left out: the paste still exists, and readers of the audit must not read it.
    const event = pasteEvent(action, { by, publicId: null }, id);
    if (!(await tookPlace(db, 0, [{ sql, params: [id] }, audit.record(event, 0)]))) throw new NotFoundError();
  }

  return {
    /** @throws NotFoundError when there is no such paste that isn't held */
    hold: (name: PasteName, by: Actor) => change(hold, 'paste.held', name, by),

    /** @throws NotFoundError when there is no such held paste */
    release: (name: PasteName, by: Actor) => change(release, 'paste.released', name, by),

    /** Removes a paste, also a held or claimed one, and records that it was removed. @throws NotFoundError */
    async remove(name: PasteName, by: Actor): Promise<void> {
      const paste = await find(name);
      const end = [remember, remove].map((sql): Statement => ({ sql, params: [paste.id] }));
      const statements = endStatements(recorders, paste, { type: 'paste.deleted', reason: 'removed' }, byId, end);
      const event = pasteEvent('paste.removed', { by, publicId: paste.publicId }, paste.id);
      const deletion = statements.length - 1;
      if (!(await tookPlace(db, deletion, [...statements, audit.record(event, deletion)]))) throw new NotFoundError();
    },

    /** The operator's act on a paste that readers can't find; null: none. */
    stateOf: (publicId: string): Promise<Moderated | null> =>
      lookup.find(db, selectState, publicId, ({ state }) => state as Moderated, lookup.lookupsOf(publicId)),

    prune: createPrune(db, pruneStatement('removed_pastes', `keep_until <= ${now} ORDER BY keep_until`)),
  };
}
