import type { IncomingMessage } from 'node:http';
import { clientAddress } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import { requestIds } from '#lib/http/request-id';
import type { TrustedProxies } from '#lib/http/trusted-proxies';
import type { Connection } from './connections';

type MessageInContext = IncomingMessage & { context: RequestContext };

/** Undefined until `setContext` was called. */
export const contextOf = (incoming: IncomingMessage): RequestContext | undefined => (incoming as Partial<MessageInContext>).context;

/**
 * Gives a request its context: its client's address, and the request id for the log and the response.
 * @param proceed tells a client that waits for it to send the body
 */
export function setContext(
  incoming: IncomingMessage,
  connection: Connection | undefined,
  trusted: TrustedProxies,
  proceed: (() => void) | undefined,
): RequestContext {
  const { socket, headers } = incoming;
  const address = connection?.address ?? null;
  const { requestId, traceparent } = requestIds(headers, address === null);
  // Rare fields are added later: V8 moves functions of an object with spread parts to the old generation, with all they refer to.
  const context: RequestContext = {
    requestId,
    // A connection that has an address isn't a proxy's, so its headers don't matter.
    clientAddress:
      address ??
      clientAddress(connection ? connection.peer : socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, trusted),
    incoming,
  };
  if (traceparent) context.traceparent = traceparent;
  if (proceed) context.proceed = proceed;
  (incoming as MessageInContext).context = context;
  return context;
}
