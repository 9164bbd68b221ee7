/** Maps errors to responses, in one place: what isn't meant for the client becomes a bare 500 and a log line with its cause. */
import { DatabaseUnavailableError } from '../db/database';
import type { Logger } from '../log/logger';
import { UnknownMasterKeyError } from '../vault/keyring';
import type { RequestContext } from './context';
import { type ErrorBody, errorBody, HTTP_ERRORS, PublicError, ServiceUnavailableError } from './errors';
import { json, type Reply } from './reply';

/** Renders an error. */
export type PresentError = (request: Request, status: number, body: ErrorBody) => Reply;

export function replyToError(
  error: unknown,
  request: Request,
  context: RequestContext,
  log: Logger,
  present: PresentError = (_, status, body) => json(status, body),
): Reply {
  const shown = asPublic(error);
  // The access log has each 507 already; an error line for each would fill the log.
  if (!shown || (shown.status >= 500 && shown.status !== 507 && !shown.options.isOrdinary))
    log.error({ err: error, requestId: context.requestId, route: context.route }, 'request failed');
  if (!shown) return present(request, 500, errorBody(HTTP_ERRORS.internal_error));
  const { details, fields, headers, bodyUnread } = shown.options;
  // Our server reads on for a moment so that the client sees the response, and then closes. Another host is told
  // by a header that the connection can't carry another request.
  const close = bodyUnread && !context.incoming ? { Connection: 'close' } : {};
  const reply = present(request, shown.status, errorBody(shown.kind, { ...(details ? { details } : {}), ...fields }));
  return { ...reply, headers: { ...reply.headers, ...headers, ...close } };
}

/** Maps errors of the database and the keyring that mean "try again" to 503: nothing was lost or written. */
function asPublic(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownMasterKeyError)
    return new ServiceUnavailableError({ cause: error });
  return null;
}

export function logBrokenOff(log: Logger, { requestId, route }: RequestContext, err: unknown): void {
  log.error({ err, requestId, route }, 'response broken off');
}
