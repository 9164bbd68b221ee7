/** What a receipt can say. Browser-safe: no imports. */

/** How a burn paste ended. */
export type ReceiptOutcome = 'opened' | 'expired' | 'deleted';

/** The shape in which a receipt leaves the house; times as ISO 8601. */
export interface PresentedReceipt {
  publicId: string;
  state: 'created' | ReceiptOutcome;
  createdAt: string;
  /** Since when it is in this state. */
  at: string;
}

/** Of a paste that has ended. */
export interface PresentedEnd extends PresentedReceipt {
  state: ReceiptOutcome;
}
