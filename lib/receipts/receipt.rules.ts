/** The outcomes of a receipt. Browser-safe: no imports. */

/** How a burn paste ended. */
export type ReceiptOutcome = 'opened' | 'expired' | 'deleted';
