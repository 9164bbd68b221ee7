import type { Metadata } from 'next';
import { missingPage } from '#app/(rendered)/missing-page';
import { Register } from '#components/account/register';
import { accountMessages } from '#components/messages/account';
import { StatusPage } from '#components/ui/status-page';
import { services } from '#lib/composition/services';

export const generateMetadata = (): Metadata => ({ title: accountMessages.register.title });

export default async function RegisterPage() {
  const { closedTitle, closedText } = accountMessages.register;
  if ((await services()).config.REGISTRATION !== 'open') return missingPage(<StatusPage isOwn title={closedTitle} text={closedText} />);
  return <Register />;
}
