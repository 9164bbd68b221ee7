import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { presentDelivery } from '#lib/webhooks/webhook.presenter';
import { listDeliveriesSchema } from '#lib/webhooks/webhook.schema';
import { apiEndpoint, requirePrincipal } from '../../../api';
import { webhookId } from '../webhook-id';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ id: string }>({
  async GET({ request, params, principal, services }) {
    const owner = requirePrincipal(principal);
    const id = webhookId(params);
    const { limit, offset } = parseWith(listDeliveriesSchema, Object.fromEntries(new URL(request.url).searchParams));
    const deliveries = await services.webhooks.listDeliveries(owner, id, limit, offset);
    return json(200, { deliveries: deliveries.map(presentDelivery) });
  },
});
