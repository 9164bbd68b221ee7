import { OperatorError } from '../errors/operator-error';

/** A name or an id from the operator doesn't fit; the message says why, in words for the operator. */
export class AccountError extends OperatorError {
  override readonly name = 'AccountError';
}
