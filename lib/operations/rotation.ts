/**
 * Moves all values under older master keys to the current one: lookups of pastes, keys of contents, and short values.
 * Contents stay as they are.
 *
 * Guarantees: every paste is readable at every moment, by processes that have both keys. It may be
 * killed at any point and run again. The old key's fingerprint is removed only when no value is under that key. The audit
 * records the start before the first change, and the removal of a key in the same transaction.
 * A row that doesn't decrypt is left as it is and counted, and the other rows move.
 */

import { labelPlace } from '../accounts/identities.service';
import { keyNamePlace } from '../accounts/keys.service';
import { auditPlace, operatorEntry } from '../audit/audit-recorder';
import type { Database, Row, SqlValue, Statement } from '../db/database';
import { DAY_MS } from '../encoding/time.rules';
import { addressPlace } from '../mail/mail-rows';
import { CHAT_TITLE, replyPlace } from '../messenger/messenger-rows';
import { answerPlace } from '../pastes/service/paste-idempotency.repository';
import { newRowId, termsOfRow } from '../pastes/storage/paste-rows';
import { TERMS_COLUMNS } from '../pastes/storage/paste-terms';
import { reportPlace } from '../reports/report.service';
import { detailsPlace, requestIdPlace } from '../requests/request.repository';
import { type Keyring, UnknownMasterKeyError } from '../vault/keyring';
import {
  answeredRequestPlace,
  currentLookup,
  openTitle,
  openValue,
  pasteIdPlace,
  pasteKeysOf,
  recipientPlace,
  requestLookups,
  SealBrokenError,
  sealTitle,
  sealValue,
  unwrapDataKey,
  type ValuePlace,
  wrapDataKey,
} from '../vault/vault';
import { responsePlace, secretPlace, urlPlace } from '../webhooks/webhook-rows';

/** A table with values under a master key. */
export interface RotatedTable {
  table: string;
  /** A value below every primary key. */
  start: string | number;
  /** Columns that `rotate` needs, besides the primary key `id`. */
  columns: readonly string[];
  /** Columns whose values begin with the fingerprint of their master key. None: the column `master_key_id` has it. */
  sealed: readonly string[];
  /** The columns' new values. @throws UnknownMasterKeyError, SealBrokenError */
  rotate(row: Row): Record<string, SqlValue>;
}

const BATCH_ROWS = 200;
/** Rows of one transaction. The transactions of a batch run at once, because most of their time is the network's. */
const LANE_ROWS = 50;

export interface RotationResult {
  moved: number;
  /** Number of rows that don't decrypt under the key they name. */
  broken: number;
}

/** @throws UnknownMasterKeyError when a key the database still needs isn't configured */
export async function rotateMasterKey(
  db: Database,
  keyring: Keyring,
  tables: readonly RotatedTable[],
  onProgress: (result: RotationResult) => void = () => undefined,
): Promise<RotationResult> {
  const result = { moved: 0, broken: 0 };
  await db.write([operatorEntry('rotation.started', keyring.current.id)]);
  // Unregistered keys are rotated, too: a process with the old key alone may have written after another rotation had ended.
  const registered = (await db.prisma.masterKey.findMany()).map(({ id }) => id);
  const old = [...new Set([...registered, ...keyring.all.map(({ id }) => id)])].filter((id) => id !== keyring.current.id);
  for (const table of tables) {
    for (const oldKeyId of old) {
      for await (const rows of pagesOf(db, table, isUnder(table, oldKeyId))) {
        const statements = rows.map((row) => moveRow(keyring, table, oldKeyId, row)).filter((statement) => statement !== null);
        await Promise.all(inLanes(statements).map((lane) => db.write(lane)));
        result.moved += statements.length;
        result.broken += rows.length - statements.length;
        onProgress(result);
      }
    }
  }
  for (const id of old) {
    if (await isInUse(db, tables, id)) continue;
    // Pastes, which must not be lost, are checked once more: those of a day, since neither an upload nor the look before takes so long.
    const sql = `DELETE FROM master_keys WHERE id = ?
      AND NOT EXISTS (SELECT 1 FROM pastes WHERE id > ? AND master_key_id = ?) RETURNING id`;
    await db.write([
      { sql, params: [id, newRowId(Date.now() - DAY_MS), id] },
      { ...operatorEntry('master-key.retired', id), onlyAfter: 0 },
    ]);
  }
  return result;
}

