/**
 * Moves every data key from older master keys to the current one.
 *
 * Guarantees: every paste is readable at every moment, by processes that have both keys. It may be
 * killed at any point and run again. The old key's fingerprint goes only when nothing is under it
 * any more. A row that doesn't open is left as it is, counted, and keeps nobody else's from moving.
 */
import type { Database, Row, Statement } from '../db/database';
import type { Keyring } from './keyring';
import { SealBrokenError, unwrapDataKey, wrapDataKey } from './vault';

/** Tables with columns `data_key` and `master_key_id`, their primary key, and the column that names the row in the seal. */
const TABLES = [
  { table: 'pastes', id: 'public_id', row: 'public_id' },
  { table: 'webhook_deliveries', id: 'id', row: 'public_id' },
  { table: 'notification_queue', id: 'id', row: 'public_id' },
  { table: 'webhook_secrets', id: 'id', row: 'id' },
] as const;

const BATCH_ROWS = 200;

export interface RotationResult {
  /** Data keys moved by this run. */
  moved: number;
  /** Rows that don't open under the key they name. */
  broken: number;
}

/** @throws UnknownMasterKeyError when a key the database still needs isn't configured */
export async function rotateMasterKey(
  db: Database,
  keyring: Keyring,
  onProgress: (result: RotationResult) => void = () => undefined,
): Promise<RotationResult> {
  const result = { moved: 0, broken: 0 };
  const old = await db.read('SELECT id FROM master_keys WHERE id <> ?', [keyring.current.id]);
  for (const { table, id, row } of TABLES) {
    const select = `SELECT ${id} AS id, ${row} AS row_name, data_key, master_key_id FROM ${table}
      WHERE master_key_id = ? AND ${id} > ? ORDER BY ${id} LIMIT ${BATCH_ROWS}`;
    // Conditional on the key it was read under: a concurrent run that was first wins, and both agree.
    const update = `UPDATE ${table} SET data_key = ?, master_key_id = ? WHERE ${id} = ? AND master_key_id = ?`;
    for (const { id: oldKeyId } of old) {
      for (let after = ''; ; ) {
        const rows = await db.read(select, [oldKeyId ?? null, after]);
        if (rows.length === 0) break;
        const statements = rows.map((found) => rewrap(keyring, update, found)).filter((statement) => statement !== null);
        if (statements.length > 0) await db.write(statements);
        result.moved += statements.length;
        result.broken += rows.length - statements.length;
        after = String(rows.at(-1)?.id);
        onProgress(result);
      }
    }
  }
  const unused = TABLES.map(({ table }) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE master_key_id = master_keys.id)`).join(' AND ');
  await db.write([{ sql: `DELETE FROM master_keys WHERE id <> ? AND ${unused}`, params: [keyring.current.id] }]);
  return result;
}

function rewrap(keyring: Keyring, update: string, found: Row): Statement | null {
  const rowName = String(found.row_name);
  const from = String(found.master_key_id);
  try {
    const key = unwrapDataKey(keyring, rowName, { dataKey: found.data_key as Uint8Array, masterKeyId: from });
    const { dataKey, masterKeyId } = wrapDataKey(keyring, rowName, key);
    return { sql: update, params: [dataKey, masterKeyId, found.id ?? null, from] };
  } catch (error) {
    if (error instanceof SealBrokenError) return null;
    throw error;
  }
}
