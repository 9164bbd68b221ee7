/** Makes users and keys for tests by the service, without the half second that the process of a command takes. */
import { randomBytes } from 'node:crypto';
import { createAccountsService } from '#lib/accounts/accounts.service';
import { openDatabase } from '#lib/db/engines/open-database';
import { silentLogger } from '#lib/testing/loggers';
import type { TestDatabase } from '#lib/testing/test-database';
import { createKeyring } from '#lib/vault/keyring';

/** Any master key will do: it encrypts only the names of keys, and these keys have none. */
const ANY_KEYRING = createKeyring([randomBytes(32)]);

/** A key of each named user, who is created if new. The database is migrated if need be. */
export async function createKeys<Names extends string>(
  database: Pick<TestDatabase, 'url'>,
  ...names: Names[]
): Promise<Record<Names, string>> {
  const db = await openDatabase({ url: database.url, rootDir: process.cwd(), migrates: true });
  try {
    const accounts = createAccountsService(db, ANY_KEYRING, silentLogger);
    const entries = await Promise.all(names.map(async (name) => [name, await accounts.createKey(name)] as const));
    return Object.fromEntries(entries) as Record<Names, string>;
  } finally {
    await db.close();
  }
}

/** The header that shows a key of a user. */
export async function createOwner(database: TestDatabase, name = 'anna'): Promise<{ 'X-Api-Key': string }> {
  return { 'X-Api-Key': (await createKeys(database, name))[name] as string };
}
