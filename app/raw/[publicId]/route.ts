import { type Services, services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';
import { isNotFoundError, NotFoundError } from '#lib/http/errors';
import { RAW_HEADERS } from '#lib/http/headers';
import { rawHeaders } from '#lib/pastes/paste.presenter';
import { isLookingOnly, readAccess, refuseOtherSites, refuseToBurnByAccident, toPage } from '#lib/pastes/paste.readers';
import { isPublicId } from '#lib/pastes/paste.rules';

type Params = { publicId: string };

interface RawCall {
  request: Request;
  params: Params;
  services: Services;
}

/** The bytes of a paste for HTTP clients. Not rate-limited: pages load large pastes from here. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Params, RawCall>(
  {
    async GET({ request, params: { publicId }, services }) {
      if (isLookingOnly(request)) {
        const found = isPublicId(publicId) ? await services.pastes.describe(publicId).catch(nothingIfMissing) : null;
        if (!found || found.burnAfterRead) return toPage(publicId);
        if (found.isE2ee) return toPage(publicId, '?raw');
      }
      if (!isPublicId(publicId)) throw new NotFoundError();
      const { paste, content } = await services.pastes.read(publicId, readAccess(request), () => refuseToBurnByAccident(request));
      return { status: 200, headers: rawHeaders(paste), body: content };
    },

    /** A read somebody decided on: the button on a burn paste's page. Works as a plain form, without JavaScript. */
    async POST({ request, params: { publicId }, services }) {
      if (!isPublicId(publicId)) throw new NotFoundError();
      refuseOtherSites(request, services.config.BASE_URL);
      const { paste, content } = await services.pastes.read(publicId, readAccess(request));
      return { status: 200, headers: rawHeaders(paste), body: content };
    },

    async HEAD({ params: { publicId }, services }) {
      if (!isPublicId(publicId)) throw new NotFoundError();
      return { status: 200, headers: rawHeaders(await services.pastes.peek(publicId)), body: null };
    },
  },
  {
    headers: RAW_HEADERS,
    prepare: async (request, params) => ({ request, params, services: await services() }),
    log: async () => (await services()).log,
  },
);

function nothingIfMissing(error: unknown): null {
  if (isNotFoundError(error)) return null;
  throw error;
}
