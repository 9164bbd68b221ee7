/** What a webhook's rows hold encrypted: its address, its secrets, and its receiver's responses. */
import { randomUUID } from 'node:crypto';
import type { Row } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { open, openValue, sealValue, unwrapLegacyDataKey, type ValuePlace } from '../vault/vault';

/** A secret as it is stored, under an id of its own. */
export interface SealedSecret {
  id: string;
  secretSealed: Uint8Array;
  /** Of a row of the version before: the key that it is under. */
  legacyKey: { dataKey: Uint8Array; masterKeyId: string } | null;
}

/** What became of an attempt. */
export interface Response {
  /** Its body, shortened; null: there was none. */
  body: string | null;
  /** Why there was no response. */
  error: string | null;
}

export function sealSecret(keyring: Keyring, secret: string): SealedSecret {
  const id = randomUUID();
  return { id, secretSealed: sealValue(keyring, secretPlace(id), secret), legacyKey: null };
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openSecret(keyring: Keyring, { id, secretSealed, legacyKey }: SealedSecret): string {
  if (legacyKey === null) return openValue(keyring, secretPlace(id), secretSealed);
  const key = unwrapLegacyDataKey(keyring, id, legacyKey);
  return open(key, { row: id, column: 'secret', seq: 0, last: true, encoding: 0 }, secretSealed).toString('utf8');
}

export function sealUrl(keyring: Keyring, ownerId: number, url: string): Uint8Array {
  return sealValue(keyring, urlPlace(ownerId), url);
}

/** An endpoint's address as it is stored. */
export interface StoredUrl {
  ownerId: number;
  urlSealed: Uint8Array | null;
  /** Of a row of the version before. */
  url: string | null;
}

/** '' for an endpoint that has been deleted. @throws UnknownMasterKeyError, SealBrokenError */
export function openUrl(keyring: Keyring, { ownerId, urlSealed, url }: StoredUrl): string {
  return urlSealed === null ? (url ?? '') : openValue(keyring, urlPlace(ownerId), urlSealed);
}

/** Null when there is nothing to say. @param deliveryId of the delivery that was attempted */
export function sealResponse(keyring: Keyring, deliveryId: string, response: Response): Uint8Array | null {
  if (response.body === null && response.error === null) return null;
  return sealValue(keyring, responsePlace(deliveryId), JSON.stringify(response));
}

/** @param row of a delivery, with id, response_sealed, response_body and error @throws UnknownMasterKeyError, SealBrokenError */
export function openResponse(keyring: Keyring, { id, response_sealed, response_body, error }: Row): Response {
  if (response_sealed === null) return { body: response_body as string | null, error: error as string | null };
  return JSON.parse(openValue(keyring, responsePlace(String(id)), response_sealed as Uint8Array)) as Response;
}

export const urlPlace = (ownerId: number): ValuePlace => ({ row: `webhooks-of/${ownerId}`, column: 'webhook-url' });
export const secretPlace = (id: string): ValuePlace => ({ row: `webhook-secret/${id}`, column: 'webhook-secret' });
export const responsePlace = (deliveryId: string): ValuePlace => ({ row: `delivery/${deliveryId}`, column: 'webhook-response' });
