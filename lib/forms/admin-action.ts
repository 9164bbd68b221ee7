import type { SignedIn } from '../accounts/principal';
import type { Route } from '../api/define-route';
import { NotFoundError } from '../http/errors';
import type { Reply } from '../http/reply';
import { type FormCall, formAction } from './form-action';

/** Defines a form of the administration pages. Everybody but administrators gets 404, as for an address that doesn't exist. */
export function adminAction(name: string, handle: (call: FormCall & { admin: SignedIn }) => Promise<Reply>): Route {
  return formAction(`admin-${name}`, async (call) => {
    const admin = await call.services.sessions.findIn(call.request.headers.get('cookie'));
    if (!admin?.isAdmin) throw new NotFoundError();
    call.context.userId = admin.userId;
    return handle({ ...call, admin });
  });
}
