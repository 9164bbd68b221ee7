import { isoTime } from '../encoding/time.rules';
import type { EndedReceipt } from './receipt.repository';
import type { EndedReceiptJson, ReceiptJson } from './receipt.schema';
import type { Receipt } from './receipt.service';

export function presentReceipt({ publicId, state, createdAt, at, counted }: Receipt): ReceiptJson {
  return { publicId, state, createdAt: isoTime(createdAt), at: isoTime(at), ...counted };
}

export function presentEnded({ publicId, state, createdAt, at }: EndedReceipt): EndedReceiptJson {
  return { publicId, state, createdAt: isoTime(createdAt), at: isoTime(at) };
}
