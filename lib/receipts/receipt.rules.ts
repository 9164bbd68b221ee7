/** What a receipt can say. Browser-safe: no imports. */

/** How a burn paste ended. */
export type ReceiptOutcome = 'opened' | 'expired' | 'deleted';
