import { isPublicId } from '#lib/pastes/paste.rules';
import { backToPastes, noticeOf, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const { publicId = '' } = fields;
  if (!isPublicId(publicId)) return backToPastes(fields, 'gone');
  const removal = services.pastes.remove(publicId, { principal: signedIn, manageToken: null });
  return backToPastes(fields, await removal.then(() => 'deleted', noticeOf));
});
