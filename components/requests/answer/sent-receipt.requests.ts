import { readReceipt } from '#components/paste/receipt/receipt.requests';
import type { AnswerReceiptJson } from '#lib/requests/request.schema';
import { addressOf } from '#lib/site/address.rules';

/**
 * @returns null when there is none (any more)
 * @throws AskLaterError; TypeError when the server can't be reached
 */
export async function fetchSentReceipt(requestId: string, receiptToken: string): Promise<AnswerReceiptJson | null> {
  return readReceipt<AnswerReceiptJson>(addressOf(`/api/v1/requests/${requestId}/receipt`), { 'X-Service-Receipt-Token': receiptToken });
}
