/** Name of the file with a paste's receipt. Browser-safe. */
export const receiptFileName = (publicId: string): string => `receipt-${publicId}.json`;
