/**
 * Secret requests in the database. The transaction that stores an answer also counts it: the guard is in the write. SQL
 * (decision 0041): a race, and Prisma knows no relation from an answer to its paste.
 */
import { type Database, only, type Row, readClock, type Statement } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { type EventRecorder, recordEvent } from '../outbox/event-paste';
import { isLive, newRowId } from '../pastes/storage/paste-rows';
import type { ReceiptOutcome } from '../receipts/receipt.schema';
import type { Keyring } from '../vault/keyring';
import type { OpenEach } from '../vault/open-each';
import { answeredRequestPlace, openValue, pasteIdPlace, requestLookups, sealValue, type ValuePlace } from '../vault/vault';
import { MAX_ANSWERS, MAX_REQUESTS_PER_USER } from './request.rules';
import type { OwnSecretRequestJson, PublicKeyJson, SecretRequestFields } from './request.schema';

interface SecretRequestDetails {
  publicKey: PublicKeyJson;
  label: string;
  /** Texts that only the holders of the request link and of the inbox link can open; null or absent: none. */
  sealed?: string | null;
  vault?: string | null;
}

interface NewSecretRequest extends SecretRequestFields {
  requestId: string;
  ownerId: number | null;
  manageTokenHash: Uint8Array | null;
}

/** @param id the row's */
export const requestIdPlace = (id: string): ValuePlace => ({ row: `request/${id}`, column: 'request-id' });
export const detailsPlace = (id: string): ValuePlace => ({ row: `request/${id}`, column: 'request-details' });

const codeLookups = (keyring: Keyring, code: string) => requestLookups(keyring, `code/${code}`);

/** @throws UnknownMasterKeyError, SealBrokenError */
function toSecretRequest(keyring: Keyring, row: Row) {
  const id = String(row.id);
  const details = openValue(keyring, detailsPlace(id), row.details_sealed as Uint8Array);
  const { publicKey, label, sealed = null, vault = null } = JSON.parse(details) as SecretRequestDetails;
  return {
    publicKey,
    label,
    sealed,
    vault,
    id,
    requestId: openValue(keyring, requestIdPlace(id), row.id_sealed as Uint8Array),
    ownerId: row.owner_id as number | null,
    manageTokenHash: row.manage_token_hash as Uint8Array | null,
    burnAfterRead: Boolean(row.burn_after_read),
    maxAnswers: Number(row.max_answers),
    answersLeft: Number(row.max_answers) - Number(row.answer_count),
    state: row.state as OwnSecretRequestJson['state'],
    /** Answers that can be read now. */
    waitingAnswers: Number(row.waiting),
    ttlMs: Number(row.ttl_ms),
    createdAt: Number(row.created_at),
    /** The time until which it takes answers. */
    expiresAt: Number(row.expires_at),
    keptUntil: Number(row.keep_until),
  };
}

/** Times are in ms since 1970. */
export type SecretRequest = ReturnType<typeof toSecretRequest>;

/** @throws UnknownMasterKeyError, SealBrokenError */
function toAnswer(keyring: Keyring, row: Row) {
  return {
    /** Null when no row knows it any more. */
    publicId: row.id_sealed === null ? null : openValue(keyring, pasteIdPlace(String(row.id)), row.id_sealed as Uint8Array),
    state: row.state as 'created' | ReceiptOutcome,
    createdAt: Number(row.created_at),
    /** Null when it is gone, or lives for ever. */
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  };
}

/** Times are in ms since 1970. */
export type AnswerRow = ReturnType<typeof toAnswer>;

/** Rows that one cleanup statement removes, each with up to MAX_ANSWERS more, so that no other writer waits noticeably. */
const PRUNE_BATCH = 50;

export type SecretRequestRepository = ReturnType<typeof createSecretRequestRepository>;

/**
 * @param keepMs how long answers' receipts are kept, and with them their request
 * @param recorders tell owners of answers
 */
