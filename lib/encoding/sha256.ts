import { hash } from 'node:crypto';

/** The digest, 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer<ArrayBuffer> {
  return hash('sha256', data, 'buffer') as Buffer<ArrayBuffer>;
}

/** The hash of a script or a style, as a policy and an attribute have it (W3C Subresource Integrity). */
export const integrityOf = (content: string | Uint8Array): string => `sha256-${sha256(content).toString('base64')}`;
