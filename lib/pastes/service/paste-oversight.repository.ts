/** Pastes for administrators, in the database. SQL (decision 0041): index. Queries over many rows run by `readLong`. */
import type { Database, Row, SqlValue } from '../../db/database';
import { DAY_MS } from '../../encoding/time.rules';
import { shortened } from '../paste.rules';
import { optionColumns, optionsOfRow, select } from '../storage/paste-columns';
import type { PasteLookup } from '../storage/paste-lookup';
import type { MeantPastes } from '../storage/paste-rows';
import type { OverseenPaste } from './paste-oversight.rules';

/** How far the process's clock, which makes row ids, may be from the database's, which sets `created_at`. */
const CLOCKS_APART_MS = DAY_MS;

/** Selects pastes. A field that is left out doesn't restrict. */
export interface OversightFilter extends MeantPastes {
  isHeld?: boolean;
}

export type OversightRepository = ReturnType<typeof createOversightRepository>;

export function createOversightRepository(db: Database, lookup: PasteLookup) {
  const { now } = db.dialect;
  const isHere = `p.chunk_count > 0 AND (p.expires_at IS NULL OR p.expires_at > ${now})`;
  const selectPastes = `SELECT p.id, p.id_sealed, p.owner_id, u.name AS owner_name, p.syntax, ${select(optionColumns('p')).sql}, p.view_count, p.content_bytes,
      p.held_at, p.claim_hash IS NOT NULL AS is_claimed, p.created_at, p.expires_at FROM pastes p LEFT JOIN users u ON u.id = p.owner_id`;

  const overseen = (row: Row): OverseenPaste => {
    const publicId = lookup.readableIdOf(row);
    return toOverseen(row, publicId === null ? null : shortened(publicId));
  };

  return {
    /** Newest first. @param before id of the last row of the page before; null: the first page */
    async list(filter: OversightFilter, limit: number, before: string | null): Promise<OverseenPaste[]> {
      const { owner, createdFrom, createdBefore, isHeld = false } = filter;
      const conditions: [sql: string, ...params: SqlValue[]][] = [[isHere]];
      if (before !== null) conditions.push(['p.id < ?', before]);
      if (owner === null) conditions.push(['p.owner_id IS NULL']);
      else if (owner !== undefined) conditions.push(['p.owner_id = ?', owner]);
      if (isHeld) conditions.push(['p.held_at IS NOT NULL']);
      // Row ids begin with their time, so that the primary key finds them.
      if (createdFrom !== undefined)
        conditions.push(['p.created_at >= ? AND p.id > ?', createdFrom, rowTime(createdFrom - CLOCKS_APART_MS)]);
      if (createdBefore !== undefined)
        conditions.push(['p.created_at < ? AND p.id < ?', createdBefore, rowTime(createdBefore + CLOCKS_APART_MS)]);
      const sql = `${selectPastes} WHERE ${conditions.map(([condition]) => condition).join(' AND ')} ORDER BY p.id DESC LIMIT ?`;
      return (await db.readLong(sql, [...conditions.flatMap(([, ...params]) => params), limit])).map(overseen);
    },

    async findRow(id: string): Promise<OverseenPaste[]> {
      return (await db.read(`${selectPastes} WHERE p.id = ? AND ${isHere}`, [id])).map(overseen);
    },

    find: (publicId: string): Promise<OverseenPaste | null> =>
      lookup.find(publicId, async (lookups) => {
        const [row] = await db.read(`${selectPastes} WHERE ${lookup.isLookup('p.lookup')} AND ${isHere}`, lookups);
        return row && overseen(row);
      }),
  };
}

/** The beginning of the ids of rows of that time. @param ms since 1970 */
const rowTime = (ms: number) => Math.max(0, ms).toString(16).padStart(12, '0');

function toOverseen(row: Row, shortId: string | null): OverseenPaste {
  return {
    id: String(row.id),
    shortId,
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
}
