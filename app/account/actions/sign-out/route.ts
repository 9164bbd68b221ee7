import { accountPath } from '../../account-path';
import { formAction, seeOther } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formAction(async ({ services, request }) =>
  seeOther(accountPath('pastes', { notice: 'signed-out' }), await services.sessions.signOut(request.headers.get('cookie'))),
);
