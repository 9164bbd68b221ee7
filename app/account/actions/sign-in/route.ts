import { parseApiKey } from '#lib/accounts/api-key';
import { accountPath } from '../../account-path';
import { formAction, seeOther } from '../form-action';
import { refuseTooMany } from '../form-limit';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formAction(async (call) => {
  const { sessions, signInLimiter, signInKeyLimiter } = call.services;
  const apiKey = (call.fields.apiKey ?? '').trim();
  const keyId = parseApiKey(apiKey)?.id;
  const refused =
    (await refuseTooMany(call, 'sign-in', signInLimiter)) ??
    (keyId === undefined ? null : await refuseTooMany(call, 'sign-in', signInKeyLimiter, keyId));
  if (refused) return refused;
  const { setCookie, problem } = await sessions.signIn(apiKey);
  if (setCookie === null) return seeOther(accountPath('pastes', { notice: problem }));
  // Who signs in over a session that is still there has ended that one.
  await sessions.signOut(call.request.headers.get('cookie'));
  return seeOther(accountPath('pastes'), setCookie);
});
