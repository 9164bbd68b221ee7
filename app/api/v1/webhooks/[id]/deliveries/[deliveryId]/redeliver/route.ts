import { json } from '#lib/http/reply';
import { apiEndpoint, requirePrincipal } from '../../../../../api';
import { webhookId } from '../../../webhook-id';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ id: string; deliveryId: string }>({
  async POST({ params, principal, services }) {
    const owner = requirePrincipal(principal);
    await services.webhooks.redeliver(owner, webhookId(params), params.deliveryId);
    return json(202, { queued: true });
  },
});
