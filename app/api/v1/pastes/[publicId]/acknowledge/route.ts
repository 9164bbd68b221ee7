import { readJson } from '#lib/http/body';
import { NotFoundError } from '#lib/http/errors';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { isPublicId } from '#lib/pastes/paste.rules';
import { claimSchema } from '#lib/pastes/paste.schema';
import { apiEndpoint } from '../../../api';

/** The claimant has what it came for: nothing needs to be kept any longer. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>(
  {
    async POST({ request, params: { publicId }, services }) {
      if (!isPublicId(publicId)) throw new NotFoundError();
      const { claim } = parseWith(claimSchema, await readJson(request));
      await services.pastes.acknowledge(publicId, claim);
      return json(200, { acknowledged: true });
    },
  },
  ({ claimLimiter }) => claimLimiter,
);
