/** A paste's title on its way to somebody: sealed in the queue, opened when it is told. */
import type { Row } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { open, unwrapDataKey } from '../vault/vault';

/**
 * SQL of the paste `p`'s columns that tell its title, in this order: title_sealed, data_key,
 * master_key_id. Where there is no title to tell, no key goes along either.
 */
export const TITLE_OF_PASTE = ['title_sealed', 'data_key', 'master_key_id']
  .map((column) => `CASE WHEN NOT p.is_e2ee AND p.title_sealed IS NOT NULL THEN p.${column} END`)
  .join(', ');

/** @param row of a queue, with the columns above; '' when there is no title @throws UnknownMasterKeyError, SealBrokenError */
export function openTitle(keyring: Keyring, publicId: string, { title_sealed, data_key, master_key_id }: Row): string {
  if (title_sealed === null) return '';
  const key = unwrapDataKey(keyring, publicId, { dataKey: data_key as Uint8Array, masterKeyId: String(master_key_id) });
  return open(key, { row: publicId, column: 'title', seq: 0, last: true, encoding: 0 }, title_sealed as Uint8Array).toString('utf8');
}
