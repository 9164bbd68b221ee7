import { WebhookList } from '#components/events/webhook-list';
import { webhookMessages } from '#components/messages/webhook';
import { services } from '#lib/composition/services';
import { presentOverview } from '#lib/webhooks/webhook.presenter';
import { signedInPage, titled } from '../signed-in-page';

export const generateMetadata = titled(() => webhookMessages.title);

export default signedInPage('webhooks', async (signedIn) => {
  const overview = await (await services()).webhooks.overview(signedIn);
  return <WebhookList webhooks={overview.map(presentOverview)} />;
});
