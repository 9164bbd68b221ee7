import type { SignedIn } from '../accounts/principal';
import { defineRoute, type Route } from '../api/define-route';
import { type ApiPolicy, uncounted } from '../api/policies';
import { readForm } from '../http/body';
import { ForbiddenError, PublicError, ValidationError } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import type { Reply } from '../http/reply';
import { isSameOrigin } from '../http/same-origin';
import { isPublicId } from '../pastes/paste.rules';
import { addressOf } from '../site/address.rules';
import { accountPath } from './account-path';
import { unnamedMessages } from './form.messages';
import { type CountedCall, refuseTooMany } from './form-limit';
import type { AccountNotice } from './notices.messages';

export interface FormCall extends CountedCall {
  fields: Record<string, string>;
}

export interface SignedInCall extends FormCall {
  signedIn: SignedIn;
}

const policy: ApiPolicy = {
  ...uncounted(PRIVATE_HEADERS),
  admit({ request, services }) {
    // The origin is checked even without a session: another site could sign its reader in to an account of its own.
    if (request.method === 'POST' && !isSameOrigin(request.headers, services.config.BASE_URL)) throw new ForbiddenError();
    return null;
  },
};

/**
 * The endpoint of one form of the account pages. It takes requests from our own pages only, counts them by address, and
 * responds with a redirect to a page.
 * @param name of its path, under /account/actions
 */
export function formAction(name: string, handle: (call: FormCall) => Promise<Reply>): Route {
  return defineRoute({
    method: 'POST',
    path: `/account/actions/${name}`,
    policy,
    summary: `The form of the account pages that is called ${name}`,
    responses: { 303: { description: 'What came of it is on that page.', contentTypes: [] } },
    handle: async ({ request, context, services }) =>
      (await refuseTooMany({ request, context, services }, 'form', services.limits.form)) ??
      handle({ request, context, services, fields: await readForm(request) }),
  });
}

/** A form for signed-in users. Other people are sent to the sign-in page. */
export function signedInAction(name: string, handle: (call: SignedInCall) => Promise<Reply>): Route {
  return formAction(name, async (call) => {
    const signedIn = await call.services.sessions.findIn(call.request.headers.get('cookie'));
    if (!signedIn) return seeOther(accountPath('pastes', { notice: 'signed-out' }));
    call.context.userId = signedIn.userId;
    return handle({ ...call, signedIn });
  });
}

/**
 * A form for what a stolen cookie must not be enough for: those who signed in more than ten minutes ago are first asked for
 * their key, or led to the provider.
 */
export const confirmedAction = (name: string, handle: (call: SignedInCall) => Promise<Reply>): Route =>
  signedInAction(name, async (call) => (call.signedIn.isConfirmed ? handle(call) : askAgain(accountPath('keys'))));

/** @param returnTo the page with the form that was sent */
export const askAgain = (returnTo: `/${string}`): Reply => seeOther(accountPath('confirm', { returnTo }));

/** Redirects to a page of ours. The browser requests the page with GET, so that a reload sends no form again. */
export function seeOther(path: `/${string}`, setCookie?: string): Reply {
  return {
    status: 303,
    headers: { Location: addressOf(path), ...(setCookie === undefined ? {} : { 'Set-Cookie': setCookie }) },
    body: null,
  };
}

/** Ends a flash cookie whose content was shown: for a script of the page with 204, for a button of the page with a redirect. */
export function seen(headers: Headers, path: `/${string}`, setCookie: string): Reply {
  const isPerson = headers.get('accept')?.includes('text/html');
  return isPerson ? seeOther(path, setCookie) : { status: 204, headers: { 'Set-Cookie': setCookie }, body: null };
}

/** Makes a `catch` handler that returns the notice for errors of one class and rethrows all others. */
export const whenThrown =
  <const Notice>(errorClass: new (...parameters: never[]) => Error, notice: Notice) =>
  (error: unknown): Notice => {
    if (error instanceof errorClass) return notice;
    throw error;
  };

/** The notice for a paste that could not be changed. A missing paste and another user's have the same notice. */
export function noticeOf(error: unknown): AccountNotice {
  if (!(error instanceof PublicError) || error.status >= 500) throw error;
  return error instanceof ValidationError ? 'not-extended' : 'gone';
}

/** Characters of a title in a notice, which travels in a cookie. */
const MAX_NAME_CHARACTERS = 60;
/** Names in one notice; the others are counted. */
export const MAX_NAMED_PASTES = 3;

/** The name of a paste in the list. */
export function nameOf({ title, isE2ee }: { title: string; isE2ee: boolean }): string {
  const { encrypted, untitled } = unnamedMessages;
  const name = title || (isE2ee ? encrypted : untitled);
  return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
}

/**
 * Redirects to the list as it was, at the row that the form names.
 * @param names of the pastes that were changed
 */
export async function backToPastes(call: SignedInCall, notice: AccountNotice, names: readonly string[] = []): Promise<Reply> {
  const { fields, services, signedIn } = call;
  const { q, page, at = '' } = fields;
  const path: `/${string}` = `${accountPath('pastes', { q, page, notice })}${isPublicId(at) ? `#p-${at}` : ''}`;
  return seeOther(path, names.length === 0 ? undefined : await services.flashCookies.changedPastes.give(signedIn, [...names]));
}
