/** Rows of secret requests and their answers, and how a row becomes an object. Times in ms since 1970. */
import type { Row } from '../db/database';
import type { ReceiptOutcome } from '../receipts/receipt.rules';
import type { Keyring } from '../vault/keyring';
import { openValue, pasteIdPlace, sealValue, type ValuePlace } from '../vault/vault';
import type { OwnSecretRequestJson, PublicKeyJson } from './request.schema';

export interface SecretRequestDetails {
  publicKey: PublicKeyJson;
  label: string;
}

export interface SecretRequest extends SecretRequestDetails {
  id: string;
  requestId: string;
  ownerId: number | null;
  manageTokenHash: Uint8Array | null;
  burnAfterRead: boolean;
  maxAnswers: number;
  answerCount: number;
  state: OwnSecretRequestJson['state'];
  /** Answers that can be read now. */
  waiting: number;
  ttlMs: number;
  createdAt: number;
  /** The time until which it takes answers. */
  expiresAt: number;
  keepUntil: number;
}

export interface AnswerRow {
  /** Null when no row knows it any more. */
  publicId: string | null;
  state: 'created' | ReceiptOutcome;
  createdAt: number;
  /** Null when it is gone, or lives for ever. */
  expiresAt: number | null;
}

export type NewSecretRequest = Omit<SecretRequest, 'id' | 'answerCount' | 'state' | 'waiting' | 'createdAt' | 'expiresAt' | 'keepUntil'>;

export interface AnswerReceipt extends Pick<AnswerRow, 'state' | 'createdAt'> {
  /** The time since when it is in this state. */
  at: number;
}

/** @param id the row's */
export const requestIdPlace = (id: string): ValuePlace => ({ row: `request/${id}`, column: 'request-id' });
export const detailsPlace = (id: string): ValuePlace => ({ row: `request/${id}`, column: 'request-details' });

export function sealDetails(keyring: Keyring, id: string, { publicKey, label }: SecretRequestDetails): Uint8Array {
  return sealValue(keyring, detailsPlace(id), JSON.stringify({ publicKey, label }));
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function toSecretRequest(keyring: Keyring, row: Row): SecretRequest {
  const id = String(row.id);
  return {
    ...(JSON.parse(openValue(keyring, detailsPlace(id), row.details_sealed as Uint8Array)) as SecretRequestDetails),
    id,
    requestId: openValue(keyring, requestIdPlace(id), row.id_sealed as Uint8Array),
    ownerId: row.owner_id as number | null,
    manageTokenHash: row.manage_token_hash as Uint8Array | null,
    burnAfterRead: Boolean(row.burn_after_read),
    maxAnswers: Number(row.max_answers),
    answerCount: Number(row.answer_count),
    state: row.state as SecretRequest['state'],
    waiting: Number(row.waiting),
    ttlMs: Number(row.ttl_ms),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    keepUntil: Number(row.keep_until),
  };
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function toAnswer(keyring: Keyring, row: Row): AnswerRow {
  return {
    publicId: row.id_sealed === null ? null : openValue(keyring, pasteIdPlace(String(row.id)), row.id_sealed as Uint8Array),
    state: row.state as AnswerRow['state'],
    createdAt: Number(row.created_at),
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  };
}
