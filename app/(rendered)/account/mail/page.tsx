import { missingPage } from '#app/(rendered)/missing-page';
import NotFound from '#app/(rendered)/not-found';
import { Mail } from '#components/events/mail';
import { mailPageMessages } from '#components/messages/mail-page';
import { services } from '#lib/composition/services';
import { vouchedAddresses } from '#lib/forms/mail.forms';
import type { PageProps } from '#lib/http/page-props';
import { presentMail, presentMailbox } from '#lib/mail/mail.presenter';
import { loadTyped } from '../../visitor';
import { signedInPage, titled } from '../signed-in-page';

export const generateMetadata = titled(() => mailPageMessages.title);

const mailPage = signedInPage('mail', async ({ signedIn, notice }) => {
  const all = await services();
  const mailbox = (await all.mail?.find(signedIn)) ?? null;
  const recent = (await all.mail?.recent(signedIn)) ?? [];
  const [vouched = null] = await vouchedAddresses(all, signedIn);
  return (
    <Mail
      mailbox={mailbox && presentMailbox(mailbox)}
      recent={recent.map(presentMail)}
      vouched={vouched}
      isAdmin={signedIn.isAdmin}
      notice={notice}
      typed={await loadTyped(notice, signedIn)}
    />
  );
});

/** There is no such page on a host that sends no mail. */
export default async function Page(props: PageProps) {
  return (await services()).mail === null ? missingPage(<NotFound />) : mailPage(props);
}
