import { redirect } from 'next/navigation';
import type { SignInWays } from '#components/account/sign-in';
import { services } from '#lib/composition/services';
import { gatePath } from '#lib/forms/account-path';
import { loadSignedIn } from './load-account';

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
