import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../encoding/sha256';

/** Whether the header is `Bearer TOKEN`. The time of the comparison tells nothing about the token, not even its length. */
export function isBearer(authorization: string | null | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return timingSafeEqual(sha256(shown ?? ''), sha256(token)) && shown !== undefined;
}
