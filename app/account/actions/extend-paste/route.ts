import { isPublicId } from '#lib/pastes/paste.rules';
import { extendPasteSchema } from '#lib/pastes/paste.schema';
import { backToPastes, noticeOf, signedInAction } from '../form-action';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ fields, services, signedIn }) => {
  const { publicId = '' } = fields;
  const parsed = extendPasteSchema.safeParse({ ttlSeconds: Number(fields.ttlSeconds) });
  if (!isPublicId(publicId) || !parsed.success) return backToPastes(fields, isPublicId(publicId) ? 'not-extended' : 'gone');
  const extension = services.pastes.extend(publicId, parsed.data.ttlSeconds, { principal: signedIn, manageToken: null });
  return backToPastes(fields, await extension.then(({ expiresAt }) => (expiresAt === null ? 'never-expires' : 'extended'), noticeOf));
});
