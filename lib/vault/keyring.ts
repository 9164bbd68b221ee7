import { hkdfSync } from 'node:crypto';

/** A master key as the vault uses it: what is derived from the configured bytes, never the bytes. */
interface MasterKey {
  /** 16 hexadecimal characters that tell keys apart and say nothing about the key. */
  id: string;
  /** Encrypts data keys (AES-256). */
  wrappingKey: Buffer;
}

export interface Keyring {
  /** New data is encrypted under this one. */
  current: MasterKey;
  /** @throws UnknownMasterKeyError */
  find(id: string): MasterKey;
  has(id: string): boolean;
}

/** Data is under a master key that isn't configured. Nothing is lost: it opens again when the key returns. */
export class UnknownMasterKeyError extends Error {
  override readonly name = 'UnknownMasterKeyError';
}

/** @param secrets 32 bytes each; the first is the current key */
export function createKeyring(secrets: readonly [Buffer, ...Buffer[]]): Keyring {
  const [current, ...previous] = secrets.map(deriveMasterKey) as [MasterKey, ...MasterKey[]];
  const byId = new Map([current, ...previous].map((key) => [key.id, key]));
  return {
    current,
    has: (id) => byId.has(id),
    find: (id) => {
      const key = byId.get(id);
      if (!key) throw new UnknownMasterKeyError(`no configured master key has the fingerprint ${id}`);
      return key;
    },
  };
}

/** One key, one use (RFC 5869): the fingerprint and the wrapping key come from different derivations. */
function deriveMasterKey(secret: Buffer): MasterKey {
  const derive = (use: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', `sealpaste/v1/${use}`, bytes));
  return { id: derive('fingerprint', 8).toString('hex'), wrappingKey: derive('data-key-wrapping', 32) };
}
