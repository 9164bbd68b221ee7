/** Finds a paste's rows as the service does: the database has no public id, only its hash under the master key. */
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

/** `id` of a paste's row. A test asks for it while the row exists, and finds the other rows by it also afterwards. */
export async function rowIdOf(db: Database, environment: Environment, publicId: string): Promise<string> {
  return String(only(await db.read('SELECT id FROM pastes WHERE lookup = ?', [lookupOf(environment, publicId)])).id);
}

/** Public id of a row that has `id_sealed` and the paste's `id` (`paste_id` in queues). */
export function publicIdOf(environment: Environment, { id, paste_id = id, id_sealed }: Row): string {
  return openValue(keyringOf(environment), pasteIdPlace(String(paste_id)), id_sealed as Uint8Array);
}
