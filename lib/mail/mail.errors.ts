import { ValidationError } from '../http/errors';

export class MailAddressError extends ValidationError {
  constructor() {
    super([{ path: ['address'], message: 'expected an e-mail address' }]);
  }
}
