/** Fills a database with rows of every kind, as a release writes them, and says what a later version must find again. */

import { createAccountsService } from '../accounts/accounts.service';
import { labelPlace } from '../accounts/identities.service';
import { auditPlace } from '../audit/audit-recorder';
import { type Database, only, type SqlValue, type Statement } from '../db/database';
import { sha256 } from '../encoding/sha256';
import { MAILBOXES } from '../mail/mail-receivers';
import { addressPlace } from '../mail/mail-rows';
import { CHATS } from '../messenger/messenger-receivers';
import { CHAT_TITLE, replyPlace } from '../messenger/messenger-rows';
import { createEventRecorder } from '../outbox/event-recorder';
import type { PasteFields } from '../pastes/paste.schema';
import { answerPlace } from '../pastes/service/paste-idempotency.repository';
import { createReceiptRecorder } from '../receipts/receipt-recorder';
import { reportPlace } from '../reports/report.service';
import { detailsPlace, requestIdPlace } from '../requests/request.repository';
import { checkMasterKeys } from '../vault/check-master-keys';
import type { Keyring } from '../vault/keyring';
import { answeredRequestPlace, currentLookup, pasteIdPlace, pasteKeysOf, requestLookups, sealValue, type ValuePlace } from '../vault/vault';
import { WEBHOOKS } from '../webhooks/webhook-receivers';
import { responsePlace, secretPlace, urlPlace } from '../webhooks/webhook-rows';
import { silentLogger } from './loggers';
import { pastesOn, RECEIPT_DAYS, store } from './test-pastes';

const PASTES = 200;
/** Rows of each kind that no paste brings along. */
const EACH = 80;
/** Milliseconds since 1970 of everything whose time counts for nothing. */
const THEN = 1_750_000_000_000;
const LATER = 9_000_000_000_000;

export interface ReleaseFacts {
  /** A key of the user anna. */
  apiKey: string;
  /** Every paste that can be read, with the SHA-256 of its content in hexadecimal. */
  pastes: { publicId: string; sha256: string }[];
}

const textOf = (index: number) => `a text of 1.0, number ${index}: ${'é€😀 '.repeat(index % 7)}`;
/** Three pieces, which compress well. */
const LARGE = 'line of a large text\n'.repeat(30_000);

/** Fields of the pastes, one after the other. */
const KINDS: readonly Partial<PasteFields>[] = [
  {},
  { title: 'a title', syntax: 'rust' },
  { burnAfterRead: true, title: 'burns' },
  { maxReads: 5 },
  { ttlSeconds: 31_536_000 },
  { burnAfterRead: true, approvals: 2 },
  { readerMayDelete: true, readableFrom: ['192.0.2.0/24'] },
];

/** @param db migrated and empty */
export async function fillAsRelease(db: Database, keyring: Keyring): Promise<ReleaseFacts> {
  await checkMasterKeys(db, keyring);
  const accounts = createAccountsService(db, keyring, silentLogger);
  const apiKey = await accounts.createKey('anna', { name: 'a laptop' });
  for (let index = 0; index < EACH; index++) await accounts.createKey(`user${index}`, index % 2 === 0 ? {} : { name: `key ${index}` });
  const anna = { userId: Number(only(await db.read("SELECT id FROM users WHERE name = 'anna'")).id) };
  const [key] = await db.read('SELECT id FROM api_keys WHERE user_id = ?', [anna.userId]);
  const sealed = (place: ValuePlace, text: string) => sealValue(keyring, place, text);
  await db.write(receivers(anna.userId, sealed));
  await db.write(around(anna.userId, String(key?.id), keyring, sealed));
  const pastes = await storePastes(db, keyring, anna);
  return { apiKey, pastes };
}

/** A row of a table. */
function row(table: string, values: Record<string, SqlValue>): Statement {
  const names = Object.keys(values);
  return { sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, params: Object.values(values) };
}

const times = (count: number, make: (index: number) => Statement): Statement[] => Array.from({ length: count }, (_, index) => make(index));
const bytes = (text: string, length = 32) => Buffer.from(text.padEnd(length, '.'));

type Seal = (place: ValuePlace, text: string) => Uint8Array;

/** The receivers of anna's events: a webhook, a chat and a mailbox. */
function receivers(owner: number, sealed: Seal): Statement[] {
  const all = { on_created: true, on_deleted: true, on_expired: true };
  return [
    row('webhook_endpoints', {
      ...{ owner_id: owner, url_sealed: sealed(urlPlace(owner), 'https://hooks.example/a'), created_at: THEN, updated_at: THEN },
      ...all,
    }),
    {
      sql: 'INSERT INTO webhook_secrets (id, endpoint_id, secret_sealed) SELECT ?, id, ? FROM webhook_endpoints',
      params: ['secret', sealed(secretPlace('secret'), 'a secret of sixteen')],
    },
    row('messenger_chats', { chat_id: '42', title_sealed: sealed(CHAT_TITLE, 'a chat'), created_at: THEN }),
    {
      sql: `INSERT INTO messenger_destinations (owner_id, chat_ref, on_created, on_burned, on_expired, created_at)
        SELECT ?, id, TRUE, TRUE, TRUE, ? FROM messenger_chats`,
      params: [owner, THEN],
    },
    row('mailboxes', {
      ...{ owner_id: owner, address_sealed: sealed(addressPlace(owner), 'anna@example.org'), nonce: 'n', language: 'en' },
      ...{ on_opened: true, on_answered: true, on_expiring: true, on_reports: true, on_worker: true },
      ...{ confirmed_at: THEN, changed_at: THEN },
    }),
  ];
}