export function createSecretRequestRepository(
  db: Database,
  keyring: Keyring,
  keepMs: number,
  openEach: OpenEach,
  recorders: readonly EventRecorder[],
) {
  const { prisma } = db;
  const { now } = db.dialect;
  const places = keyring.all.map(() => '?').join(', ');
  // A disabled user's requests take no answers.
  const isEnded = `(q.ended_at IS NOT NULL OR EXISTS (SELECT 1 FROM users u WHERE u.id = q.owner_id AND u.disabled_at IS NOT NULL))`;
  const isOpen = `NOT ${isEnded} AND q.expires_at > ${now} AND q.answer_count < q.max_answers`;

  const insert = `INSERT INTO secret_requests (id, lookup, id_sealed, owner_id, manage_token_hash, details_sealed, burn_after_read, max_answers,
      ttl_ms, created_at, expires_at, keep_until)
    SELECT given.id, given.lookup, CAST(? AS ${db.dialect.bytes}), given.owner_id, CAST(? AS ${db.dialect.bytes}), CAST(? AS ${db.dialect.bytes}),
      given.burn_after_read, given.max_answers, given.ttl_ms, ${now}, ${now} + given.ttl_ms, ${now} + 2 * given.ttl_ms + ${keepMs}
    FROM (SELECT CAST(? AS TEXT) AS id, CAST(? AS TEXT) AS lookup, CAST(? AS INTEGER) AS owner_id, CAST(? AS BOOLEAN) AS burn_after_read,
      CAST(? AS INTEGER) AS max_answers, CAST(? AS BIGINT) AS ttl_ms) AS given
    WHERE (SELECT count(*) FROM secret_requests r WHERE r.owner_id = given.owner_id) < ${MAX_REQUESTS_PER_USER}
    RETURNING expires_at`;
  const insertCode = `INSERT INTO request_codes (lookup, request_id, expires_at)
    SELECT CAST(? AS TEXT), q.id, q.expires_at FROM secret_requests q WHERE q.id = ?
    ON CONFLICT (lookup) DO UPDATE SET request_id = excluded.request_id, expires_at = excluded.expires_at
      WHERE request_codes.expires_at <= ${now}
    RETURNING request_id`;
  const columns = `q.id, q.id_sealed, q.owner_id, q.manage_token_hash, q.details_sealed, q.burn_after_read, q.max_answers, q.answer_count,
    q.ttl_ms, q.created_at, q.expires_at, q.keep_until,
    CASE WHEN ${isEnded} THEN 'ended' WHEN q.expires_at <= ${now} THEN 'expired' WHEN q.answer_count >= q.max_answers THEN 'full' ELSE 'open' END AS state,
    (SELECT count(*) FROM secret_answers a JOIN pastes p ON p.id = a.id WHERE a.request_id = q.id AND ${isLive(now, 'p')}) AS waiting`;
  const select = `SELECT ${columns} FROM secret_requests q WHERE q.lookup IN (${places}) AND q.keep_until > ${now}`;
  const selectByCode = `SELECT ${columns} FROM request_codes c JOIN secret_requests q ON q.id = c.request_id
    WHERE c.lookup IN (${places}) AND ${isOpen}`;
  const selectOwned = `SELECT ${columns} FROM secret_requests q WHERE q.owner_id = ? AND q.keep_until > ${now}
    ORDER BY q.created_at DESC, q.id DESC LIMIT ? OFFSET ?`;
  const count = `UPDATE secret_requests AS q SET answer_count = q.answer_count + 1, last_answer = ? WHERE q.id = ? AND ${isOpen}`;
  // A request that didn't count this answer has another `last_answer`: then nothing is inserted, which undoes the transaction.
  // The same happens with the hash of an earlier answer. Simultaneous answers are counted one after the other.
  const insertAnswer = `INSERT INTO secret_answers (id, request_id, request_id_sealed, receipt_hash, created_at)
    SELECT ?, q.id, CAST(? AS ${db.dialect.bytes}), CAST(? AS ${db.dialect.bytes}), ${now} FROM secret_requests q WHERE q.id = ? AND q.last_answer = ?
      AND NOT EXISTS (SELECT 1 FROM secret_answers a WHERE a.request_id = q.id AND a.receipt_hash = ?) RETURNING id`;
  // A burn paste's receipt knows how it ended. Any other paste that is gone has expired or was deleted.
  const selectAnswers = `SELECT a.id, coalesce(p.id_sealed, r.id_sealed) AS id_sealed, a.created_at, p.expires_at,
      CASE WHEN r.outcome IS NOT NULL THEN r.outcome
        WHEN p.id IS NULL THEN CASE WHEN a.created_at + q.ttl_ms <= ${now} THEN 'expired' ELSE 'deleted' END
        WHEN p.expires_at <= ${now} THEN 'expired' ELSE 'created' END AS state
    FROM secret_answers a JOIN secret_requests q ON q.id = a.request_id
    LEFT JOIN pastes p ON p.id = a.id LEFT JOIN burn_receipts r ON r.id = a.id
    WHERE a.request_id = ? ORDER BY a.created_at DESC, a.id DESC LIMIT ${MAX_ANSWERS}`;
  const selectReceipt = `SELECT a.created_at,
      coalesce(r.outcome, CASE WHEN p.expires_at <= ${now} THEN 'expired' ELSE 'created' END) AS state,
      coalesce(r.outcome_at, CASE WHEN p.expires_at <= ${now} THEN p.expires_at ELSE a.created_at END) AS at_ms
    FROM secret_requests q JOIN secret_answers a ON a.request_id = q.id JOIN burn_receipts r ON r.id = a.id LEFT JOIN pastes p ON p.id = a.id
    WHERE q.lookup IN (${places}) AND a.receipt_hash = ? AND (r.keep_until > ${now} OR (r.outcome IS NULL AND p.id IS NOT NULL))`;

  return {
    /** @returns null when the owner has as many requests as allowed @throws NoRowError when the code is in use */
    async insert(request: NewSecretRequest): Promise<{ expiresAt: number } | null> {
      const { requestId, ownerId, manageTokenHash, burnAfterRead, maxAnswers, ttlSeconds, code } = request;
      const { publicKey, label, sealed = null, vault = null } = request;
      const id = newRowId(Date.now());
      const [lookup] = requestLookups(keyring, requestId) as [string];
      const idSealed = sealValue(keyring, requestIdPlace(id), requestId);
      const details = sealValue(keyring, detailsPlace(id), JSON.stringify({ publicKey, label, sealed, vault }));
      const params = [idSealed, manageTokenHash, details, id, lookup, ownerId, burnAfterRead, maxAnswers, ttlSeconds * 1000];
      const statement = { sql: insert, params };
      const [ofCode] = code === undefined ? [] : codeLookups(keyring, code);
      const withCode = ofCode === undefined ? [] : [{ sql: insertCode, params: [ofCode, id], onlyAfter: 0, mustReturn: true as const }];
      const [rows] = await db.write([statement, ...withCode]);
      return rows?.length === 1 ? { expiresAt: Number(only(rows).expires_at) } : null;
    },

    /** Finds a request as long as it is kept, whether or not it takes answers. */
    async find(requestId: string): Promise<SecretRequest | null> {
      const [row] = await db.read(select, requestLookups(keyring, requestId));
      return row ? toSecretRequest(keyring, row) : null;
    },

    /** Finds the open request with this code. */
    async findByCode(code: string): Promise<SecretRequest | null> {
      const [row] = await db.read(selectByCode, codeLookups(keyring, code));
      return row ? toSecretRequest(keyring, row) : null;
    },

    /** A part of an owner's requests, the newest first; without those that can't be decrypted. */
    async listOwned(ownerId: number, limit: number, offset: number): Promise<SecretRequest[]> {
      const rows = await db.read(selectOwned, [ownerId, limit, offset]);
      return openEach('secret_requests', rows, (row) => toSecretRequest(keyring, row));
    },

    /**
     * For the transaction that stores the answer, after the statements that store it. It fails when the request takes no more
     * answers, or has one with this hash.
     * @param pasteId id of the answer's row
     */
    countAnswer: ({ id, requestId, ownerId }: SecretRequest, pasteId: string, receiptHash: Uint8Array | null): Statement[] => [
      { sql: count, params: [pasteId, id] },
      {
        sql: insertAnswer,
        params: [pasteId, sealValue(keyring, answeredRequestPlace(pasteId), requestId), receiptHash, id, pasteId, receiptHash],
        mustReturn: true,
      },
      ...(ownerId === null ? [] : recordEvent(recorders, { type: 'request.answered' }, { id: pasteId, endsByReading: false })),
    ],

    /** When the answer with this hash arrived; null: there is none. */
    async findAnswered({ id }: SecretRequest, receiptHash: Uint8Array<ArrayBuffer>): Promise<{ createdAt: number } | null> {
      const answer = await prisma.secretAnswer.findFirst({ where: { requestId: id, receiptHash }, select: { createdAt: true } });
      return answer && { createdAt: Number(answer.createdAt) };
    },

    /** Ends the request: from now on it takes no answers. */
    async end(id: string): Promise<void> {
      await prisma.secretRequest.updateMany({ where: { id, endedAt: null }, data: { endedAt: await readClock(db) } });
    },

    /** The newest first; without those that can't be decrypted. */
    async listAnswers(id: string): Promise<AnswerRow[]> {
      const rows = await db.read(selectAnswers, [id]);
      return openEach('pastes', rows, (row) => toAnswer(keyring, row));
    },

    async findReceipt(requestId: string, receiptHash: Uint8Array) {
      const [row] = await db.read(selectReceipt, [...requestLookups(keyring, requestId), receiptHash]);
      if (!row) return null;
      /** `at`: since when it is in this state. */
      return { state: row.state as AnswerRow['state'], createdAt: Number(row.created_at), at: Number(row.at_ms) };
    },

    prune: createPrune(db, pruneStatement('secret_requests', `keep_until <= ${now} ORDER BY keep_until`, { batchRows: PRUNE_BATCH })),
  };
}
