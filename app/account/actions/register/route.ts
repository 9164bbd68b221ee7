import { registerSchema } from '#lib/accounts/accounts.schema';
import { NotFoundError } from '#lib/http/errors';
import { accountPath } from '../../account-path';
import { formAction, seeOther } from '../form-action';
import { refuseTooMany } from '../form-limit';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formAction(async (call) => {
  const { accounts, handOvers, config, registrationLimiter } = call.services;
  if (config.REGISTRATION !== 'open') throw new NotFoundError();
  const parsed = registerSchema.safeParse(call.fields);
  if (!parsed.success) return seeOther(accountPath('register', { notice: 'name-invalid' }));
  const refused = await refuseTooMany(call, 'registration', registrationLimiter);
  if (refused) return refused;
  const key = await accounts.register(parsed.data.userName);
  if (key === null) return seeOther(accountPath('register', { notice: 'name-taken' }));
  return seeOther(accountPath('register'), await handOvers.newKey.give(null, key));
});
