/** What a stored content shows of itself when it is one of our envelopes. */
import type { OpenedPaste } from './paste.opening';

/** A compact JWE (RFC 7516): five base64url parts, the first a JSON object. */
const COMPACT_JWE = /^(eyJ[\w-]+)\.[\w-]*\.[\w-]+\.[\w-]/;
const JWE_HEAD_BYTES = 4096;

/** Whether it begins like an envelope of ours. Nothing is said of the rest. */
export function isEnvelope(paste: OpenedPaste): boolean {
  return protectedHeader(paste) !== null;
}

/** The envelope's first part, which says how to open it and tells nothing of the text; null when it is no envelope of ours. */
export function protectedHeader({ summary, beginning }: OpenedPaste): string | null {
  return summary.isE2ee ? (COMPACT_JWE.exec(beginning.toString('latin1', 0, JWE_HEAD_BYTES))?.[1] ?? null) : null;
}

/** Whether a password may stand behind it: all but what is encrypted under the link's key alone (`alg: dir`, RFC 7518). */
export function hasPassword(paste: OpenedPaste): boolean {
  const header = protectedHeader(paste);
  if (header === null) return true;
  try {
    return (JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { alg?: unknown } | null)?.alg !== 'dir';
  } catch {
    return true;
  }
}
