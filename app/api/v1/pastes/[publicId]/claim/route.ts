import { readJson } from '#lib/http/body';
import { NotFoundError } from '#lib/http/errors';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { presentClaim } from '#lib/pastes/paste.presenter';
import { readAccess } from '#lib/pastes/paste.readers';
import { isPublicId } from '#lib/pastes/paste.rules';
import { claimSchema } from '#lib/pastes/paste.schema';
import { apiEndpoint } from '../../../api';

/** Burns a paste for everybody but who asks, who may then fetch it until the lease ends. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>(
  {
    async POST({ request, params: { publicId }, services }) {
      if (!isPublicId(publicId)) throw new NotFoundError();
      const { claim } = parseWith(claimSchema, await readJson(request));
      return json(200, presentClaim(await services.pastes.claim(publicId, claim, readAccess(request))));
    },
  },
  ({ claimLimiter }) => claimLimiter,
);
