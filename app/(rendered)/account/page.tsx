import { redirect } from 'next/navigation';
import { SignIn } from '#components/account/sign-in';
import { accountMessages } from '#components/messages/account';
import { accountPath, parseNotice } from '#lib/api/account-path';
import { localPath } from '#lib/http/local-path';
import type { PageProps } from '#lib/http/page-props';
import { loadSignedIn, loadSignInWays } from '../visitor';
import { titled } from './signed-in-page';

export const generateMetadata = titled(() => accountMessages.signIn.title);

/** Where visitors sign in. Whoever is signed in goes on to their pastes, or to what a notice is about. */
export default async function SignInPage({ searchParams }: PageProps) {
  const query = await searchParams;
  const notice = parseNotice(query.notice);
  if (await loadSignedIn()) redirect(notice === null ? accountPath('pastes') : accountPath('settings', { notice }));
  return <SignIn notice={notice} ways={await loadSignInWays()} returnTo={localPath(query.returnTo)} />;
}
