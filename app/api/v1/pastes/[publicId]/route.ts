import { NotFoundError } from '#lib/http/errors';
import { JSON_TYPE, json } from '#lib/http/reply';
import { LookingOnlyError } from '#lib/pastes/paste.errors';
import { presentRead } from '#lib/pastes/paste.presenter';
import { readAccess, refuseToBurnUnread, toPage } from '#lib/pastes/paste.readers';
import { isPublicId } from '#lib/pastes/paste.rules';
import { apiEndpoint } from '../../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>({
  async GET({ request, params: { publicId }, services }) {
    if (!isPublicId(publicId)) throw new NotFoundError();
    const read = await services.pastes.read(publicId, readAccess(request), () => refuseToBurnUnread(request)).catch(nullIfLooking);
    return read ? { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: presentRead(read) } : toPage(publicId);
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

function nullIfLooking(error: unknown): null {
  if (error instanceof LookingOnlyError) return null;
  throw error;
}
