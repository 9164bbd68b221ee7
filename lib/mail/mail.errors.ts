import { declareErrors, errorClass, ValidationError } from '../http/errors';

export const MAIL_ERRORS = declareErrors({
  mail_unconfirmed: [409, 'The address of the account is not confirmed.'],
});

export const MailUnconfirmedError = errorClass(MAIL_ERRORS.mail_unconfirmed);

export class MailAddressError extends ValidationError {
  constructor() {
    super([{ path: ['address'], message: 'expected an e-mail address' }]);
  }
}
