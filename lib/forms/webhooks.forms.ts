/** The forms about webhooks. */

import type { Route } from '../api/define-route';
import { NotFoundError, PublicError, TooManyRequestsError, ValidationError } from '../http/errors';
import { json, type Reply } from '../http/reply';
import { parseRowId } from '../http/row-id';
import { parseWith } from '../http/validation';
import { isChatFormat, isToken, secretUseOf, WEBHOOK_FORMATS, type WebhookFormat } from '../webhooks/formats/format.rules';
import { secretRefused, WEBHOOK_ERRORS } from '../webhooks/webhook.errors';
import { presentTest } from '../webhooks/webhook.presenter';
import { WEBHOOK_EVENTS } from '../webhooks/webhook.rules';
import { createWebhookSchema, updateWebhookSchema } from '../webhooks/webhook.schema';
import { isAccessToken } from '../webhooks/webhook-secrets.rules';
import { accountPath, webhookPath } from './account-path';
import { formAction, type Outcome, type SignedInCall, seen, seeOther, signedInAction, whenThrown } from './form-action';
import { sentByPerson } from './form-limit';
import type { Notice } from './notice.rules';

/** A form about one webhook of the signed-in user. When the webhook doesn't exist, the list says so. */
function webhookAction(name: string, handle: (call: SignedInCall & { id: number }) => Promise<Outcome>): Route {
  return signedInAction(name, async (call) => {
    const id = parseRowId(call.fields.webhookId ?? '');
    const gone = accountPath('webhooks', { notice: 'webhook-gone' });
    if (id === null) return gone;
    // The webhook is looked up first: problems of a form are not told for one that doesn't exist.
    const found = call.services.webhooks.find(call.signedIn, id);
    return found.then(() => handle({ ...call, id })).catch(whenThrown(NotFoundError, gone));
  });
}

/**
 * The fields of a webhook's form. Each checkbox has the name of its event. A format without a secret ignores that field, which a page
 * without script always has.
 */
function webhookFields(fields: Record<string, string>) {
  const format = WEBHOOK_FORMATS.find((one) => one === fields.format) ?? 'standard';
  const { url = '', secret = '' } = secretUseOf(format) === 'none' ? { ...fields, secret: '' } : fields;
  return { url: url.trim(), format, secret, events: WEBHOOK_EVENTS.filter((event) => fields[event] !== undefined) };
}

/** The typed fields as the API takes them: an empty secret is none, and an empty address one that stays. */
function givenFields({ url, secret, ...others }: ReturnType<typeof webhookFields>, before: WebhookFormat | null) {
  const isUrlKept = url === '' && before !== null && isChatFormat(before);
  return { ...others, ...(isUrlKept ? {} : { url }), ...(secret === '' ? {} : { secret }) };
}

/**
 * Refuses a typed secret that can't be a token. The API takes it and stores none, but a person has meant it as one.
 * @throws ValidationError
 */
function checkToken({ format, secret }: ReturnType<typeof webhookFields>): void {
  const isWrong = isToken(secretUseOf(format)) && secret !== '' && !isAccessToken(secret);
  if (isWrong) throw secretRefused('expected an access token, without spaces');
}

/**
 * Redirects to the form with the typed values and their problems, without the secret.
 * @param id null for a new webhook
 * @throws any error but a ValidationError
 */
async function refuse(
  { services, signedIn }: SignedInCall,
  id: number | null,
  { url, format, secret, events }: ReturnType<typeof webhookFields>,
  error: unknown,
): Promise<Reply> {
  if (!(error instanceof ValidationError)) throw error;
  const details = error.options.details ?? [];
  const problemWith = (field: string) => details.find(({ path }) => path[0] === field)?.message;
  const isUrlKept = id !== null && url === '';
  const problems = {
    // Other problems stop the service before it checks the URL, so the URL is checked here: one response names them all.
    url: problemWith('url') ?? (isUrlKept ? null : await services.webhooks.problemWithUrl(url, format)) ?? undefined,
    secret: problemWith('secret') !== undefined ? 'refused' : secret === '' ? undefined : 'again',
    events: problemWith('events'),
  } as const;
  const notice = error.code === WEBHOOK_ERRORS.too_many_webhooks.code ? 'too-many-webhooks' : 'webhook-refused';
  return seeOther(
    // The address has no fragment: with one, browsers don't focus the field that needs a correction.
    id === null ? accountPath('webhooks', { notice }) : webhookPath(id, { notice }),
    await services.flashCookies.webhookOutcome.give(signedIn, { kind: 'refused', webhookId: id, url, format, events, problems }),
  );
}