function inLanes(statements: readonly Statement[]): Statement[][] {
  const lanes: Statement[][] = [];
  for (let from = 0; from < statements.length; from += LANE_ROWS) lanes.push(statements.slice(from, from + LANE_ROWS));
  return lanes;
}

/** Whether any value is under the key. Reads every row. */
async function isInUse(db: Database, tables: readonly RotatedTable[], keyId: string): Promise<boolean> {
  for (const table of tables) {
    const { sql, params } = isUnder(table, keyId);
    if ((await db.readLong(`SELECT 1 AS found FROM ${table.table} WHERE ${sql} LIMIT 1`, params)).length > 0) return true;
  }
  return false;
}

/** Reads the rows of a table that meet a condition, and every column that `rotate` needs. */
export async function* pagesOf(db: Database, table: RotatedTable, condition: Pick<Statement, 'sql' | 'params'>): AsyncGenerator<Row[]> {
  const columns = ['id', ...table.columns].join(', ');
  // Each page goes on in the order of `id`; by an index on the key, it would sort all the rows that are left.
  const sql = `SELECT ${columns} FROM ${table.table} WHERE CASE WHEN ${condition.sql} THEN 1 END = 1 AND id > ? ORDER BY id LIMIT ${BATCH_ROWS}`;
  for (let after = table.start; ; ) {
    const rows = await db.readLong(sql, [...condition.params, after]);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id as string | number;
  }
}

/** Updates a row only if it is still under the key that it was read under. A concurrent run that was first wins, and both agree. */
function moveRow(keyring: Keyring, table: RotatedTable, keyId: string, row: Row): Statement | null {
  try {
    const columns = table.rotate(row);
    const names = Object.keys(columns);
    const under = isUnder(table, keyId);
    return {
      sql: `UPDATE ${table.table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ? AND (${under.sql})`,
      params: [...Object.values(columns), row.id ?? null, ...under.params],
    };
  } catch (error) {
    // A damaged value may name a master key that has never existed.
    if (error instanceof SealBrokenError || (error instanceof UnknownMasterKeyError && keyring.has(keyId))) return null;
    throw error;
  }
}

function isUnder({ sealed }: RotatedTable, keyId: string): { sql: string; params: SqlValue[] } {
  if (sealed.length === 0) return { sql: 'master_key_id = ?', params: [keyId] };
  const fingerprint = Buffer.from(keyId, 'hex');
  return { sql: `(${sealed.map((column) => `substr(${column}, 1, 8) = ?`).join(' OR ')})`, params: sealed.map(() => fingerprint) };
}

/** The new value of a column of a row. */
type Renew = (row: Row, column: string) => SqlValue;

