import { readJson } from '#lib/http/body';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { presentWebhook } from '#lib/webhooks/webhook.presenter';
import { updateWebhookSchema } from '#lib/webhooks/webhook.schema';
import { apiEndpoint, requirePrincipal } from '../../api';
import { webhookId } from './webhook-id';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ id: string }>({
  async GET({ params, principal, services }) {
    const owner = requirePrincipal(principal);
    return json(200, presentWebhook(await services.webhooks.find(owner, webhookId(params))));
  },

  async PATCH({ request, params, principal, services }) {
    const owner = requirePrincipal(principal);
    const id = webhookId(params);
    const changes = parseWith(updateWebhookSchema, await readJson(request));
    return json(200, presentWebhook(await services.webhooks.update(owner, id, changes)));
  },

  async DELETE({ params, principal, services }) {
    await services.webhooks.remove(requirePrincipal(principal), webhookId(params));
    return json(200, { deleted: true });
  },
});
