import { accountPath } from '../../account-path';
import { seeOther } from '../form-action';
import { webhookAction } from '../webhook-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookAction(async ({ id, services, signedIn }) => {
  await services.webhooks.remove(signedIn, id);
  return seeOther(accountPath('webhooks', { notice: 'webhook-deleted' }));
});
