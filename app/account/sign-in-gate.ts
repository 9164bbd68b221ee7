import { redirect } from 'next/navigation';
import type { SignInWays } from '#components/account/sign-in-forms';
import { services } from '#lib/composition/services';
import { loadSignedIn } from './load-account';

export async function loadSignInWays(): Promise<SignInWays> {
  const { config, signInProvider } = await services();
  return { isRegistrationOpen: config.REGISTRATION === 'open', providerName: signInProvider?.name ?? null };
}

export async function mayRead(): Promise<boolean> {
  return (await services()).config.ANONYMOUS_READ === 'on' || (await loadSignedIn()) !== null;
}

/**
 * Sends visitors who may not read to a page of its own: on the page of a paste every reader would load the forms.
 * Browsers keep what stands behind `#` across the redirect.
 * @param path of the page, to come back to
 */
export async function requireReader(path: `/${string}`): Promise<void> {
  if (!(await mayRead())) redirect(`/account/gate?to=${encodeURIComponent(path)}`);
}
