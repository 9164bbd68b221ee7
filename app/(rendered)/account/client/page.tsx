import type { Metadata } from 'next';
import { AllowClient, SignIn } from '#components/account/sign-in';
import { accountMessages } from '#components/messages/account';
import { StatusPage } from '#components/ui/status-page';
import { clientRequestSchema } from '#lib/accounts/client-login.schema';
import type { PageProps } from '#lib/http/page-props';
import { loadSignedIn, loadSignInWays } from '../../visitor';

const messages = accountMessages.client;

export const generateMetadata = (): Metadata => ({ title: messages.title });

export default async function Page({ searchParams }: PageProps) {
  const parsed = clientRequestSchema.safeParse(await searchParams);
  if (!parsed.success) return <StatusPage isOwn title={messages.invalidTitle} text={messages.invalid} />;
  const signedIn = await loadSignedIn();
  if (signedIn) return <AllowClient request={parsed.data} userName={signedIn.userName} />;
  const { port, ...rest } = parsed.data;
  const returnTo = `/account/client?${new URLSearchParams({ port: String(port), ...rest })}`;
  return <SignIn ways={await loadSignInWays()} returnTo={returnTo} title={messages.signInTitle} text={messages.signInText} />;
}
