/**
 * Pastes for administrators.
 *
 * Guarantees: no result gives a right to read: it has neither title nor content nor more of the public id than eight characters. An administrator who
 * looks for a public id knows it already. Pages are bounded.
 * Not protected: sizes, times, languages and owners.
 * SQL (decision 0041): index. Queries over many rows run by `readLong`.
 */
import type { Database, Row } from '../../db/database';
import { DAY_MS } from '../../encoding/time.rules';
import { shortened } from '../paste.rules';
import type { PasteLookup } from '../storage/paste-lookup';
import { allOf, type Conditions, isHere, type MeantPastes, meantConditions, OPTION_COLUMNS, optionsOfRow } from '../storage/paste-rows';
import type { OverseenPaste } from './paste-oversight.rules';

/** How far the process's clock, which makes row ids, may be from the database's, which sets `created_at`. */
const CLOCKS_APART_MS = DAY_MS;
const ROW_ID = /^[0-9A-Za-z]{1,32}$/;

/** Selects pastes. A field that is left out doesn't restrict. */
interface OversightFilter extends MeantPastes {
  isHeld?: boolean;
}

export function createOversight(db: Database, lookup: PasteLookup) {
  const { now } = db.dialect;
  const selectPastes = `SELECT p.id, p.id_sealed, p.owner_id, u.name AS owner_name, p.syntax, ${OPTION_COLUMNS}, p.view_count, p.content_bytes,
      p.held_at, p.claim_hash IS NOT NULL AS is_claimed, p.created_at, p.expires_at FROM pastes p LEFT JOIN users u ON u.id = p.owner_id`;

  const overseen = (row: Row): OverseenPaste => {
    const publicId = lookup.readableIdOf(row);
    return {
      id: String(row.id),
      shortId: publicId === null ? null : shortened(publicId),
      ownerId: row.owner_id as number | null,
      ownerName: row.owner_name as string | null,
      syntax: String(row.syntax),
      ...optionsOfRow(row),
      viewCount: Number(row.view_count),
      contentBytes: Number(row.content_bytes),
      heldAt: row.held_at as number | null,
      isClaimed: Boolean(row.is_claimed),
      createdAt: Number(row.created_at),
      expiresAt: row.expires_at as number | null,
    };
  };

  return {
    /** Newest first. @param before the `next` of the page before; other texts mean the first page @returns also the next page's `before` */
    async list(filter: OversightFilter, limit: number, before: string): Promise<{ pastes: OverseenPaste[]; next: string | null }> {
      const { createdFrom, createdBefore, isHeld = false } = filter;
      const conditions: Conditions = [[isHere(now)], ...meantConditions(filter)];
      if (ROW_ID.test(before)) conditions.push(['p.id < ?', before]);
      if (isHeld) conditions.push(['p.held_at IS NOT NULL']);
      // Row ids begin with their time, so that the primary key finds them.
      if (createdFrom !== undefined) conditions.push(['p.id > ?', rowTime(createdFrom - CLOCKS_APART_MS)]);
      if (createdBefore !== undefined) conditions.push(['p.id < ?', rowTime(createdBefore + CLOCKS_APART_MS)]);
      const where = allOf(conditions);
      // One row more than asked for tells whether another page follows.
      const found = await db.readLong(`${selectPastes} WHERE ${where.sql} ORDER BY p.id DESC LIMIT ?`, [...where.params, limit + 1]);
      const pastes = found.slice(0, limit).map(overseen);
      return { pastes, next: found.length > limit ? (pastes.at(-1)?.id ?? null) : null };
    },

    async findRow(id: string): Promise<OverseenPaste[]> {
      return (await db.read(`${selectPastes} WHERE p.id = ? AND ${isHere(now)}`, [id])).map(overseen);
    },

    find: (publicId: string): Promise<OverseenPaste | null> =>
      lookup.find(db, `${selectPastes} WHERE ${lookup.isLookup('p.lookup')} AND ${isHere(now)}`, publicId, overseen),
  };
}

/** The beginning of the ids of rows of that time. @param ms since 1970 */
const rowTime = (ms: number) => Math.max(0, ms).toString(16).padStart(12, '0');
