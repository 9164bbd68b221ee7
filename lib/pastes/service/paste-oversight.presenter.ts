import { isoTime } from '../../encoding/time.rules';
import type { OverseenPaste } from './paste-oversight.rules';

export function presentOverseen({ heldAt, createdAt, expiresAt, ...paste }: OverseenPaste): OverseenPaste<string> {
  return { ...paste, heldAt: isoTime(heldAt), createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}
