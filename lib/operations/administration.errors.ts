import { declareErrors, errorClass } from '../http/errors';

export const ADMINISTRATION_ERRORS = declareErrors({
  user_refused: [
    409,
    'No key is made for this user: the name does not fit or looks like another, nobody has it, or a visitor has registered it and `isExisting` is not set.',
  ],
  own_account: [409, 'Administrators do not do this to their own account.'],
  own_address: [409, 'The network includes the address that the request came from.'],
  network_too_large: [400, 'The network is too large for a ban. `details` says the limit.'],
});

export const UserRefusedError = errorClass(ADMINISTRATION_ERRORS.user_refused, (message: string) => ({
  details: [{ path: ['userName'], message }],
}));
export const OwnAccountError = errorClass(ADMINISTRATION_ERRORS.own_account);
export const OwnAddressError = errorClass(ADMINISTRATION_ERRORS.own_address, () => ({
  details: [{ path: ['network'], message: 'expected a network without your own address' }],
}));
