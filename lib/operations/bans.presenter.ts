import { isoTime } from '../encoding/time.rules';
import type { Ban } from './bans.service';

export function presentBan({ network, reason, createdAt, expiresAt }: Ban) {
  return { network, reason, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}

export type ShownBan = ReturnType<typeof presentBan>;
