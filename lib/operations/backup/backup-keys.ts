/**
 * Under which key backups are encrypted, and which keys decrypt them.
 *
 * `BACKUP_KEY` is a key pair of age or its public half alone; a machine that has only that can't read its backups. Without
 * the variable the pair follows from `MASTER_KEY`.
 */
import { bech32 } from '@scure/base';
import { identityToRecipient } from 'age-encryption';
import type { Keyring } from '../../vault/keyring';

export interface BackupKeys {
  /** `age1…`, the public key under which new backups are encrypted. */
  recipient: string;
  /** `AGE-SECRET-KEY-1…`, tried one after the other. */
  identities: string[];
}

/** @param backupKey `age1…`, `AGE-SECRET-KEY-1…` or 32 bytes, which are such a secret key */
export async function createBackupKeys(backupKey: string | Buffer | undefined, keyring: Keyring): Promise<BackupKeys> {
  const derived = keyring.all.map((masterKey) => toIdentity(masterKey.backupKey));
  if (backupKey === undefined) return { recipient: await identityToRecipient(toIdentity(keyring.current.backupKey)), identities: derived };
  const key = typeof backupKey === 'string' ? backupKey : toIdentity(backupKey);
  if (key.startsWith('age1')) return { recipient: key, identities: [] };
  return { recipient: await identityToRecipient(key), identities: [key, ...derived] };
}

const toIdentity = (bytes: Uint8Array) => bech32.encodeFromBytes('age-secret-key-', bytes).toUpperCase();
