/**
 * Sign-in at the operator's provider, and linking of an identity to the signed-in user.
 *
 * Guarantees: only our own pages begin a sign-in. Only the browser that began it can finish it, once and within 15 minutes,
 * by a sealed cookie. To link, the same user must still be signed in. The last redirect leads to this host. A failure shows a
 * sentence on a page, and starts no session.
 */

import { plainPageMessages } from '../../components/messages/plain-page';
import type { IdentityClaims } from '../accounts/identity.rules';
import type { SignedIn } from '../accounts/principal';
import type { Services } from '../composition/services';
import { limitIdentity } from '../http/client-address';
import { NotFoundError } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import { localPath } from '../http/local-path';
import type { Reply } from '../http/reply';
import { cookieValue } from '../http/request-headers';
import { OIDC_CALLBACK_PATH } from '../oidc/oidc.rules';
import { isOidcError } from '../oidc/oidc-provider';
import { accountPath } from './account-path';
import { type FormCall, formAction, type Outcome, seeOther, signedInAction } from './define-form';
import { type ApiCall, defineRoute } from './define-route';
import { respondInWords } from './failed-page';
import type { Notice } from './notice.rules';
import { leadingPage } from './plain-page';
import { count, uncounted } from './policies';
import { confirmedPath } from './sign-in.api';

/** @throws NotFoundError where no provider is configured */
function providerOf({ signInProvider }: Services): NonNullable<Services['signInProvider']> {
  if (!signInProvider) throw new NotFoundError();
  return signInProvider;
}

function noticeOf(error: unknown): Notice {
  if (!isOidcError(error)) throw error;
  return `sign-in-${error.reason}`;
}

/** @param isAgain whether the provider is to ask who it is even if it knows */
async function begin(call: FormCall, principal: { userId: number } | null, returnTo: `/${string}`, isAgain = false): Promise<Outcome> {
  const { oidc, name } = providerOf(call.services);
  await count(call, call.services.limits.signIn);
  const begun = await oidc.begin(isAgain).catch(noticeOf);
  if (typeof begun === 'string') return failedPath(principal, begun, returnTo);
  const { title, text, go } = plainPageMessages.toProvider;
  const page = leadingPage(begun.url, { site: call.services.site, title: title(name), text, linkText: go(name) });
  const userId = principal?.userId ?? null;
  const cookie = await call.services.signInAttempts.seal({ ...begun.attempt, userId, returnTo, isAgain });
  return { ...page, headers: { ...page.headers, 'Set-Cookie': cookie } };
}

function failedPath(principal: object | null, notice: Notice, returnTo: `/${string}`): `/${string}` {
  return principal
    ? accountPath('settings', { notice })
    : accountPath('signIn', { notice, returnTo: returnTo === PASTES ? undefined : returnTo });
}

const PASTES = accountPath('pastes');
const SETTINGS = accountPath('settings');

const signInAtProvider = formAction('sign-in-at-provider', (call) => begin(call, null, localPath(call.fields.returnTo) ?? PASTES));

/** Asks those who signed in more than ten minutes ago to show who they are first: a stolen cookie must not be enough. */
const linkIdentity = signedInAction('link-identity', async (call) =>
  call.signedIn.isConfirmed ? begin(call, call.signedIn, SETTINGS) : accountPath('confirm', { returnTo: SETTINGS }),
);

const confirmAtProvider = signedInAction('confirm-at-provider', (call) =>
  begin(call, call.signedIn, localPath(call.fields.returnTo) ?? accountPath('settings'), true),
);

async function confirm(services: Services, signedIn: SignedIn, claims: IdentityClaims, returnTo: `/${string}`): Promise<`/${string}`> {
  if (!(await providerOf(services).identities.isAgain(signedIn, claims)))
    return accountPath('confirm', { returnTo, notice: 'not-confirmed-there' });
  await services.sessions.confirmByIdentity(signedIn);
  return confirmedPath(returnTo);
}

/** The provider redirects people to this address. */
const comeBack = defineRoute('GET', OIDC_CALLBACK_PATH, {
  hasEffect: true,
  // The request comes from another site; `state` proves that this browser began the sign-in. The handler counts.
  policy: uncounted(PRIVATE_HEADERS),
  summary: 'Where the sign-in provider sends people back to',
  responses: { 303: { description: 'What came of it is on that page.', contentTypes: [] } },
  handle: (call) => respondInWords(call, () => finish(call)),
});

async function finish(call: ApiCall): Promise<Reply> {
  const { request, context, services } = call;
  const { oidc, identities } = providerOf(services);
  const { sessions, signInAttempts } = services;
  await count(call, services.limits.form);
  const cookies = request.headers.get('cookie');
  const signedIn = await sessions.findIn(cookies);
  const attempt = await signInAttempts.unseal(cookieValue(cookies, signInAttempts.name));
  const linked = signedIn && attempt?.userId === signedIn.userId ? attempt : null;
  // Somebody who has signed out, or in as another user, on the way links nothing.
  if (!attempt || (attempt.userId !== null && !linked)) return seeOther(accountPath('signIn', { notice: 'sign-in-stale' }));
  const returnTo = localPath(attempt.returnTo) ?? PASTES;
  const leave = (path: `/${string}`, ...more: string[]): Reply => ({
    ...seeOther(path),
    setCookies: [signInAttempts.remove, ...more],
  });
  const claims = await oidc.finish(new URL(request.url).search, attempt, identities.areEnough).catch(noticeOf);
  if (typeof claims === 'string') return leave(failedPath(linked, claims, returnTo));

  if (signedIn && linked) {
    context.userId = signedIn.userId;
    if (linked.isAgain) return leave(await confirm(services, signedIn, claims, returnTo));
    const link = await identities.link(signedIn, claims);
    return leave(accountPath('settings', { notice: link === 'linked' || link === 'taken' ? `identity-${link}` : link }));
  }
  const address = limitIdentity(context.clientAddress);
  const { problem, identityId, userId } = await identities.signIn(claims, address);
  if (problem !== null) return leave(failedPath(null, problem, returnTo));
  context.userId = userId;
  const session = await sessions.signInByIdentity({ id: identityId, userId }, address);
  if (session === null) return leave(failedPath(null, 'user-disabled', returnTo));
  // A new sign-in ends the session that this browser still has.
  await sessions.signOut(cookies);
  return leave(returnTo, session);
}

export const oidcRoutes = [signInAtProvider, confirmAtProvider, linkIdentity, comeBack];
