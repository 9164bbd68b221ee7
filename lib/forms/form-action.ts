/** One way for every form of the pages: parse, one service call, and a redirect to the page that shows what came of it. */
import { MAX_FLASH_BYTES } from '../accounts/flash-cookie';
import type { SignedIn } from '../accounts/principal';
import { defineRoute, type Route } from '../api/define-route';
import { type ApiPolicy, uncounted } from '../api/policies';
import { readForm } from '../http/body';
import { ForbiddenError, NotFoundError, PublicError } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import type { Reply } from '../http/reply';
import { inRequestLanguage } from '../http/request-language';
import { isSameOrigin } from '../http/same-origin';
import { addressOf } from '../site/address.rules';
import { accountPath } from './account-path';
import { refusedPage } from './failed-page';
import { type CountedCall, refuseTooMany, sentByPerson } from './form-limit';

export interface FormCall extends CountedCall {
  fields: Record<string, string>;
}

export interface SignedInCall extends FormCall {
  signedIn: SignedIn;
}

/** The path of the next page, or a reply of another kind. */
export type Outcome = `/${string}` | Reply;

/** Forms have a limiter of their own, by user or address (`form-limit.ts`). */
const policy: ApiPolicy = {
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
  return defineRoute({
    method: 'POST',
    path,
    policy,
    summary: `The form of the pages at ${path}`,
    responses: { 303: { description: 'What came of it is on that page.', contentTypes: [] } },
    handle: (call) =>
      inRequestLanguage(call.request.headers, call.services.site.languages, async () => {
        const refused = await refuseTooMany(call, 'form', call.services.limits.form);
        if (refused) return refused;
        const outcome = await handle({ ...call, fields: await readForm(call.request) }).catch((error: unknown) => {
          if (!(error instanceof PublicError && error.status === 400) || !sentByPerson(call.request)) throw error;
          return refusedPage(call.services.site);
        });
        return typeof outcome === 'string' ? seeOther(outcome) : outcome;
      }),
  });
}

/** A form for signed-in users. Other people are sent to the sign-in page. */
export function signedInAction(name: string, handle: (call: SignedInCall) => Promise<Outcome>): Route {
  return formAction(name, async (call) => {
    const signedIn = await call.services.sessions.findIn(call.request.headers.get('cookie'));
    if (!signedIn) return accountPath('pastes', { notice: 'signed-out' });
    call.context.userId = signedIn.userId;
    return handle({ ...call, signedIn });
  });
}

/** Defines a form of the administration pages. Everybody but administrators gets 404, as for an address that doesn't exist. */
export function adminAction(name: string, handle: (call: FormCall & { admin: SignedIn }) => Promise<Outcome>): Route {
  return formAction(`admin-${name}`, async (call) => {
    const admin = await call.services.sessions.findIn(call.request.headers.get('cookie'));
    if (!admin?.isAdmin) throw new NotFoundError();
    call.context.userId = admin.userId;
    return handle({ ...call, admin });
  });
}

/**
 * A form for what a stolen cookie must not be enough for: those who signed in more than ten minutes ago are first asked for
 * their key, or led to the provider.
 */
export const confirmedAction = (name: string, handle: (call: SignedInCall) => Promise<Outcome>): Route =>
  signedInAction(name, async (call) => (call.signedIn.isConfirmed ? handle(call) : askAgain(accountPath('keys'))));

/** @param returnTo the page with the form that was sent */
export const askAgain = (returnTo: `/${string}`): `/${string}` => accountPath('confirm', { returnTo });

/** Redirects to a page of ours. The browser requests the page with GET, so that a reload sends no form again. */
export function seeOther(path: `/${string}`, setCookie?: string): Reply {
  return {
    status: 303,
    headers: { Location: addressOf(path), ...(setCookie === undefined ? {} : { 'Set-Cookie': setCookie }) },
    body: null,
  };
}

/**
 * Leads back to the page of a form that was refused, with what was typed, so that nobody types it again. Fields that are too
 * long for a cookie are left out.
 * @param signedIn null where nobody is @param fields without secrets
 */
export async function refuseForm(
  path: `/${string}`,
  { services }: FormCall,
  signedIn: SignedIn | null,
  fields: Readonly<Record<string, string>>,
): Promise<Reply> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields).toSorted(([, one], [, other]) => one.length - other.length))
    if (Buffer.byteLength(JSON.stringify({ ...kept, [name]: value })) <= MAX_FLASH_BYTES) kept[name] = value;
  return seeOther(path, await services.flashCookies.typedFields.give(signedIn, kept));
}

/** Ends a flash cookie whose content was shown: for a script of the page with 204, for a button of the page with a redirect. */
export function seen({ request }: FormCall, path: `/${string}`, setCookie: string): Reply {
  return sentByPerson(request) ? seeOther(path, setCookie) : { status: 204, headers: { 'Set-Cookie': setCookie }, body: null };
}

/** Makes a `catch` handler that returns the notice for errors of one class and rethrows all others. */
export const whenThrown =
  <const Result>(errorClass: new (...parameters: never[]) => Error, result: Result) =>
  (error: unknown): Result => {
    if (error instanceof errorClass) return result;
    throw error;
  };
