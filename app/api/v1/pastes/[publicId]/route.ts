import { NotFoundError } from '#lib/http/errors';
import { JSON_TYPE, json } from '#lib/http/reply';
import { presentRead } from '#lib/pastes/paste.presenter';
import { replyWithPaste } from '#lib/pastes/paste.readers';
import { isPublicId } from '#lib/pastes/paste.rules';
import { apiEndpoint } from '../../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>({
  GET: ({ request, params: { publicId }, services }) => replyWithPaste(request, publicId, services.pastes, presentRead),

  async HEAD({ params: { publicId }, services }) {
    if (!isPublicId(publicId)) throw new NotFoundError();
    await services.pastes.describe(publicId);
    return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: null };
  },

  async DELETE({ request, params: { publicId }, principal, services }) {
    if (!isPublicId(publicId)) throw new NotFoundError();
    await services.pastes.remove(publicId, { principal, manageToken: request.headers.get('x-service-manage-token') });
    return json(200, { deleted: true });
  },
});
