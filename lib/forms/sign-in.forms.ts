import { registerSchema } from '../accounts/accounts.schema';
import { limitIdentity } from '../http/client-address';
import { NotFoundError } from '../http/errors';
import { localPath } from '../http/local-path';
import { accountPath } from './account-path';
import { formAction, seeOther } from './form-action';
import { refuseKeyTry, refuseTooMany } from './form-limit';

const signIn = formAction('sign-in', async (call) => {
  const { sessions } = call.services;
  const apiKey = (call.fields.apiKey ?? '').trim();
  const refused = await refuseKeyTry(call, apiKey);
  if (refused) return refused;
  const { setCookie, problem } = await sessions.signIn(apiKey, limitIdentity(call.context.clientAddress));
  const returnTo = localPath(call.fields.returnTo);
  if (setCookie === null) return seeOther(accountPath('pastes', { notice: problem, returnTo: returnTo ?? undefined }));
  // A new sign-in ends the session that this browser still has.
  await sessions.signOut(call.request.headers.get('cookie'));
  return seeOther(returnTo ?? accountPath('pastes'), setCookie);
});

const signOut = formAction('sign-out', async ({ services, request }) =>
  seeOther(accountPath('pastes', { notice: 'signed-out' }), await services.sessions.signOut(request.headers.get('cookie'))),
);

const register = formAction('register', async (call) => {
  const { accounts, flashCookies, config, limits } = call.services;
  if (config.REGISTRATION !== 'open') throw new NotFoundError();
  const parsed = registerSchema.safeParse(call.fields);
  if (!parsed.success) return seeOther(accountPath('register', { notice: 'name-invalid' }));
  const refused = await refuseTooMany(call, 'registration', limits.registration);
  if (refused) return refused;
  const key = await accounts.register(parsed.data.userName);
  if (key === null) return seeOther(accountPath('register', { notice: 'name-taken' }));
  return seeOther(accountPath('register'), await flashCookies.newKey.give(null, key));
});

export const signInForms = [signIn, signOut, register];
