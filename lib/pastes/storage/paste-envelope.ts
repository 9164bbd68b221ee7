/** Reads the parts of a stored content that aren't encrypted, when it is an envelope. */
import type { OpenedPaste } from './paste-decryption';

type StoredContent = Pick<OpenedPaste, 'isE2ee' | 'beginning'>;

/** A compact JWE (RFC 7516): five base64url parts, the first a JSON object. */
const COMPACT_JWE = /^(eyJ[\w-]+)\.[\w-]*\.[\w-]+\.[\w-]/;
export const JWE_HEAD_BYTES = 4096;

/** Whether the content begins like an envelope. The rest is not checked. */
export function isEnvelope(paste: StoredContent): boolean {
  return protectedHeader(paste) !== null;
}

/** The envelope's first part, which says how to decrypt it and nothing about the text; null when it is no envelope. */
export function protectedHeader({ isE2ee, beginning }: StoredContent): string | null {
  return isE2ee ? (COMPACT_JWE.exec(beginning.toString('latin1', 0, JWE_HEAD_BYTES))?.[1] ?? null) : null;
}

/** Whether the paste may have a password: true unless it is encrypted under the link's key alone (`alg: dir`, RFC 7518). */
export const hasPassword = (paste: StoredContent): boolean => algorithmOf(paste) !== 'dir';

/** How the key of the content was encrypted (`alg`, RFC 7516); null when the content doesn't begin like an envelope. */
export function algorithmOf(paste: StoredContent): string | null {
  const header = protectedHeader(paste);
  if (header === null) return null;
  try {
    const { alg } = (JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) ?? {}) as { alg?: unknown };
    return typeof alg === 'string' ? alg : null;
  } catch {
    return null;
  }
}
