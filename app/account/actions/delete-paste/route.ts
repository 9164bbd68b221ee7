import { isPublicId } from '#lib/pastes/paste.rules';
import { backToPastes, nameOf, noticeOf, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async (call) => {
  const { fields, services, signedIn } = call;
  const { publicId = '' } = fields;
  if (!isPublicId(publicId)) return backToPastes(call, 'gone');
  const name = await services.pastes.describe(publicId).then(nameOf, () => '');
  const removal = services.pastes.remove(publicId, { principal: signedIn, manageToken: null });
  const notice = await removal.then(() => 'deleted' as const, noticeOf);
  return backToPastes(call, notice, notice === 'deleted' ? [name] : []);
});
