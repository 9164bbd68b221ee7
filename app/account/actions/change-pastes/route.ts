import { isPublicId } from '#lib/pastes/paste.rules';
import { extendPasteSchema } from '#lib/pastes/paste.schema';
import { backToPastes, MAX_NAMED_PASTES, nameOf, noticeOf, signedInAction } from '../form-action';

/** More than the list shows at once. */
const MAX_PASTES = 100;
const CHOSEN = /^paste-([0-9A-Za-z]{24})$/;

/** Extends or deletes the pastes that were ticked. One that can't be changed stops none of the others. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async (call) => {
  const { fields, services, signedIn } = call;
  const ids = Object.keys(fields).flatMap((field) => CHOSEN.exec(field)?.[1] ?? []);
  const chosen = ids.filter(isPublicId).slice(0, MAX_PASTES);
  if (chosen.length === 0) return backToPastes(call, 'none-chosen');
  const isDeleting = fields.change === 'delete';
  const ttl = extendPasteSchema.safeParse({ ttlSeconds: Number(fields.ttlSeconds) });
  if (!isDeleting && !ttl.success) return backToPastes(call, 'not-extended');
  const credentials = { principal: signedIn, manageToken: null };
  const change = async (publicId: string): Promise<string | null> => {
    const name = await services.pastes.describe(publicId).then(nameOf, () => '');
    const changing = isDeleting
      ? services.pastes.remove(publicId, credentials).then(() => true)
      : services.pastes.extend(publicId, ttl.data?.ttlSeconds ?? 0, credentials).then(({ expiresAt }) => expiresAt !== null);
    return (await changing.catch(refused)) ? name : null;
  };
  const changed = (await Promise.all(chosen.map(change))).filter((name) => name !== null);
  if (changed.length === 0) return backToPastes(call, isDeleting ? 'gone' : 'not-extended');
  const notice = isDeleting ? 'several-deleted' : 'several-extended';
  const named = changed.slice(0, MAX_NAMED_PASTES);
  const others = changed.length - named.length;
  return backToPastes(call, notice, others === 0 ? named : [...named, `+${others}`]);
});

/** @returns false. What went wrong on our side is thrown on: it is no paste that can't be changed. */
function refused(error: unknown): false {
  noticeOf(error);
  return false;
}
