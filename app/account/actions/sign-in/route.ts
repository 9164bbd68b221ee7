import { accountPath } from '../../account-path';
import { formAction, seeOther } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formAction(async ({ fields, services, request }) => {
  const setCookie = await services.sessions.signIn((fields.apiKey ?? '').trim());
  if (setCookie === null) return seeOther(accountPath('pastes', { notice: 'unknown-key' }));
  // Who signs in over a session that is still there has ended that one.
  await services.sessions.signOut(request.headers.get('cookie'));
  return seeOther(accountPath('pastes'), setCookie);
});
