import { createHash } from 'node:crypto';

/** The digest, 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer<ArrayBuffer> {
  return createHash('sha256').update(data).digest();
}
