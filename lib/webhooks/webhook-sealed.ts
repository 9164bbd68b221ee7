/** The encrypted values in a webhook's rows: its address, its secrets, and its receiver's responses. */
import { randomUUID } from 'node:crypto';
import type { Keyring } from '../vault/keyring';
import { openValue, sealValue, type ValuePlace } from '../vault/vault';

/** A secret as it is stored, under its own id. */
export interface SealedSecret {
  id: string;
  secretSealed: Uint8Array;
}

export interface Response {
  /** The shortened body; null: there was none. */
  body: string | null;
  /** The reason why there was no response. */
  error: string | null;
}

export function sealSecret(keyring: Keyring, secret: string): SealedSecret {
  const id = randomUUID();
  return { id, secretSealed: sealValue(keyring, secretPlace(id), secret) };
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openSecret(keyring: Keyring, { id, secretSealed }: SealedSecret): string {
  return openValue(keyring, secretPlace(id), secretSealed);
}

export const sealUrl = (keyring: Keyring, ownerId: number, url: string): Uint8Array => sealValue(keyring, urlPlace(ownerId), url);

/** Decrypts the address; '' for an endpoint that has been deleted. @throws UnknownMasterKeyError, SealBrokenError */
export function openUrl(keyring: Keyring, ownerId: number, urlSealed: Uint8Array | null): string {
  return urlSealed === null ? '' : openValue(keyring, urlPlace(ownerId), urlSealed);
}

/** Null when there is neither body nor error. @param deliveryId the attempted delivery's */
export function sealResponse(keyring: Keyring, deliveryId: string, response: Response): Uint8Array | null {
  if (response.body === null && response.error === null) return null;
  return sealValue(keyring, responsePlace(deliveryId), JSON.stringify(response));
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openResponse(keyring: Keyring, deliveryId: string, sealed: Uint8Array | null): Response {
  if (sealed === null) return { body: null, error: null };
  return JSON.parse(openValue(keyring, responsePlace(deliveryId), sealed)) as Response;
}

export const urlPlace = (ownerId: number): ValuePlace => ({ row: `webhooks-of/${ownerId}`, column: 'webhook-url' });
export const secretPlace = (id: string): ValuePlace => ({ row: `webhook-secret/${id}`, column: 'webhook-secret' });
export const responsePlace = (deliveryId: string): ValuePlace => ({ row: `delivery/${deliveryId}`, column: 'webhook-response' });
