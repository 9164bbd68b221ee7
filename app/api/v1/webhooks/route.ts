import { readJson } from '#lib/http/body';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { presentWebhook } from '#lib/webhooks/webhook.presenter';
import { createWebhookSchema } from '#lib/webhooks/webhook.schema';
import { apiEndpoint, requirePrincipal } from '../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async GET({ principal, services }) {
    const webhooks = await services.webhooks.list(requirePrincipal(principal));
    return json(200, { webhooks: webhooks.map(presentWebhook) });
  },

  async POST({ request, principal, services }) {
    const owner = requirePrincipal(principal);
    const webhook = await services.webhooks.create(owner, parseWith(createWebhookSchema, await readJson(request)));
    return json(201, presentWebhook(webhook));
  },
});
