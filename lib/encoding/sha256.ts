import { hash } from 'node:crypto';

/** The digest, 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer<ArrayBuffer> {
  return hash('sha256', data, 'buffer') as Buffer<ArrayBuffer>;
}
