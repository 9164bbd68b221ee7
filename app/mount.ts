/**
 * The endpoints as Next's route handlers: each `route.ts` of this folder exports these for its paths. Our own server doesn't need
 * them; they serve people who run Next alone.
 */
import { notFound } from 'next/navigation';
import { services } from '#lib/composition/services';
import { createRouter } from '#lib/http/router';
import { withoutBasePath } from '#lib/site/address.rules';
import { providedEndpoints } from './provided-endpoints';

const createMatch = () => createRouter(providedEndpoints());
let match: ReturnType<typeof createMatch> | undefined;

async function respond(request: Request): Promise<Response> {
  match ??= createMatch();
  // Next drops the Content-Encoding of a handler's response, so a compressed body would be unreadable.
  request.headers.delete('accept-encoding');
  const found = match(withoutBasePath(new URL(request.url).pathname));
  const isPage = found?.entry.isBesidePages && (request.method === 'GET' || request.method === 'HEAD');
  return found && !isPage ? found.entry.respond(request, found.params, await services()) : notFound();
}

export { respond as DELETE, respond as GET, respond as HEAD, respond as OPTIONS, respond as PATCH, respond as POST, respond as PUT };
