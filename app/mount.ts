/**
 * The endpoints as Next's route handlers: what a `route.ts` under this folder exports, one for each prefix. Our own
 * server finds them without Next; this is for those who run Next alone.
 */
import { notFound } from 'next/navigation';
import { services } from '#lib/composition/services';
import { createRouter } from '#lib/http/router';
import { withoutBasePath } from '#lib/site/address.rules';
import { providedEndpoints } from './provided-endpoints';

const createMatch = async () => createRouter(await providedEndpoints());
let match: ReturnType<typeof createMatch> | undefined;

async function respond(request: Request): Promise<Response> {
  match ??= createMatch();
  // Next drops the Content-Encoding of a handler's response: who asked for a compressed one would get noise.
  request.headers.delete('accept-encoding');
  const found = (await match)(withoutBasePath(new URL(request.url).pathname));
  return found ? found.entry.respond(request, found.params, await services()) : notFound();
}

export { respond as DELETE, respond as GET, respond as HEAD, respond as OPTIONS, respond as PATCH, respond as POST, respond as PUT };
