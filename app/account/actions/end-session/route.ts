import { accountPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';

/** One of the browsers that are signed in; with this one, a person is signed out here. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const isEnded = await services.sessions.endOwn(signedIn, fields.sessionId ?? '');
  return seeOther(accountPath('keys', { notice: isEnded ? 'session-ended' : 'session-gone' }));
});
