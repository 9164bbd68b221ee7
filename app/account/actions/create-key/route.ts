import { createKeySchema } from '#lib/accounts/accounts.schema';
import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const parsed = createKeySchema.safeParse(fields);
  if (!parsed.success) return seeOther(accountPath('keys', { notice: 'key-invalid' }));
  const key = await services.accounts.createOwnKey(signedIn, parsed.data.name, parsed.data.lifetimeDays);
  if (key === null) return seeOther(accountPath('keys', { notice: 'too-many-keys' }));
  return seeOther(accountPath('keys'), await services.handOvers.newKey.give(signedIn, key));
});
