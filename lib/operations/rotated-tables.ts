/** Tables with values under a master key, and how a row moves to the current key. */
import { keyNamePlace } from '../accounts/accounts.repository';
import { labelPlace } from '../accounts/identities.repository';
import { auditPlace } from '../audit/audit-recorder';
import type { Row, SqlValue } from '../db/database';
import { addressPlace } from '../mail/mail-rows';
import { CHAT_TITLE, replyPlace } from '../messenger/messenger-sealed';
import { answerPlace } from '../pastes/service/paste-idempotency.repository';
import { termsOfRow } from '../pastes/storage/paste-rows';
import { TERMS_COLUMNS } from '../pastes/storage/paste-terms';
import { reportPlace } from '../reports/report.repository';
import { detailsPlace, requestIdPlace } from '../requests/request.repository';
import type { Keyring } from '../vault/keyring';
import {
  answeredRequestPlace,
  currentLookup,
  openTitle,
  openValue,
  pasteIdPlace,
  pasteKeysOf,
  recipientPlace,
  requestLookups,
  sealTitle,
  sealValue,
  unwrapDataKey,
  type ValuePlace,
  wrapDataKey,
} from '../vault/vault';
import { responsePlace, secretPlace, urlPlace } from '../webhooks/webhook-sealed';
import type { RotatedTable } from './rotation';

export function rotatedTables(keyring: Keyring): readonly RotatedTable[] {
  const reseal = (place: ValuePlace, sealed: SqlValue | undefined): Uint8Array | null =>
    sealed == null ? null : sealValue(keyring, place, openValue(keyring, place, sealed as Uint8Array));
  const publicIdOf = (id: string, row: Row) => openValue(keyring, pasteIdPlace(id), row.id_sealed as Uint8Array);

  /** The public id and title of a paste, which its row and the queues have. @param id of the paste */
  function paste(id: string, row: Row) {
    const keys = pasteKeysOf(keyring, publicIdOf(id, row));
    const title_sealed = row.title_sealed === null ? null : sealTitle(keys, openTitle(keys, row.title_sealed as Uint8Array));
    return { keys, columns: { id_sealed: reseal(pasteIdPlace(id), row.id_sealed), title_sealed } };
  }

  /** A table with one sealed column. */
  const values = (
    table: string,
    start: string | number,
    column: string,
    place: (row: Row) => ValuePlace,
    more: string[] = [],
  ): RotatedTable => ({
    table,
    start,
    columns: [column, ...more],
    sealed: [column],
    rotate: (row) => ({ [column]: reseal(place(row), row[column]) }),
  });

  /** A table about pastes that may be gone. Its sealed ids are rotated, and the lookups made anew from them. */
  const ofEnded = (table: string): RotatedTable => ({
    table,
    start: '',
    columns: ['id_sealed'],
    sealed: ['id_sealed'],
    rotate(row) {
      const id = String(row.id);
      return {
        id_sealed: reseal(pasteIdPlace(id), row.id_sealed),
        lookup: currentLookup(pasteKeysOf(keyring, publicIdOf(id, row))),
      };
    },
  });

  return [
    {
      table: 'pastes',
      start: '',
      columns: ['id_sealed', 'title_sealed', 'data_key', 'master_key_id', ...TERMS_COLUMNS],
      sealed: [],
      rotate(row) {
        const id = String(row.id);
        const { keys, columns } = paste(id, row);
        const terms = termsOfRow(row);
        const stored = { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) };
        const { dataKey, masterKeyId } = wrapDataKey(keys, terms, unwrapDataKey(keys, terms, stored));
        const recipient_sealed = reseal(recipientPlace(id), row.recipient_sealed);
        return { ...columns, recipient_sealed, lookup: currentLookup(keys), data_key: dataKey, master_key_id: masterKeyId };
      },
    },
    ofEnded('burn_receipts'),
    {
      table: 'webhook_deliveries',
      start: '',
      columns: ['paste_id', 'id_sealed', 'title_sealed', 'response_sealed', 'request_id_sealed'],
      sealed: ['id_sealed', 'title_sealed', 'response_sealed', 'request_id_sealed'],
      rotate: (row) => ({
        ...paste(String(row.paste_id), row).columns,
        request_id_sealed: reseal(answeredRequestPlace(String(row.paste_id)), row.request_id_sealed),
        response_sealed: reseal(responsePlace(String(row.id)), row.response_sealed),
      }),
    },
    {
      table: 'notification_queue',
      start: '',
      columns: ['paste_id', 'id_sealed', 'title_sealed', 'text_sealed'],
      sealed: ['id_sealed', 'title_sealed', 'text_sealed'],
      rotate: (row) => ({
        ...(row.id_sealed === null ? {} : paste(String(row.paste_id), row).columns),
        text_sealed: reseal(replyPlace(String(row.id)), row.text_sealed),
      }),
    },
    {
      table: 'mails',
      start: '',
      columns: ['paste_id', 'id_sealed', 'title_sealed'],
      sealed: ['id_sealed', 'title_sealed'],
      rotate: (row) => paste(String(row.paste_id), row).columns,
    },
    {
      table: 'secret_requests',
      start: '',
      columns: ['id_sealed', 'details_sealed'],
      sealed: ['id_sealed', 'details_sealed'],
      rotate(row) {
        const id = String(row.id);
        const requestId = openValue(keyring, requestIdPlace(id), row.id_sealed as Uint8Array);
        return {
          lookup: requestLookups(keyring, requestId)[0] as string,
          id_sealed: sealValue(keyring, requestIdPlace(id), requestId),
          details_sealed: reseal(detailsPlace(id), row.details_sealed),
        };
      },
    },
    values('secret_answers', '', 'request_id_sealed', (row) => answeredRequestPlace(String(row.id))),
    ofEnded('removed_pastes'),
    values('reports', '', 'body_sealed', (row) => reportPlace(String(row.id))),
    values('webhook_endpoints', 0, 'url_sealed', (row) => urlPlace(Number(row.owner_id)), ['owner_id']),
    values('webhook_secrets', '', 'secret_sealed', (row) => secretPlace(String(row.id))),
    values('mailboxes', 0, 'address_sealed', (row) => addressPlace(Number(row.owner_id)), ['owner_id']),
    values('messenger_chats', 0, 'title_sealed', () => CHAT_TITLE),
    values('create_requests', '', 'answer_sealed', (row) => answerPlace(String(row.id))),
    values('audit', '', 'details_sealed', (row) => auditPlace(String(row.id))),
    values('api_keys', '', 'name_sealed', (row) => keyNamePlace(String(row.id))),
    values('identities', '', 'label_sealed', (row) => labelPlace(String(row.id))),
  ];
}