/** Tables with values under a master key, and how a row moves to the current key. */
export function rotatedTables(keyring: Keyring): readonly RotatedTable[] {
  /** Seals a value again in its place. */
  const at =
    (place: (row: Row) => ValuePlace): Renew =>
    (row, column) =>
      row[column] == null ? null : sealValue(keyring, place(row), openValue(keyring, place(row), row[column] as Uint8Array));
  /** The place that a row's own id names. */
  const atId = (place: (id: string) => ValuePlace): Renew => at(({ id }) => place(String(id)));
  const atOwner = (place: (ownerId: number) => ValuePlace): Renew => at(({ owner_id }) => place(Number(owner_id)));
  const atPaste = (place: (pasteId: string) => ValuePlace): Renew => at(({ paste_id }) => place(String(paste_id)));

  const keysOf = (pasteId: SqlValue | undefined, row: Row) =>
    pasteKeysOf(keyring, openValue(keyring, pasteIdPlace(String(pasteId)), row.id_sealed as Uint8Array));
  /** @param readKeys gives the keys of the paste; a row without a title may have no paste */
  function renewTitle({ title_sealed: sealed }: Row, readKeys: () => ReturnType<typeof keysOf>): SqlValue {
    if (sealed === null) return null;
    const keys = readKeys();
    return sealTitle(keys, openTitle(keys, sealed as Uint8Array));
  }

  /**
   * @param sealed columns whose values begin with the fingerprint of their master key
   * @param more columns that these follow from or need
   */
  const table = (
    name: string,
    sealed: Record<string, Renew>,
    more: { start?: number; needs?: string[]; derived?: Record<string, Renew> } = {},
  ): RotatedTable => ({
    table: name,
    start: more.start ?? '',
    columns: [...Object.keys(sealed), ...(more.needs ?? [])],
    sealed: Object.keys(sealed),
    rotate: (row) =>
      Object.fromEntries(Object.entries({ ...sealed, ...more.derived }).map(([column, renew]) => [column, renew(row, column)])),
  });

  /** Columns about a paste that may be gone. Its lookup is made anew from the public id. */
  const ofEnded = { id_sealed: atId(pasteIdPlace) };
  const derived = { lookup: (row: Row) => currentLookup(keysOf(row.id, row)) };
  /** Columns about the paste in a queue. */
  const ofPaste = { id_sealed: atPaste(pasteIdPlace), title_sealed: (row: Row) => renewTitle(row, () => keysOf(row.paste_id, row)) };
  const queued = { needs: ['paste_id'] };
  const owned = { start: 0, needs: ['owner_id'] };

  return [
    {
      table: 'pastes',
      start: '',
      columns: ['id_sealed', 'title_sealed', 'data_key', 'master_key_id', ...TERMS_COLUMNS],
      sealed: [],
      rotate(row) {
        const keys = keysOf(row.id, row);
        const terms = termsOfRow(row);
        const stored = { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) };
        const { dataKey, masterKeyId } = wrapDataKey(keys, terms, unwrapDataKey(keys, terms, stored));
        return {
          id_sealed: atId(pasteIdPlace)(row, 'id_sealed'),
          title_sealed: renewTitle(row, () => keys),
          recipient_sealed: atId(recipientPlace)(row, 'recipient_sealed'),
          lookup: currentLookup(keys),
          data_key: dataKey,
          master_key_id: masterKeyId,
        };
      },
    },
    table('burn_receipts', ofEnded, { derived }),
    table(
      'webhook_deliveries',
      { ...ofPaste, response_sealed: atId(responsePlace), request_id_sealed: atPaste(answeredRequestPlace) },
      queued,
    ),
    table('notification_queue', { ...ofPaste, text_sealed: atId(replyPlace) }, queued),
    table('mails', ofPaste, queued),
    table(
      'secret_requests',
      { id_sealed: atId(requestIdPlace), details_sealed: atId(detailsPlace) },
      {
        derived: {
          lookup: ({ id, id_sealed }) =>
            requestLookups(keyring, openValue(keyring, requestIdPlace(String(id)), id_sealed as Uint8Array))[0] ?? null,
        },
      },
    ),
    table('secret_answers', { request_id_sealed: atId(answeredRequestPlace) }),
    table('removed_pastes', ofEnded, { derived }),
    table('reports', { body_sealed: atId(reportPlace) }),
    table('webhook_endpoints', { url_sealed: atOwner(urlPlace) }, owned),
    table('webhook_secrets', { secret_sealed: atId(secretPlace) }),
    table('mailboxes', { address_sealed: atOwner(addressPlace) }, owned),
    table('messenger_chats', { title_sealed: at(() => CHAT_TITLE) }, { start: 0 }),
    table('create_requests', { answer_sealed: atId(answerPlace) }),
    table('audit', { details_sealed: atId(auditPlace) }),
    table('api_keys', { name_sealed: atId(keyNamePlace) }),
    table('identities', { label_sealed: atId(labelPlace) }),
  ];
}
