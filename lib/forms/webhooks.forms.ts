import { NotFoundError, PublicError, TooManyRequestsError } from '../http/errors';
import { json } from '../http/reply';
import { parseRowId } from '../http/row-id';
import { parseWith } from '../http/validation';
import { presentTest } from '../webhooks/webhook.presenter';
import { createWebhookSchema, updateWebhookSchema } from '../webhooks/webhook.schema';
import { accountPath, webhookPath } from './account-path';
import { formAction, seen, seeOther, signedInAction } from './form-action';
import type { AccountNotice } from './notices.messages';
import { refuse, secondsToWait, webhookAction, webhookFields } from './webhook-action';

const createWebhook = signedInAction('create-webhook', async (call) => {
  const { fields, services, signedIn } = call;
  const typed = webhookFields(fields);
  try {
    const { id } = await services.webhooks.create(signedIn, parseWith(createWebhookSchema, typed));
    const setCookie = await services.flashCookies.webhookOutcome.give(signedIn, { kind: 'secret', webhookId: id, secret: typed.secret });
    return seeOther(webhookPath(id, { notice: 'webhook-created' }), setCookie);
  } catch (error) {
    return refuse(call, null, typed, error);
  }
});

const updateWebhook = webhookAction('update-webhook', async (call) => {
  const { id, fields, services, signedIn } = call;
  const typed = webhookFields(fields);
  const { secret, ...others } = typed;
  try {
    await services.webhooks.update(signedIn, id, parseWith(updateWebhookSchema, secret === '' ? others : typed));
  } catch (error) {
    return refuse(call, id, typed, error);
  }
  if (secret === '') return seeOther(webhookPath(id, { notice: 'webhook-saved' }));
  const setCookie = await services.flashCookies.webhookOutcome.give(signedIn, { kind: 'secret', webhookId: id, secret });
  return seeOther(webhookPath(id, { notice: 'webhook-secret-saved' }), setCookie);
});

const switchWebhook = webhookAction('switch-webhook', async ({ id, fields, services, signedIn }) => {
  const isActive = fields.isActive === 'true';
  await services.webhooks.update(signedIn, id, { isActive });
  return seeOther(webhookPath(id, { notice: isActive ? 'webhook-on' : 'webhook-off' }));
});

const deleteWebhook = webhookAction('delete-webhook', async ({ id, services, signedIn }) => {
  await services.webhooks.remove(signedIn, id);
  return seeOther(accountPath('webhooks', { notice: 'webhook-deleted' }));
});

/** A script of the page gets the result as JSON; without script the page is shown again. */
const testWebhook = webhookAction('test-webhook', async (call) => {
  const { id, services, signedIn, request } = call;
  const isPerson = request.headers.get('accept')?.includes('text/html');
  const waitSeconds = await secondsToWait(call);
  if (waitSeconds !== null) {
    if (isPerson) return seeOther(webhookPath(id, { notice: 'too-many-sends' }));
    throw new TooManyRequestsError(waitSeconds);
  }
  const test = presentTest(await services.webhooks.test(signedIn, id));
  if (!isPerson) return json(200, test);
  const setCookie = await services.flashCookies.webhookOutcome.give(signedIn, { kind: 'tested', webhookId: id, test });
  return seeOther(webhookPath(id, { notice: test.delivered ? 'test-delivered' : 'test-not-delivered' }, 'test'), setCookie);
});

const redeliver = webhookAction('redeliver', async (call) => {
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

const hideSecret = formAction('hide-secret', async ({ fields, services: { flashCookies }, request }) => {
  const id = parseRowId(fields.webhookId ?? '');
  return seen(request.headers, id === null ? accountPath('webhooks') : webhookPath(id), flashCookies.webhookOutcome.end);
});

export const webhooksForms = [createWebhook, updateWebhook, switchWebhook, deleteWebhook, testWebhook, redeliver, hideSecret];
