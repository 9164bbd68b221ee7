import { OperatorError } from '../errors/operator.error';

/** A name or an id the operator gave doesn't fit; the message says why, in words for them. */
export class AccountError extends OperatorError {
  override readonly name = 'AccountError';
}
