import { parseWith } from '#lib/http/validation';
import { createWebhookSchema } from '#lib/webhooks/webhook.schema';
import { webhookPath } from '../../account-path';
import { seeOther, signedInAction } from '../form-action';
import { refuse, webhookFields } from '../webhook-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async (call) => {
  const { fields, services, signedIn } = call;
  const typed = webhookFields(fields);
  try {
    const { id } = await services.webhooks.create(signedIn, parseWith(createWebhookSchema, typed));
    const setCookie = await services.handOvers.webhookOutcome.give(signedIn, { kind: 'secret', webhookId: id, secret: typed.secret });
    return seeOther(webhookPath(id, { notice: 'webhook-created' }), setCookie);
  } catch (error) {
    return refuse(call, null, typed, error);
  }
});
