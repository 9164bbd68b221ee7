import { webhookPath } from '../../account-path';
import { seeOther } from '../form-action';
import { webhookAction } from '../webhook-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookAction(async ({ id, fields, services, signedIn }) => {
  const isActive = fields.isActive === 'true';
  await services.webhooks.update(signedIn, id, { isActive });
  return seeOther(webhookPath(id, { notice: isActive ? 'webhook-on' : 'webhook-off' }));
});
