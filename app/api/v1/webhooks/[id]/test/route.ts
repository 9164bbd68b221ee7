import { json } from '#lib/http/reply';
import { presentTest } from '#lib/webhooks/webhook.presenter';
import { apiEndpoint, requirePrincipal } from '../../../api';
import { webhookId } from '../webhook-id';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ id: string }>({
  async POST({ params, principal, services }) {
    const owner = requirePrincipal(principal);
    return json(200, presentTest(await services.webhooks.test(owner, webhookId(params))));
  },
});
