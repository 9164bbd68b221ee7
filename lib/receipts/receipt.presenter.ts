import { isoTime } from '../encoding/time.rules';
import type { EndedReceipt } from './receipt.repository';
import type { PresentedEnd, PresentedReceipt } from './receipt.rules';
import type { Receipt } from './receipt.service';

export function presentReceipt({ publicId, state, createdAt, at }: Receipt): PresentedReceipt {
  return { publicId, state, createdAt: isoTime(createdAt), at: isoTime(at) };
}

export function presentEnded({ publicId, state, createdAt, at }: EndedReceipt): PresentedEnd {
  return { publicId, state, createdAt: isoTime(createdAt), at: isoTime(at) };
}
