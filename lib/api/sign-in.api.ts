/** The forms that sign somebody in or out, with a key. Those for the operator's provider are in oidc.api.ts. */
import { plainPageMessages } from '../../components/messages/plain-page';
import { parseApiKey } from '../accounts/api-key';
import { clientRequestSchema } from '../accounts/client-login.schema';
import { limitIdentity } from '../http/client-address';
import { localPath } from '../http/local-path';
import { parseWith } from '../http/validation';
import { accountPath, withQuery } from './account-path';
import { type FormCall, formAction, seeOther, signedInAction } from './define-form';
import { leadingPage } from './plain-page';
import { count } from './policies';

/** Reads the key of a form, and counts the try: by the client's address, and by the key that it names. */
async function tryKey(call: FormCall): Promise<string> {
  const { signIn, signInKey } = call.services.limits;
  const apiKey = (call.fields.apiKey ?? '').trim();
  const identity = parseApiKey(apiKey)?.id;
  await count(call, signIn);
  if (identity !== undefined) await count(call, signInKey, { identity });
  return apiKey;
}

const signIn = formAction('sign-in', async (call) => {
  const { sessions } = call.services;
  const apiKey = await tryKey(call);
  const { setCookie, problem } = await sessions.signIn(apiKey, limitIdentity(call.context.clientAddress));
  const returnTo = localPath(call.fields.returnTo);
  if (setCookie === null) return accountPath('signIn', { notice: problem, returnTo: returnTo ?? undefined });
  // A new sign-in ends the session that this browser still has.
  await sessions.signOut(call.request.headers.get('cookie'));
  return seeOther(returnTo ?? accountPath('pastes'), setCookie);
});

const signOut = formAction('sign-out', async ({ services, request }) =>
  seeOther(accountPath('signIn', { notice: 'signed-out' }), await services.sessions.signOut(request.headers.get('cookie'))),
);

/** @param returnTo the page with the form that is now to be sent again */
export const confirmedPath = (returnTo: `/${string}`): `/${string}` =>
  returnTo.startsWith('/account/admin') ? returnTo : withQuery(returnTo, { notice: 'confirmed' });

/** Takes a key again, before what a stolen cookie must not be enough for. */
const confirm = signedInAction('confirm', async (call) => {
  const apiKey = await tryKey(call);
  const returnTo = localPath(call.fields.returnTo) ?? accountPath('settings');
  const isConfirmed = await call.services.sessions.confirm(call.signedIn, apiKey, limitIdentity(call.context.clientAddress));
  return isConfirmed ? confirmedPath(returnTo) : accountPath('confirm', { returnTo, notice: 'not-confirmed' });
});

/** Allows a program on the user's machine to have a key. The browser brings the code to the program, which this server can't reach. */
const allowClient = signedInAction('allow-client', async ({ fields, services, signedIn }) => {
  const asked = parseWith(clientRequestSchema, fields);
  const query = new URLSearchParams({ code: await services.clientLogin.allow(signedIn, asked), state: asked.state });
  const { title, text, go } = plainPageMessages.toClient;
  return leadingPage(`http://127.0.0.1:${asked.port}/?${query}`, { site: services.site, title, text, linkText: go });
});

export const signInRoutes = [signIn, signOut, confirm, allowClient];
