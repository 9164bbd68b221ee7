import { pageClient, problemIn } from '#components/client/page.client';
import { readReceipt } from '#lib/client/operations.generated';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';

/** Headers by which somebody shows the right to know. */
type Proof = { 'X-Service-Manage-Token': string } | { 'X-Service-Read-Token': string };

/**
 * @returns null when there is none, or none for whoever asks
 * @throws ApiError
 */
export async function fetchReceipt(publicId: string, headers: Proof): Promise<ReceiptJson | null> {
  return pageClient.call(readReceipt, { params: { publicId }, headers }).catch(nullIfMissing);
}

/** @throws the error, when it says anything but that there is no such thing */
export function nullIfMissing(error: unknown): null {
  if (problemIn(error).status === 404) return null;
  throw error;
}
