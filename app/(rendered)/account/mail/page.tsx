import { missingPage } from '#app/(rendered)/missing-page';
import NotFound from '#app/(rendered)/not-found';
import { Mail } from '#components/events/mail';
import { mailPageMessages } from '#components/messages/mail-page';
import { vouchedAddresses } from '#lib/api/mail.api';
import { services } from '#lib/composition/services';
import type { PageProps } from '#lib/http/page-props';
import { presentMail, presentMailbox } from '#lib/mail/mail.presenter';
import { signedInPage, titled } from '../signed-in-page';

export const generateMetadata = titled(() => mailPageMessages.title);

const mailPage = signedInPage('mail', async (signedIn) => {
  const all = await services();
  const mailbox = (await all.mail?.find(signedIn)) ?? null;
  const recent = (await all.mail?.recent(signedIn)) ?? [];
  const [vouched = null] = await vouchedAddresses(all, signedIn);
  return (
    <Mail mailbox={mailbox && presentMailbox(mailbox)} recent={recent.map(presentMail)} vouched={vouched} isAdmin={signedIn.isAdmin} />
  );
});

/** There is no such page on a host that sends no mail. */
export default async function Page(props: PageProps) {
  return (await services()).mail === null ? missingPage(<NotFound />) : mailPage(props);
}