/** Rows of all tables that no paste brings along. */
function around(owner: number, keyId: string, keyring: Keyring, sealed: Seal): Statement[] {
  const ended = (name: string) => {
    const keys = pasteKeysOf(keyring, name.padEnd(24, 'x'));
    return { id: name, lookup: currentLookup(keys), id_sealed: sealed(pasteIdPlace(name), name.padEnd(24, 'x')) };
  };
  const job = { status: 'delivered', attempts: 1, finished_at: THEN };
  return [
    ...times(EACH, (index) =>
      row('identities', {
        id: `identity${index}`,
        user_id: owner,
        label_sealed: sealed(labelPlace(`identity${index}`), 'a label'),
        created_at: THEN,
      }),
    ),
    ...times(EACH, (index) =>
      row('sessions', { id_hash: bytes(`session${index}`), user_id: owner, key_id: keyId, created_at: THEN, expires_at: LATER }),
    ),
    ...times(EACH, (index) => row('messenger_tokens', { token_hash: bytes(`token${index}`), user_id: owner, expires_at: LATER })),
    ...times(EACH, (index) => row('messenger_updates', { update_id: String(index), nonce: 'n', received_at: THEN })),
    ...times(EACH, (index) => {
      const id = `reply${index}`;
      return {
        sql: `INSERT INTO notification_queue (id, chat_ref, kind, text_sealed, status, attempts, finished_at, created_at)
          SELECT ?, id, 'reply', ?, 'delivered', 1, ?, ? FROM messenger_chats`,
        params: [id, sealed(replyPlace(id), 'a reply'), THEN, THEN],
      };
    }),
    ...times(EACH, (index) => row('leases', { name: `lease${index}`, holder: 'nobody', expires_at: THEN })),
    ...times(EACH, (index) => row('bans', { network: `192.0.${index}.0/24`, reason: 'a reason', created_at: THEN, expires_at: LATER })),
    ...times(EACH, (index) =>
      row('audit', {
        id: `entry${index}`,
        at: THEN,
        actor: 'operator',
        action: 'paste.held',
        details_sealed: sealed(auditPlace(`entry${index}`), '{}'),
      }),
    ),
    ...times(EACH, (index) => row('rate_limits', { key: `limit${index}`, points: index, expire: LATER })),
    ...times(EACH, (index) => row('removed_pastes', { ...ended(`removed${index}`), removed_at: THEN, keep_until: LATER })),
    ...times(EACH, (index) =>
      row('create_requests', { id: `create${index}`, answer_sealed: sealed(answerPlace(`create${index}`), '{}'), keep_until: LATER }),
    ),
    ...times(EACH, (index) =>
      row('reports', { id: `report${index}`, reason: 'spam', body_sealed: sealed(reportPlace(`report${index}`), '{}'), created_at: THEN }),
    ),
    ...times(EACH, (index) => row('report_notices', { id: `notice${index}`, report_id: `report${index}`, receiver: 0, ...job })),
    ...times(EACH, (index) => {
      const id = `request${index}`;
      return row('secret_requests', {
        ...{ id, lookup: requestLookups(keyring, id)[0] as string, id_sealed: sealed(requestIdPlace(id), id), owner_id: owner },
        ...{ details_sealed: sealed(detailsPlace(id), '{}'), burn_after_read: true, max_answers: 1, ttl_ms: 1, created_at: THEN },
        ...{ expires_at: LATER, keep_until: LATER },
      });
    }),
    ...times(EACH, (index) => {
      const id = `answer${index}`;
      return row('secret_answers', {
        id,
        request_id: `request${index}`,
        request_id_sealed: sealed(answeredRequestPlace(id), 'r'),
        created_at: THEN,
      });
    }),
  ];
}

async function storePastes(db: Database, keyring: Keyring, anna: { userId: number }): Promise<ReleaseFacts['pastes']> {
  const { dialect } = db;
  const recorders = [
    createEventRecorder(dialect, WEBHOOKS),
    createEventRecorder(dialect, CHATS),
    createEventRecorder(dialect, MAILBOXES),
    createReceiptRecorder(dialect, RECEIPT_DAYS),
  ];
  const { service } = pastesOn(db, keyring, recorders);
  const pastes: ReleaseFacts['pastes'] = [];
  for (let index = 0; index < PASTES; index++) {
    const kind = KINDS[index % KINDS.length] ?? {};
    const content = index % 50 === 0 ? LARGE : textOf(index);
    const { publicId } = await store(service, content, { ...kind, owner: index % 3 === 0 ? null : anna });
    if (kind.burnAfterRead && kind.approvals === undefined && index % 2 === 0) await service.read(publicId);
    else if (!kind.approvals && !kind.readableFrom) pastes.push({ publicId, sha256: sha256(content).toString('hex') });
  }
  const [waiting, delivery] = [
    await db.read('SELECT id FROM pastes WHERE approvals IS NOT NULL'),
    await db.read('SELECT id FROM webhook_deliveries'),
  ];
  await db.write([
    ...waiting.map(({ id = null }, index) =>
      row('waiting_claims', { paste_id: id, claim_hash: bytes('claim'), code: `code${index}`, since: THEN, until: LATER }),
    ),
    ...times(EACH, (index) => row('content_objects', { id: `object${index}`.padEnd(24, 'x'), remove_after: LATER })),
    ...delivery.map(({ id }) => ({
      sql: 'UPDATE webhook_deliveries SET response_sealed = ?, response_status = 200 WHERE id = ?',
      params: [sealValue(keyring, responsePlace(String(id)), '{"body":"ok","error":null}'), String(id)],
    })),
  ]);
  return pastes;
}