/** Counts a request to a receiver. @returns null when it may be sent, else the seconds to wait */
async function secondsToWait({ services, signedIn, context }: SignedInCall): Promise<number | null> {
  const result = await services.limits.webhookSend.consume(String(signedIn.userId));
  if (!result || result.allowed) return null;
  services.metrics.rateLimitHit('user');
  services.log.warn(
    { requestId: context.requestId, clientAddress: context.clientAddress, userId: signedIn.userId, limit: result.limit },
    'too many requests to receivers of webhooks, possible abuse',
  );
  return result.resetSeconds;
}

const createWebhook = signedInAction('create-webhook', async (call) => {
  const typed = webhookFields(call.fields);
  try {
    checkToken(typed);
    const { id } = await call.services.webhooks.create(call.signedIn, parseWith(createWebhookSchema, givenFields(typed, null)));
    return await (secretUseOf(typed.format) === 'signs'
      ? showSecret(call, id, typed.secret, 'webhook-created')
      : webhookPath(id, { notice: 'webhook-created' }));
  } catch (error) {
    return refuse(call, null, typed, error);
  }
});

const updateWebhook = webhookAction('update-webhook', async (call) => {
  const { id, services, signedIn } = call;
  const typed = webhookFields(call.fields);
  const { secret, format } = typed;
  try {
    checkToken(typed);
    const before = await services.webhooks.find(signedIn, id);
    await services.webhooks.update(signedIn, id, parseWith(updateWebhookSchema, givenFields(typed, before.format)));
  } catch (error) {
    return refuse(call, id, typed, error);
  }
  return secret === '' || secretUseOf(format) !== 'signs'
    ? webhookPath(id, { notice: 'webhook-saved' })
    : showSecret(call, id, secret, 'webhook-secret-saved');
});

/** Leads to the webhook's page, which shows the secret once. */
async function showSecret({ services, signedIn }: SignedInCall, id: number, secret: string, notice: Notice): Promise<Reply> {
  return seeOther(
    webhookPath(id, { notice }),
    await services.flashCookies.webhookOutcome.give(signedIn, { kind: 'secret', webhookId: id, secret }),
  );
}

const switchWebhook = webhookAction('switch-webhook', async ({ id, fields, services, signedIn }) => {
  const isActive = fields.isActive === 'true';
  await services.webhooks.update(signedIn, id, { isActive });
  return webhookPath(id, { notice: isActive ? 'webhook-on' : 'webhook-off' });
});

const deleteWebhook = webhookAction('delete-webhook', async ({ id, services, signedIn }) => {
  await services.webhooks.remove(signedIn, id);
  return accountPath('webhooks', { notice: 'webhook-deleted' });
});

/** A script of the page gets the result as JSON; without script the page is shown again. */
const testWebhook = webhookAction('test-webhook', async (call) => {
  const { id, services, signedIn } = call;
  const isPerson = sentByPerson(call.request);
  const waitSeconds = await secondsToWait(call);
  if (waitSeconds !== null) {
    if (isPerson) return webhookPath(id, { notice: 'too-many-sends' });
    throw new TooManyRequestsError(waitSeconds);
  }
  const test = presentTest(await services.webhooks.test(signedIn, id));
  if (!isPerson) return json(200, test);
  const setCookie = await services.flashCookies.webhookOutcome.give(signedIn, { kind: 'tested', webhookId: id, test });
  return seeOther(webhookPath(id, { notice: test.delivered ? 'test-delivered' : 'test-not-delivered' }, 'test'), setCookie);
});

const redeliver = webhookAction('redeliver', async (call) => {
  const { id, fields, services, signedIn } = call;
  const { page } = fields;
  if ((await secondsToWait(call)) !== null) return webhookPath(id, { notice: 'too-many-sends', page });
  const redelivery = services.webhooks.redeliver(signedIn, id, fields.deliveryId ?? '');
  const notice = await redelivery.then((): Notice => 'delivery-queued', noticeOf);
  return webhookPath(id, { notice, page }, 'deliveries');
});

function noticeOf(error: unknown): Notice {
  if (error instanceof NotFoundError) return 'delivery-gone';
  if (error instanceof PublicError && error.status === 409) return 'delivery-refused';
  throw error;
}

const hideSecret = formAction('hide-secret', async (call) => {
  const id = parseRowId(call.fields.webhookId ?? '');
  return seen(call, id === null ? accountPath('webhooks') : webhookPath(id), call.services.flashCookies.webhookOutcome.end);
});

export const webhooksForms = [createWebhook, updateWebhook, switchWebhook, deleteWebhook, testWebhook, redeliver, hideSecret];
