import { pageClient, problemIn } from '#components/client/page.client';
import { readReceipt } from '#lib/client/operations.generated';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';

/** The header that proves the right to read a receipt. */
export type ReceiptProof = { 'X-Service-Manage-Token': string } | { 'X-Service-Read-Token': string };

/**
 * @returns null when there is no receipt, or the proof doesn't fit
 * @throws ApiError
 */
export async function fetchReceipt(publicId: string, headers: ReceiptProof): Promise<ReceiptJson | null> {
  return pageClient.call(readReceipt, { params: { publicId }, headers }).catch(nullIfMissing);
}

/** Asks for the receipt of a watched paste, for `usePolled`. */
export const askReceipt = ({ id, manageToken }: { id: string; manageToken: string }) =>
  fetchReceipt(id, { 'X-Service-Manage-Token': manageToken });

/** @throws the error itself, unless it is a 404 */
export function nullIfMissing(error: unknown): null {
  if (problemIn(error).status === 404) return null;
  throw error;
}
