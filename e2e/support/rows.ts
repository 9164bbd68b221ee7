/** Finds a paste's rows as the service does: the database knows no public id, only what a master key makes of it. */
import { type Database, only, type Row } from '#lib/db/database';
import { createKeyring, type Keyring } from '#lib/vault/keyring';
import { currentLookup, openValue, pasteIdPlace, pasteKeysOf } from '#lib/vault/vault';
import type { Environment } from './processes';

/** The current master key of a process's environment. */
export function keyringOf({ MASTER_KEY = '' }: Environment): Keyring {
  return createKeyring([Buffer.from(MASTER_KEY, 'base64')]);
}

export function lookupOf(environment: Environment, publicId: string): string {
  return currentLookup(pasteKeysOf(keyringOf(environment), publicId));
}

/** `id` of a paste's row, by which its other rows are found, also when it has gone: to be asked for while it is there. */
export async function rowIdOf(db: Database, environment: Environment, publicId: string): Promise<string> {
  return String(only(await db.read('SELECT id FROM pastes WHERE lookup = ?', [lookupOf(environment, publicId)])).id);
}

/** Of a row with the paste's `id` (in queues `paste_id`) and `id_sealed`. */
export function publicIdOf(environment: Environment, { id, paste_id = id, id_sealed }: Row): string {
  return openValue(keyringOf(environment), pasteIdPlace(String(paste_id)), id_sealed as Uint8Array);
}
