import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { addressOf } from '#lib/site/address.rules';

const DEFAULT_WAIT_SECONDS = 30;

/** The server wants to be asked later. */
export class AskLaterError extends Error {
  override readonly name = 'AskLaterError';
  constructor(readonly waitSeconds: number) {
    super('asked too often');
  }
}

/**
 * @param credentials header that shows the right to know
 * @returns null when there is none, or none for who asks
 * @throws AskLaterError; TypeError when the server can't be reached
 */
export async function fetchReceipt(publicId: string, credentials: Record<string, string>): Promise<ReceiptJson | null> {
  return readReceipt<ReceiptJson>(addressOf(`/api/v1/pastes/${publicId}/receipt`), credentials);
}

/** The same of another endpoint that says what became of something. */
export async function readReceipt<Receipt>(path: string, credentials: Record<string, string>): Promise<Receipt | null> {
  const response = await fetch(path, { headers: credentials, cache: 'no-store' });
  // Read to its end in any case: the connection of an unread response stays open.
  const body = await response.text();
  if (response.ok) return JSON.parse(body) as Receipt;
  if (response.status === 404) return null;
  throw new AskLaterError(Number(response.headers.get('Retry-After')) || DEFAULT_WAIT_SECONDS);
}
