import { isoTime } from '../encoding/time.rules';
import type { EndedReceipt } from './receipt.repository';
import type { EndedReceiptJson, ReceiptJson } from './receipt.schema';
import type { Receipt } from './receipt.service';

export function presentReceipt({ publicId, state, createdAt, at, counted, releasedAt }: Receipt): ReceiptJson {
  const count = counted && { ...counted, lastReadAt: isoTime(counted.lastReadAt) };
  return {
    publicId,
    state,
    createdAt: isoTime(createdAt),
    at: isoTime(at),
    ...count,
    ...(releasedAt && { releasedAt: releasedAt.map((each) => isoTime(each)) }),
  };
}

export const presentEnded = (receipt: EndedReceipt): EndedReceiptJson => ({ ...presentReceipt(receipt), state: receipt.state });
