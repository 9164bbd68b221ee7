import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A master key as the vault uses it: keys derived from the configured bytes, never the bytes. */
interface MasterKey {
  /** 16 hexadecimal characters that tell keys apart and say nothing about the key. */
  id: string;
  /** Each row's key is derived from this one. */
  rowsKey: KeyObject;
  /** Each paste's lookup and key are derived from this one. */
  pastesKey: KeyObject;
  /** 32 bytes; encrypts backups where no `BACKUP_KEY` is set. */
  backupKey: Buffer;
}

export type Keyring = ReturnType<typeof createKeyring>;

/** Lookup and key that follow from a paste's public id under one master key. */
export interface PasteKey {
  masterKeyId: string;
  /** 22 characters of base64url (128 bits) under which the paste is stored. Finding the public id takes the key and trying all ids. */
  lookup: string;
  /** AES-256 key of 32 bytes. */
  key: Buffer;
}

/** Data is encrypted under a master key that isn't configured. Nothing is lost: it can be decrypted once the key is configured again. */
export class UnknownMasterKeyError extends Error {
  override readonly name = 'UnknownMasterKeyError';
  /** @param keyId the missing key's fingerprint */
  constructor(readonly keyId: string) {
    super(`no configured master key has the fingerprint ${keyId}`);
  }
}

/** @param secrets master keys of 32 bytes each; the first is the current one */
export function createKeyring(secrets: readonly [Buffer, ...Buffer[]]) {
  const all = secrets.map(deriveMasterKey) as [MasterKey, ...MasterKey[]];
  const byId = new Map(all.map((key) => [key.id, key]));
  return {
    current: all[0],
    /** All configured keys, the current one first. */
    all,
    has: (id: string): boolean => byId.has(id),
    /** @throws UnknownMasterKeyError */
    find: (id: string): MasterKey => {
      const key = byId.get(id);
      if (!key) throw new UnknownMasterKeyError(id);
      return key;
    },
  };
}

/** Derives a separate key for each use (RFC 5869). */
function deriveMasterKey(secret: Buffer): MasterKey {
  const derive = (use: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', `sealpaste/${use}`, bytes));
  return {
    id: derive('v1/fingerprint', 8).toString('hex'),
    // Objects: Node 24 makes two errors with their stacks for each HMAC whose key is bytes.
    rowsKey: createSecretKey(derive('v2/rows', 32)),
    pastesKey: createSecretKey(derive('v2/pastes', 64)),
    backupKey: derive('v1/backup', 32),
  };
}

/** The key of one row of one table, 32 bytes. @param row unique among all rows */
export function deriveRowKey({ rowsKey }: MasterKey, row: string): Buffer {
  return expand('sha256', rowsKey, `sealpaste/v2/row/${row}`);
}

export function derivePasteKey({ id, pastesKey }: MasterKey, publicId: string): PasteKey {
  const derived = expand('sha512', pastesKey, `sealpaste/v2/paste/${publicId}`);
  return { masterKeyId: id, lookup: derived.toString('base64url', 0, 16), key: derived.subarray(32) };
}

/** HKDF-Expand (RFC 5869, section 2.3) of one block, at a quarter of the cost of `hkdfSync`, which extracts first. */
function expand(hash: 'sha256' | 'sha512', key: KeyObject, info: string): Buffer {
  return createHmac(hash, key).update(`${info}\u0001`).digest();
}
