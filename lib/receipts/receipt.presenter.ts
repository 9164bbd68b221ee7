import { presentAs } from '../encoding/present';
import { isoTime } from '../encoding/time.rules';
import type { EndedReceipt, ReceiptRow } from './receipt.repository';
import { type EndedReceiptJson, type ReceiptJson, receiptSchema } from './receipt.schema';

export const presentReceipt = ({ releasedAt, ...receipt }: (EndedReceipt | ReceiptRow) & { releasedAt?: number[] }): ReceiptJson => ({
  ...presentAs(receiptSchema, receipt),
  ...(releasedAt && { releasedAt: releasedAt.map((each) => isoTime(each)) }),
});

export const presentEnded = (receipt: EndedReceipt): EndedReceiptJson => ({ ...presentReceipt(receipt), state: receipt.state });
