import { WebhookList } from '#components/events/webhook-list';
import { webhookMessages } from '#components/messages/webhook';
import { services } from '#lib/composition/services';
import { presentOverview } from '#lib/webhooks/webhook.presenter';
import { loadFlash } from '../../visitor';
import { signedInPage, titled } from '../signed-in-page';

export const generateMetadata = titled(() => webhookMessages.title);

export default signedInPage('webhooks', async ({ signedIn, notice }) => {
  const overview = await (await services()).webhooks.overview(signedIn);
  // Shown only on the page to which the form led: later visits begin anew.
  const outcome = notice === 'webhook-refused' || notice === 'too-many-webhooks' ? await loadFlash('webhookOutcome', signedIn) : null;
  const draft = outcome?.kind === 'refused' && outcome.webhookId === null ? outcome : null;
  return <WebhookList webhooks={overview.map(presentOverview)} draft={draft} />;
});
