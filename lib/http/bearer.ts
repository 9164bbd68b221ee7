import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the header is `Bearer TOKEN`, in a time that says nothing about the token, not even its length. */
export function isBearer(authorization: string | null | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown ?? ''), digest(token)) && shown !== undefined;
}
