/** The visitor of a page: whether they are signed in, and may read. */
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SignInWays } from '#components/account/sign-in';
import type { SignedIn } from '#lib/accounts/principal';
import { accountPath, gatePath } from '#lib/api/account-path';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';

/** The client's address, which our server has put into the header; null: not known. */
export const loadClientAddress = async (): Promise<string | null> => (await headers()).get('x-forwarded-for') || null;

/** The signed-in user, or null. Read once a request. */
export const loadSignedIn = cache(async (): Promise<SignedIn | null> => {
  const { sessions } = await services();
  const cookie = (await cookies()).get(sessions.cookieName)?.value;
  return sessions.find(cookie).catch(failPage);
});

/** The signed-in user, for pages that need one. Other visitors are redirected to the page where they can sign in. */
export async function requireSignedIn(): Promise<SignedIn> {
  return (await loadSignedIn()) ?? redirect(accountPath('signIn'));
}

/** User and host, as the frame of the account pages shows them. */
export async function loadFrame({ isAdmin }: SignedIn) {
  return { isAdmin, hasMail: (await services()).mail !== null };
}

export async function loadSignInWays(): Promise<SignInWays> {
  const { config, signInProvider } = await services();
  return { isRegistrationOpen: config.REGISTRATION === 'open', providerName: signInProvider?.name ?? null };
}

export async function mayRead(): Promise<boolean> {
  return (await services()).config.ANONYMOUS_READ === 'on' || (await loadSignedIn()) !== null;
}

/**
 * Redirects visitors who may not read to a separate page: on the paste's page every reader would load the forms. Browsers
 * keep the fragment through the redirect.
 * @param path the page to come back to
 */
export async function requireReader(path: `/${string}`): Promise<void> {
  if (!(await mayRead())) redirect(gatePath(path));
}
