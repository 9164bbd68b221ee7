import type { Route } from '../api/define-route';
import { type ErrorDetail, NotFoundError, ValidationError } from '../http/errors';
import type { Reply } from '../http/reply';
import { parseRowId } from '../http/row-id';
import { WEBHOOK_ERRORS } from '../webhooks/webhook.errors';
import { WEBHOOK_EVENTS } from '../webhooks/webhook.rules';
import { accountPath, webhookPath } from './account-path';
import { type SignedInCall, seeOther, signedInAction, whenThrown } from './form-action';

/** A form about one webhook of whoever is signed in; where there is none (any more), the list says so. */
export function webhookAction(name: string, handle: (call: SignedInCall & { id: number }) => Promise<Reply>): Route {
  return signedInAction(name, async (call) => {
    const id = parseRowId(call.fields.webhookId ?? '');
    const gone = seeOther(accountPath('webhooks', { notice: 'webhook-gone' }));
    if (id === null) return gone;
    // Before anything else: what is wrong with a form is not said of what isn't there.
    const found = call.services.webhooks.find(call.signedIn, id);
    return found.then(() => handle({ ...call, id })).catch(whenThrown(NotFoundError, gone));
  });
}

/** What was filled in about a webhook. A checkbox has its event's name. */
export function webhookFields(fields: Record<string, string>) {
  const { url = '', secret = '' } = fields;
  return { url: url.trim(), secret, events: WEBHOOK_EVENTS.filter((event) => fields[event] !== undefined) };
}

/**
 * Back to the form with what was typed and what is wrong with it.
 * @param id null for one that was to be created
 * @throws what isn't about a field
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
  // Other mistakes have kept the service from looking at the address: one response names them all.
  const urlProblem = problems.url ?? (await services.webhooks.problemWithUrl(typed.url));
  const notice = error.code === WEBHOOK_ERRORS.too_many_webhooks.code ? 'too-many-webhooks' : 'webhook-refused';
  return seeOther(
    // Without a part: where one is named browsers don't put the cursor into what has to be corrected.
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

/** Counts a request that a receiver is to be sent. @returns null if it may be, or else for how long none may */
export async function secondsToWait({ services, signedIn, context }: SignedInCall): Promise<number | null> {
  const result = await services.webhookSendLimiter.consume(String(signedIn.userId));
  if (!result || result.allowed) return null;
  services.metrics.rateLimitHit('user');
  services.log.warn(
    { requestId: context.requestId, clientAddress: context.clientAddress, userId: signedIn.userId, limit: result.limit },
    'too many requests to receivers of webhooks, possible abuse',
  );
  return result.resetSeconds;
}
