import { NotFoundError } from '#lib/http/errors';
import { JSON_TYPE, json } from '#lib/http/reply';
import { presentRead } from '#lib/pastes/paste.presenter';
import { orPage, readAccess, refuseToBurnUnread } from '#lib/pastes/paste.readers';
import { isPublicId } from '#lib/pastes/paste.rules';
import { apiEndpoint } from '../../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>({
  async GET({ request, params: { publicId }, services }) {
    if (!isPublicId(publicId)) throw new NotFoundError();
    const read = services.pastes.read(publicId, readAccess(request), () => refuseToBurnUnread(request));
    return orPage(
      publicId,
      read.then((paste) => ({ status: 200, headers: { 'Content-Type': JSON_TYPE }, body: presentRead(paste) })),
    );
  },

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
