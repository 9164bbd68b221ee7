/** Rows as the version before wrote them: public ids in clear, and all data keys under one key. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { SqlValue, Statement } from '../../db/database';
import type { Keyring } from '../../vault/keyring';
import { seal } from '../../vault/vault';

export interface LegacyPaste {
  publicId: string;
  /** Its pieces: the first one is compressed, as large ones are. */
  content: readonly string[];
  title?: string;
  ownerId?: number;
  syntax?: string;
  isE2ee?: boolean;
  burnAfterRead?: boolean;
  readProof?: Uint8Array;
  manageTokenHash?: Uint8Array;
  createdAt?: number;
  expiresAt?: number | null;
  claimHash?: Uint8Array;
  /** An upload that was never finished. */
  isUnderWay?: boolean;
}

export function legacyPaste(keyring: Keyring, paste: LegacyPaste): Statement[] {
  const { publicId, content, title = '', isUnderWay = false } = paste;
  const { key, wrapped } = legacyKey(keyring, publicId);
  const bytes = content.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  return [
    insert('pastes', {
      id: publicId,
      owner_id: paste.ownerId ?? null,
      syntax: paste.syntax ?? 'plaintext',
      is_e2ee: paste.isE2ee ?? false,
      burn_after_read: paste.burnAfterRead ?? false,
      view_count: 7,
      content_bytes: isUnderWay ? 0 : bytes,
      chunk_count: isUnderWay ? 0 : content.length,
      title_sealed: sealLegacyTitle(key, publicId, title),
      ...wrapped,
      manage_token_hash: paste.manageTokenHash ?? null,
      read_proof: paste.readProof ?? null,
      claim_hash: paste.claimHash ?? null,
      created_at: paste.createdAt ?? 1_750_000_000_000,
      expires_at: paste.expiresAt ?? null,
    }),
    ...content.map((piece, seq) => {
      const encoding = seq === 0 ? 1 : 0;
      const place = { row: publicId, column: 'content', seq, last: !isUnderWay && seq === content.length - 1, encoding } as const;
      const body = encoding === 1 ? deflateRawSync(piece) : Buffer.from(piece);
      return insert('paste_chunks', { paste_id: publicId, seq, encoding, bytes: seal(key, place, body) });
    }),
  ];
}

/** What a queue had taken over of a paste. */
export function legacyTold(keyring: Keyring, publicId: string, title: string): Record<string, SqlValue> {
  const { key, wrapped } = legacyKey(keyring, publicId);
  return { paste_id: publicId, title_sealed: sealLegacyTitle(key, publicId, title), ...wrapped };
}

export function legacySecret(keyring: Keyring, id: string, secret: string): Record<string, SqlValue> {
  const { key, wrapped } = legacyKey(keyring, id);
  const place = { row: id, column: 'secret', seq: 0, last: true, encoding: 0 } as const;
  return { id, secret_sealed: seal(key, place, Buffer.from(secret)), ...wrapped };
}

export function insert(table: string, columns: Record<string, SqlValue>): Statement {
  const names = Object.keys(columns);
  return { sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, params: Object.values(columns) };
}

function sealLegacyTitle(key: Buffer, row: string, title: string): Buffer | null {
  return title === '' ? null : seal(key, { row, column: 'title', seq: 0, last: true, encoding: 0 }, Buffer.from(title));
}

function legacyKey(keyring: Keyring, row: string): { key: Buffer; wrapped: { data_key: Buffer; master_key_id: string } } {
  const key = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyring.current.wrappingKey, nonce);
  cipher.setAAD(Buffer.from(`sealpaste/v1/data-key/${row}`));
  const body = Buffer.concat([cipher.update(key), cipher.final()]);
  return { key, wrapped: { data_key: Buffer.concat([nonce, body, cipher.getAuthTag()]), master_key_id: keyring.current.id } };
}
