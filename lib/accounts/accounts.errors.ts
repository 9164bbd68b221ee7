/** A name or an id the operator gave doesn't fit; the message says why, in words for them. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
