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
    // Also where nobody is signed in yet: else another site could sign its reader in to an account of its own.
    if (request.method === 'POST' && !isSameOrigin(request.headers, services.config.BASE_URL)) throw new ForbiddenError();
    return null;
  },
};

/**
 * What a form of the account pages sends to: only those pages' own forms, counted by address, and always with a page as the response.
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
      (await refuseTooMany({ request, context, services }, 'form', services.formLimiter)) ??
      handle({ request, context, services, fields: await readForm(request) }),
  });
}

/** A form for those who are signed in; others are shown the way in. */
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

/** To a page of ours: the browser asks for it with GET, and reloading it sends nothing again. */
export function seeOther(path: `/${string}`, setCookie?: string): Reply {
  return {
    status: 303,
    headers: { Location: addressOf(path), ...(setCookie === undefined ? {} : { 'Set-Cookie': setCookie }) },
    body: null,
  };
}

/** Ends a flash cookie after its content was shown: the page's program asks without leaving it, a person presses its button. */
export function seen(headers: Headers, path: `/${string}`, setCookie: string): Reply {
  const isPerson = headers.get('accept')?.includes('text/html');
  return isPerson ? seeOther(path, setCookie) : { status: 204, headers: { 'Set-Cookie': setCookie }, body: null };
}

/** For the `catch` of a change: what is said of errors of one class. Any other is thrown on. */
export const whenThrown =
  <const Notice>(errorClass: new (...parameters: never[]) => Error, notice: Notice) =>
  (error: unknown): Notice => {
    if (error instanceof errorClass) return notice;
    throw error;
  };

/** What to say of a paste that could not be changed. Whose it is, is not said. */
export function noticeOf(error: unknown): AccountNotice {
  if (!(error instanceof PublicError) || error.status >= 500) throw error;
  return error instanceof ValidationError ? 'not-extended' : 'gone';
}

/** Longer titles are cut where a notice names them: they travel in a cookie. */
const MAX_NAME_CHARACTERS = 60;
/** Names in one notice; the others are counted. */
export const MAX_NAMED_PASTES = 3;

/** How the list calls a paste. */
export function nameOf({ title, isE2ee }: { title: string; isE2ee: boolean }): string {
  const { encrypted, untitled } = unnamedMessages;
  const name = title || (isE2ee ? encrypted : untitled);
  return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
}

/**
 * Back to the list as it was, at the row that the form names.
 * @param names of the pastes that were changed
 */
export async function backToPastes(call: SignedInCall, notice: AccountNotice, names: readonly string[] = []): Promise<Reply> {
  const { fields, services, signedIn } = call;
  const { q, page, at = '' } = fields;
  const path: `/${string}` = `${accountPath('pastes', { q, page, notice })}${isPublicId(at) ? `#p-${at}` : ''}`;
  return seeOther(path, names.length === 0 ? undefined : await services.flashCookies.changedPastes.give(signedIn, [...names]));
}
