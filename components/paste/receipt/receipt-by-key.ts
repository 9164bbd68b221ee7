import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { deriveReadToken } from '#lib/envelope/envelope-token';
import { fetchReceipt } from './receipt.client';

/** The header of every envelope without a password. The read token depends on the key and this header alone. */
const KEY_HEADER = btoa('{"alg":"dir","enc":"A256GCM"}').replace(/=+$/, '');

/** Fetches the receipt by the key of a link without a password, even if the paste is gone; null when the key proves nothing. */
export async function receiptByKey(publicId: string, key: string) {
  try {
    return await fetchReceipt(publicId, { 'X-Service-Read-Token': await deriveReadToken(KEY_HEADER, key) });
  } catch (error) {
    if (error instanceof EnvelopeError) return null;
    throw error;
  }
}
