import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const revoked = await services.accounts.revokeOwnKey(signedIn, fields.keyId ?? '', fields.withMade === 'on');
  // With the key of this very session, the session has ended.
  if (revoked > 0 && fields.keyId === signedIn.keyId) return seeOther(accountPath('pastes', { notice: 'signed-out' }));
  return seeOther(accountPath('keys', { notice: revoked === 0 ? 'key-gone' : revoked === 1 ? 'key-revoked' : 'keys-revoked' }));
});
