import type { Route } from '../api/define-route';
import { type ErrorDetail, NotFoundError, ValidationError } from '../http/errors';
import type { Reply } from '../http/reply';
import { parseRowId } from '../http/row-id';
import { WEBHOOK_ERRORS } from '../webhooks/webhook.errors';
import { WEBHOOK_EVENTS } from '../webhooks/webhook.rules';
import { accountPath, webhookPath } from './account-path';
import { type SignedInCall, seeOther, signedInAction, whenThrown } from './form-action';

/** A form about one webhook of the signed-in user. When the webhook doesn't exist, the list says so. */
export function webhookAction(name: string, handle: (call: SignedInCall & { id: number }) => Promise<Reply>): Route {
  return signedInAction(name, async (call) => {
    const id = parseRowId(call.fields.webhookId ?? '');
    const gone = seeOther(accountPath('webhooks', { notice: 'webhook-gone' }));
    if (id === null) return gone;
    // The webhook is looked up first: problems of a form are not told for one that doesn't exist.
    const found = call.services.webhooks.find(call.signedIn, id);
    return found.then(() => handle({ ...call, id })).catch(whenThrown(NotFoundError, gone));
  });
}

/** The fields of a webhook's form. Each checkbox has the name of its event. */
export function webhookFields(fields: Record<string, string>) {
  const { url = '', secret = '' } = fields;
  return { url: url.trim(), secret, events: WEBHOOK_EVENTS.filter((event) => fields[event] !== undefined) };
}

/**
 * Redirects to the form with the typed values and their problems.
 * @param id null for a new webhook
 * @throws any error but a ValidationError
 */
export async function refuse(
  { services, signedIn }: SignedInCall,
  id: number | null,
  typed: ReturnType<typeof webhookFields>,
  error: unknown,
): Promise<Reply> {
  if (!(error instanceof ValidationError)) throw error;
  const details = error.options.details ?? [];
  const problems = toProblems(details);
  // Other problems stop the service before it checks the URL, so the URL is checked here: one response names them all.
  const urlProblem = problems.url ?? (await services.webhooks.problemWithUrl(typed.url));
  const notice = error.code === WEBHOOK_ERRORS.too_many_webhooks.code ? 'too-many-webhooks' : 'webhook-refused';
  return seeOther(
    // The address has no fragment: with one, browsers don't focus the field that needs a correction.
    id === null ? accountPath('webhooks', { notice }) : webhookPath(id, { notice }),
    await services.flashCookies.webhookOutcome.give(signedIn, {
      kind: 'refused',
      webhookId: id,
      ...typed,
      problems: { ...problems, ...(urlProblem === null ? {} : { url: urlProblem }) },
    }),
  );
}

function toProblems(details: readonly ErrorDetail[]) {
  const of = (field: string) => {
    const message = details.find(({ path }) => path[0] === field)?.message;
    return message === undefined ? {} : { [field]: message };
  };
  return { ...of('url'), ...of('secret'), ...of('events') } as { url?: string; secret?: string; events?: string };
}

/** Counts a request to a receiver. @returns null when it may be sent, else the seconds to wait */
export async function secondsToWait({ services, signedIn, context }: SignedInCall): Promise<number | null> {
  const result = await services.limits.webhookSend.consume(String(signedIn.userId));
  if (!result || result.allowed) return null;
  services.metrics.rateLimitHit('user');
  services.log.warn(
    { requestId: context.requestId, clientAddress: context.clientAddress, userId: signedIn.userId, limit: result.limit },
    'too many requests to receivers of webhooks, possible abuse',
  );
  return result.resetSeconds;
}
