import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const isRevoked = await services.accounts.revokeOwnKey(signedIn, fields.keyId ?? '');
  // With the key of this very session, the session has ended.
  if (isRevoked && fields.keyId === signedIn.keyId) return seeOther(accountPath('pastes', { notice: 'signed-out' }));
  return seeOther(accountPath('keys', { notice: isRevoked ? 'key-revoked' : 'key-gone' }));
});
