import { missingPage } from '#app/(rendered)/missing-page';
import { Register } from '#components/account/sign-in';
import { accountMessages } from '#components/messages/account';
import { StatusPage } from '#components/ui/status-page';
import { services } from '#lib/composition/services';
import { parseNotice } from '#lib/forms/account-path';
import type { PageProps } from '#lib/http/page-props';
import { loadFlash, loadTyped } from '../../visitor';
import { titled } from '../signed-in-page';

const messages = accountMessages.register;

export const generateMetadata = titled(() => messages.title);

export default async function RegisterPage({ searchParams }: PageProps) {
  const { config } = await services();
  if (config.REGISTRATION !== 'open') return missingPage(<StatusPage title={messages.closedTitle} text={messages.closedText} />);
  const notice = parseNotice((await searchParams).notice);
  return <Register notice={notice} newKey={await loadFlash('newKey', null)} typed={await loadTyped(notice, null)} />;
}
