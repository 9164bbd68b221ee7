import { OperatorError } from '../errors/operator-error';
import { declareErrors, errorClass } from '../http/errors';
import { MAX_ACTIVE_KEYS } from './accounts.rules';

export const ACCOUNT_ERRORS = declareErrors({
  too_many_keys: [400, 'You have as many active keys as this service allows one user.'],
  name_taken: [409, 'Somebody has this name, or one that looks the same.'],
  session_required: [403, 'Only somebody who is signed in in a browser may do this, and no key.'],
  confirmation_required: [403, 'The sign-in is more than ten minutes old. `/account/confirm` asks for the key again.'],
});

export const NameTakenError = errorClass(ACCOUNT_ERRORS.name_taken, () => ({
  details: [{ path: ['userName'], message: 'expected another name: somebody has it, or one that looks the same' }],
}));
export const SessionRequiredError = errorClass(ACCOUNT_ERRORS.session_required);
export const ConfirmationRequiredError = errorClass(ACCOUNT_ERRORS.confirmation_required);

export const TooManyKeysError = errorClass(ACCOUNT_ERRORS.too_many_keys, () => ({
  details: [{ path: [], message: `expected at most ${MAX_ACTIVE_KEYS} active keys: revoke one first` }],
}));

/** A name or an id from the operator doesn't fit; the message says why, in words for the operator. */
export class AccountError extends OperatorError {
  override readonly name = 'AccountError';
}
