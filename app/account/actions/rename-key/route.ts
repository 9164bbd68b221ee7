import { renameKeySchema } from '#lib/accounts/accounts.schema';
import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const parsed = renameKeySchema.safeParse(fields);
  if (!parsed.success) return seeOther(accountPath('keys', { notice: 'key-name-invalid' }));
  const { keyId, name } = parsed.data;
  const isRenamed = await services.accounts.renameOwnKey(signedIn, keyId, name);
  return seeOther(accountPath('keys', { notice: isRenamed ? 'key-renamed' : 'key-gone' }));
});
