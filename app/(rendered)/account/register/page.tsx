import type { Metadata } from 'next';
import { missingPage } from '#app/(rendered)/missing-page';
import { Register } from '#components/account/register';
import { accountMessages } from '#components/messages/account';
import { StatusPage } from '#components/ui/status-page';
import { services } from '#lib/composition/services';

const messages = accountMessages.register;

export const generateMetadata = (): Metadata => ({ title: messages.title });

export default async function RegisterPage() {
  const { config } = await services();
  if (config.REGISTRATION !== 'open') return missingPage(<StatusPage title={messages.closedTitle} text={messages.closedText} />);
  return <Register />;
}
