/**
 * Admits requests or gives the reason for refusing them: the host, bans, and places for requests under way.
 *
 * Guarantees: one address has at most half of all places, and an eighth when others want them (places.ts). Responses with
 * contents, which a slow reader can hold for long, have at most half of all places, so that the rest always serves
 * everything else. Monitors' requests need no place and may name any host.
 */
import type { ServerResponse } from 'node:http';
import type { Services } from '#lib/composition/services';
import { limitIdentity } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import type { Connection } from './connections';
import { createPlaces } from './places';
import { FORBIDDEN, MISDIRECTED, UNAVAILABLE } from './refusal';
import { createHostCheck } from './request-target';

/** Routes of monitors, which may use the name of a container or pod, and must work while the process is busy. */
export const QUIET_ROUTES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

interface Asked {
  outgoing: ServerResponse;
  context: RequestContext;
  connection: Connection;
  /** Whether its route is one of `QUIET_ROUTES`. */
  isQuiet: boolean;
  givesContent: boolean;
}

/** @returns a function that admits a request, whose place is free after its response, or throws the PublicError that refuses it */
export function createAdmission({ config, bans }: Pick<Services, 'config' | 'bans'>) {
  const isOwnHost = createHostCheck(config);
  const requests = createPlaces(config.HTTP_MAX_REQUESTS);
  const contents = createPlaces(Math.ceil(config.HTTP_MAX_REQUESTS / 2), { within: requests });

  return ({ outgoing, context, connection, isQuiet, givesContent }: Asked): void => {
    if (isQuiet) return;
    if (!isOwnHost(outgoing.req)) throw MISDIRECTED;
    if (bans.isBanned(context.clientAddress)) throw FORBIDDEN;
    const places = givesContent ? contents : requests;
    const identity = connection.identity ?? limitIdentity(context.clientAddress);
    if (connection.isSpare || !places.take(identity)) throw UNAVAILABLE;
    outgoing.once('close', () => places.release(identity));
  };
}
