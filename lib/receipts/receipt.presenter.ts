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

/** For the owner: with the label, which a receipt has for nobody else. */
export function presentEnded(receipt: EndedReceipt): EndedReceiptJson & { label?: string } {
  const { state, label } = receipt;
  return { ...presentReceipt(receipt), state, ...(label !== undefined && { label }) };
}
