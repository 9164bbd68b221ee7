import { readJson } from '#lib/http/body';
import { NotFoundError } from '#lib/http/errors';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { presentExtended } from '#lib/pastes/paste.presenter';
import { isPublicId } from '#lib/pastes/paste.rules';
import { extendPasteSchema } from '#lib/pastes/paste.schema';
import { apiEndpoint } from '../../../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>({
  async POST({ request, params: { publicId }, principal, services }) {
    if (!isPublicId(publicId)) throw new NotFoundError();
    const { ttlSeconds } = parseWith(extendPasteSchema, await readJson(request));
    const credentials = { principal, manageToken: request.headers.get('x-service-manage-token') };
    const { expiresAt } = await services.pastes.extend(publicId, ttlSeconds, credentials);
    return json(200, presentExtended(publicId, expiresAt));
  },
});
