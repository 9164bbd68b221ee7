import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SignedIn } from '#lib/accounts/principal';
import type { FlashContents } from '#lib/composition/flash-cookies';
import { services } from '#lib/composition/services';
import { accountPath } from '#lib/forms/account-path';
import { failPage } from '#lib/http/page-status';

/** The signed-in user, or null. Read once a request. */
export const loadSignedIn = cache(async (): Promise<SignedIn | null> => {
  const { sessions } = await services();
  const cookie = (await cookies()).get(sessions.cookieName)?.value;
  return sessions.find(cookie).catch(failPage);
});

/** The signed-in user, for pages that need one. Other visitors are redirected to the page where they can sign in. */
export async function requireSignedIn(): Promise<SignedIn> {
  return (await loadSignedIn()) ?? redirect(accountPath('pastes'));
}

/** The content of a form's flash cookie for this visitor, or null. */
export async function loadFlash<What extends keyof FlashContents>(
  what: What,
  signedIn: SignedIn | null,
): Promise<FlashContents[What] | null> {
  const flashCookie = (await services()).flashCookies[what];
  return flashCookie.find(signedIn, (await cookies()).get(flashCookie.cookieName)?.value);
}
