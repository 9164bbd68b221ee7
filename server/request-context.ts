import type { IncomingMessage } from 'node:http';
import { clientAddress } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import { requestIds } from '#lib/http/request-id';
import type { TrustedProxies } from '#lib/http/trusted-proxies';
import type { Connection } from './connections';

type MessageInContext = IncomingMessage & { context: RequestContext };

/** Undefined before the request has one. */
export const contextOf = (incoming: IncomingMessage): RequestContext | undefined => (incoming as Partial<MessageInContext>).context;

/**
 * Sets whose request it is, and by which id the log and the response name it.
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
  const { requestId, traceId } = requestIds(headers, address === null);
  // Fields that few requests have are added: V8 makes functions of an object with spread parts old at once, with all they refer to.
  const context: RequestContext = {
    requestId,
    // A connection with an address isn't a proxy's: nothing that it sends says more.
    clientAddress: address ?? clientAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, trusted),
    incoming,
  };
  if (traceId !== undefined) context.traceId = traceId;
  if (proceed) context.proceed = proceed;
  (incoming as MessageInContext).context = context;
  return context;
}
