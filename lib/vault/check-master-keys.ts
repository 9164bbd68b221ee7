/** Checks the configured master keys when a process starts. SQL (decision 0041): this runs once. */
import type { Database } from '../db/database';
import { OperatorError } from '../errors/operator-error';
import type { Keyring } from './keyring';

/**
 * Compares the configured keys with the fingerprints of the keys that the database's data is encrypted under, and
 * registers the current key if it is new; otherwise nothing is written. Call it before serving or writing anything.
 * @throws OperatorError with the fingerprints, when the database holds data under a key that isn't configured; nothing was written
 */
export async function checkMasterKeys(db: Database, keyring: Keyring): Promise<void> {
  const used = (await db.read('SELECT id FROM master_keys')).map((row) => String(row.id));
  const unknown = used.filter((id) => !keyring.has(id));
  if (unknown.length > 0) {
    throw new OperatorError(
      `MASTER_KEY: this database holds pastes under the key with fingerprint ${unknown.join(', ')}, but the configured one is ` +
        `${keyring.current.id}. Set the right key, or, to change keys, the old one as MASTER_KEY_PREVIOUS and run "npm run -s admin -- rotate-key".`,
    );
  }
  if (used.includes(keyring.current.id)) return;
  await db.write([
    {
      sql: `INSERT INTO master_keys (id, created_at) VALUES (?, ${db.dialect.now}) ON CONFLICT (id) DO NOTHING`,
      params: [keyring.current.id],
    },
  ]);
}
