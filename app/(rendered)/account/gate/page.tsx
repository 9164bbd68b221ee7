import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignIn } from '#components/account/sign-in';
import { accountMessages } from '#components/messages/account';
import { accountPath } from '#lib/api/account-path';
import { localPath } from '#lib/http/local-path';
import type { PageProps } from '#lib/http/page-props';
import { loadSignInWays, mayRead } from '../../visitor';

const messages = accountMessages.gate;

/** Browsers send the origin of a form only with this policy, and never the fragment. */
export const generateMetadata = (): Metadata => ({ title: messages.title, referrer: 'same-origin' });

/** The page where visitors must sign in before they may read; it leads back afterwards. */
export default async function Page({ searchParams }: PageProps) {
  const path = localPath((await searchParams).to);
  if (path === null) redirect(accountPath('pastes'));
  if (await mayRead()) redirect(path);
  return <SignIn ways={await loadSignInWays()} returnTo={path} title={messages.title} text={messages.text} />;
}
