import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientAddress } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import type { TrustedProxies } from '#lib/http/trusted-proxies';
import { parseTraceparent } from '#lib/tracing/trace-context';
import type { Connection } from './connections';

type MessageInContext = IncomingMessage & { context: RequestContext };

/** Ids that may go into the log and a header unchanged: no spaces, quotes or line breaks. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Undefined until `setContext` was called. */
export const contextOf = (incoming: IncomingMessage): RequestContext | undefined => (incoming as Partial<MessageInContext>).context;

/**
 * Gives a request its context: its client's address, and the ids for the log and the response. The id is the `X-Request-Id` of a
 * trusted proxy, so that one id leads through both logs, otherwise a new one. The `traceparent` of any client leads on to the
 * receivers of its events.
 * @param proceed tells a client that waits for it to send the body
 */
export function setContext(
  incoming: IncomingMessage,
  { address, peer }: Pick<Connection, 'address' | 'peer'>,
  trusted: TrustedProxies,
  proceed?: () => void,
): RequestContext {
  const { 'x-request-id': given, 'x-forwarded-for': forwardedFor, traceparent: sent } = incoming.headers;
  // A connection that has an address isn't a proxy's, so its headers don't matter.
  const isFromProxy = address === null;
  // Rare fields are added later: V8 moves functions of an object with spread parts to the old generation, with all they refer to.
  const context: RequestContext = {
    requestId: isFromProxy && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
    clientAddress: address ?? clientAddress(peer, forwardedFor as string | undefined, trusted),
    incoming,
  };
  const traceparent = sent === undefined ? null : parseTraceparent(sent);
  if (traceparent !== null) context.traceparent = traceparent;
  if (proceed) context.proceed = proceed;
  (incoming as MessageInContext).context = context;
  return context;
}
