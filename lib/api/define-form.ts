/** One way for every form of the pages: parse, one service call, and a redirect to the page that shows what came of it. */
import type { SignedIn } from '../accounts/principal';
import { readForm } from '../http/body';
import { ForbiddenError } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import type { Reply } from '../http/reply';
import { isSameOrigin } from '../http/same-origin';
import { addressOf } from '../site/address.rules';
import { accountPath } from './account-path';
import { defineRoute, type Route } from './define-route';
import { respondInWords } from './failed-page';
import { type Arrival, count, type Policy, uncounted } from './policies';

export interface FormCall extends Omit<Arrival, 'params'> {
  fields: Record<string, string>;
}

export interface SignedInCall extends FormCall {
  signedIn: SignedIn;
}

/** The path of the next page, or a reply of another kind. */
export type Outcome = `/${string}` | Reply;

/** `formAt` counts: people get a page in place of JSON. */
const policy: Policy = {
  ...uncounted(PRIVATE_HEADERS),
  admit({ request, services }) {
    // The origin is checked even without a session: another site could sign its reader in to an account of its own.
    if (request.method === 'POST' && !isSameOrigin(request.headers, services.config.BASE_URL)) throw new ForbiddenError();
    return null;
  },
};

/** The endpoint of a form of the account pages. @param name of its path, under /account/actions */
export const formAction = (name: string, handle: (call: FormCall) => Promise<Outcome>): Route => formAt(`/account/actions/${name}`, handle);

/**
 * The endpoint of one form. It takes requests from our own pages only, counts them by address, and responds with a redirect
 * to a page.
 */
export function formAt(path: `/${string}`, handle: (call: FormCall) => Promise<Outcome>): Route {
  return defineRoute('POST', path, {
    policy,
    summary: `The form of the pages at ${path}`,
    responses: { 303: { description: 'What came of it is on that page.', contentTypes: [] } },
    handle: (call) =>
      respondInWords(call, async () => {
        await count(call, call.services.limits.form);
        const outcome = await handle({ ...call, fields: await readForm(call.request) });
        return typeof outcome === 'string' ? seeOther(outcome) : outcome;
      }),
  });
}

/** A form for signed-in users. Other people are sent to the sign-in page. */
export function signedInAction(name: string, handle: (call: SignedInCall) => Promise<Outcome>): Route {
  return formAction(name, async (call) => {
    const signedIn = await call.services.sessions.findIn(call.request.headers.get('cookie'));
    if (!signedIn) return accountPath('signIn', { notice: 'signed-out' });
    call.context.userId = signedIn.userId;
    return handle({ ...call, signedIn });
  });
}

/** Redirects to a page of ours. The browser requests the page with GET, so that a reload sends no form again. */
export function seeOther(path: `/${string}`, setCookie?: string): Reply {
  return {
    status: 303,
    headers: { Location: addressOf(path), ...(setCookie === undefined ? {} : { 'Set-Cookie': setCookie }) },
    body: null,
  };
}
