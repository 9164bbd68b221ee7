import { registerSchema } from '#lib/accounts/accounts.schema';
import { limitIdentity } from '#lib/http/client-address';
import { NotFoundError } from '#lib/http/errors';
import { accountPath } from '../../account-path';
import { formAction, seeOther } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formAction(async ({ fields, services, context }) => {
  const { accounts, handOvers, config, registrationLimiter, log } = services;
  if (config.REGISTRATION !== 'open') throw new NotFoundError();
  const parsed = registerSchema.safeParse(fields);
  if (!parsed.success) return seeOther(accountPath('register', { notice: 'name-invalid' }));
  const result = await registrationLimiter.consume(limitIdentity(context.clientAddress));
  if (result && !result.allowed) {
    log.warn({ requestId: context.requestId, clientAddress: context.clientAddress }, 'too many accounts from one address, possible abuse');
    return seeOther(accountPath('register', { notice: 'too-many-accounts' }));
  }
  const key = await accounts.register(parsed.data.userName);
  if (key === null) return seeOther(accountPath('register', { notice: 'name-taken' }));
  return seeOther(accountPath('register'), await handOvers.newKey.give(null, key));
});
