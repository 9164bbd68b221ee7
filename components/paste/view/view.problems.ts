import type { EnvelopeProblem } from '#lib/envelope/envelope.errors';

/** Why a paste can't be shown: each has its own words. */
export type ViewProblem =
  | 'key-missing'
  | 'key-malformed'
  | 'wrong-key'
  /** The server compared: this key isn't the one of a paste that burns, which is still there. */
  | 'key-refused'
  /** It begins like an envelope of ours, but isn't a whole one. */
  | 'damaged'
  /** Encrypted by another program. */
  | 'foreign'
  | 'unsupported'
  | 'too-large'
  | 'gone'
  /** It burned, and this tab is where it was read. */
  | 'opened-here'
  | 'rate-limited'
  | 'server-error'
  | 'offline'
  /** The page was opened without HTTPS: browsers then withhold what decrypting needs. */
  | 'insecure'
  /** The browser lacks what decrypting needs. */
  | 'browser';

export const RETRYABLE: ReadonlySet<ViewProblem> = new Set(['rate-limited', 'server-error', 'offline']);

/** @param isEnvelope whether what is stored begins like an envelope of ours */
export function problemOf({ code }: EnvelopeProblem, isEnvelope: boolean): ViewProblem {
  switch (code) {
    case 'invalid-key':
      return 'key-malformed';
    case 'unsupported':
    case 'too-large':
    case 'wrong-key':
      return code;
    case 'unavailable':
      return 'browser';
    default:
      return isEnvelope ? 'damaged' : 'foreign';
  }
}

export function problemOfStatus(status: number): ViewProblem {
  if (status === 404 || status === 410) return 'gone';
  return status === 429 ? 'rate-limited' : 'server-error';
}
