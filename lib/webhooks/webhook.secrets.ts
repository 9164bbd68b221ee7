import { randomUUID } from 'node:crypto';
import type { Keyring } from '../vault/keyring';
import { createDataKey, open, seal, unwrapDataKey, type WrappedKey } from '../vault/vault';

/** A secret as it is stored, under a data key and an id of its own. */
export interface SealedSecret {
  id: string;
  secretSealed: Uint8Array;
  wrappedKey: WrappedKey;
}

export function sealSecret(keyring: Keyring, secret: string): SealedSecret {
  const id = randomUUID();
  const { key, wrapped } = createDataKey(keyring, id);
  return { id, secretSealed: seal(key, placeOf(id), Buffer.from(secret)), wrappedKey: wrapped };
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openSecret(keyring: Keyring, { id, secretSealed, wrappedKey }: SealedSecret): string {
  return open(unwrapDataKey(keyring, id, wrappedKey), placeOf(id), secretSealed).toString('utf8');
}

function placeOf(id: string) {
  return { row: id, column: 'secret', seq: 0, last: true, encoding: 0 } as const;
}
