/** Names that a signed receipt and its public keys go by. Browser-safe: no imports. */

/** The `typ` of a signed receipt, so that no other signed text can be taken for one (RFC 8725, section 3.11). */
export const RECEIPT_TYPE = 'sealpaste-receipt+jwt';

/** Address of the public keys, below the instance's own. */
export const KEY_SET_PATH = '/.well-known/jwks.json';

/** Name of the file with a paste's signed receipt. */
export const receiptFileName = (publicId: string): string => `receipt-${publicId}.jws`;
