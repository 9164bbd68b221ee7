import { AccountFrame } from '#components/account/account-frame';
import { WebhookList } from '#components/events/webhook-list';
import { webhookMessages } from '#components/messages/webhook';
import { services } from '#lib/composition/services';
import { parseNotice } from '#lib/forms/account-path';
import { presentOverview } from '#lib/webhooks/webhook.presenter';
import { loadFlash, requireSignedIn } from '../load-account';
import { titled } from '../titled';

export const generateMetadata = titled(webhookMessages.title);

export default async function WebhooksPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const notice = parseNotice((await searchParams).notice);
  const signedIn = await requireSignedIn();
  const { webhooks } = await services();
  const overview = await webhooks.overview(signedIn);
  // Shown only on the page to which the form led: later visits begin anew.
  const outcome = notice === 'webhook-refused' || notice === 'too-many-webhooks' ? await loadFlash('webhookOutcome', signedIn) : null;
  const draft = outcome?.kind === 'refused' && outcome.webhookId === null ? outcome : null;
  return (
    <AccountFrame userName={signedIn.userName} isAdmin={signedIn.isAdmin} page="webhooks" notice={notice}>
      <WebhookList webhooks={overview.map(presentOverview)} draft={draft} />
    </AccountFrame>
  );
}
