import { NotFoundError } from '#lib/http/errors';
import { JSON_TYPE } from '#lib/http/reply';
import { presentDocument } from '#lib/pastes/paste.presenter';
import { orPage, readAccess, refuseToBurnUnread } from '#lib/pastes/paste.readers';
import { isPublicId } from '#lib/pastes/paste.rules';
import { apiEndpoint } from '../../api/v1/api';

/** The interface of haste-server, for the tools that speak it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>({
  async GET({ request, params: { publicId }, services }) {
    if (!isPublicId(publicId)) throw new NotFoundError();
    const read = services.pastes.read(publicId, readAccess(request), () => refuseToBurnUnread(request));
    return orPage(
      publicId,
      read.then((paste) => ({ status: 200, headers: { 'Content-Type': JSON_TYPE }, body: presentDocument(paste) })),
    );
  },
});
