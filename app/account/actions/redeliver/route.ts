import { NotFoundError, PublicError } from '#lib/http/errors';
import { type AccountNotice, webhookPath } from '../../account-path';
import { seeOther } from '../form-action';
import { secondsToWait, webhookAction } from '../webhook-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookAction(async (call) => {
  const { id, fields, services, signedIn } = call;
  const back = (notice: AccountNotice) => seeOther(webhookPath(id, { notice, page: fields.page }, 'deliveries'));
  if ((await secondsToWait(call)) !== null) return seeOther(webhookPath(id, { notice: 'too-many-sends', page: fields.page }));
  const redelivery = services.webhooks.redeliver(signedIn, id, fields.deliveryId ?? '');
  return back(await redelivery.then(() => 'delivery-queued', noticeOf));
});

function noticeOf(error: unknown): AccountNotice {
  if (error instanceof NotFoundError) return 'delivery-gone';
  if (error instanceof PublicError && error.status === 409) return 'delivery-refused';
  throw error;
}
