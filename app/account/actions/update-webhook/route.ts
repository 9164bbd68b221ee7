import { parseWith } from '#lib/http/validation';
import { updateWebhookSchema } from '#lib/webhooks/webhook.schema';
import { webhookPath } from '../../account-path';
import { seeOther } from '../form-action';
import { refuse, webhookAction, webhookFields } from '../webhook-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookAction(async (call) => {
  const { id, fields, services, signedIn } = call;
  const typed = webhookFields(fields);
  const { secret, ...others } = typed;
  try {
    await services.webhooks.update(signedIn, id, parseWith(updateWebhookSchema, secret === '' ? others : typed));
  } catch (error) {
    return refuse(call, id, typed, error);
  }
  if (secret === '') return seeOther(webhookPath(id, { notice: 'webhook-saved' }));
  const setCookie = await services.handOvers.webhookOutcome.give(signedIn, { kind: 'secret', webhookId: id, secret });
  return seeOther(webhookPath(id, { notice: 'webhook-secret-saved' }), setCookie);
});
