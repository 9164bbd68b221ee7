import { isPublicId } from '#lib/pastes/paste.rules';
import { extendPasteSchema } from '#lib/pastes/paste.schema';
import { backToPastes, nameOf, noticeOf, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async (call) => {
  const { fields, services, signedIn } = call;
  const { publicId = '' } = fields;
  const parsed = extendPasteSchema.safeParse({ ttlSeconds: Number(fields.ttlSeconds) });
  if (!isPublicId(publicId) || !parsed.success) return backToPastes(call, isPublicId(publicId) ? 'not-extended' : 'gone');
  const extension = services.pastes.extend(publicId, parsed.data.ttlSeconds, { principal: signedIn, manageToken: null });
  const notice = await extension.then(
    ({ expiresAt }) => (expiresAt === null ? ('never-expires' as const) : ('extended' as const)),
    noticeOf,
  );
  return backToPastes(call, notice, notice === 'extended' ? [await services.pastes.describe(publicId).then(nameOf, () => '')] : []);
});
