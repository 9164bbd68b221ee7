import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { deriveReadToken } from '#lib/envelope/envelope-token';
import { parseFragment } from '#lib/envelope/fragment';
import { fetchReceipt } from './receipt.client';

/** The link as its creator got it. */
export interface MadeLink {
  url: string;
  hasPassword: boolean;
}

/**
 * Tests a link without opening the paste: asks for the receipt by the manage token, and by the proof that a reader would
 * derive from the key in the link. With a password, which the page no longer has, and for a paste with a number of reads,
 * which needs no proof, the result is only that the paste is there.
 * @throws ApiError
 */
export async function testLink(
  publicId: string,
  manageToken: string,
  { url, hasPassword }: MadeLink,
): Promise<'works' | 'there' | 'gone' | 'wrong'> {
  const mine = await fetchReceipt(publicId, { 'X-Service-Manage-Token': manageToken });
  if (mine?.state !== 'created') return 'gone';
  const { key } = parseFragment(new URL(url).hash);
  if (key === null || hasPassword) return 'there';
  const asReader = await receiptByKey(publicId, key);
  if (asReader !== null) return 'works';
  return mine.maxReads === undefined ? 'wrong' : 'there';
}

/** Fetches the receipt by the key of a link without a password, even if the paste is gone; null when the key proves nothing. */
export async function receiptByKey(publicId: string, key: string) {
  try {
    return await fetchReceipt(publicId, { 'X-Service-Read-Token': await deriveReadToken(null, key) });
  } catch (error) {
    if (error instanceof EnvelopeError) return null;
    throw error;
  }
}
