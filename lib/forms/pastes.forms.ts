import { isPublicId } from '../pastes/paste.rules';
import { extendPasteSchema } from '../pastes/paste.schema';
import { backToPastes, MAX_NAMED_PASTES, nameOf, noticeOf, signedInAction } from './form-action';

const extendPaste = signedInAction('extend-paste', async (call) => {
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

const deletePaste = signedInAction('delete-paste', async (call) => {
  const { fields, services, signedIn } = call;
  const { publicId = '' } = fields;
  if (!isPublicId(publicId)) return backToPastes(call, 'gone');
  const name = await services.pastes.describe(publicId).then(nameOf, () => '');
  const removal = services.pastes.remove(publicId, { principal: signedIn, manageToken: null });
  const notice = await removal.then(() => 'deleted' as const, noticeOf);
  return backToPastes(call, notice, notice === 'deleted' ? [name] : []);
});

/** Most pastes that one form changes: more than a page of the list has. */
const MAX_PASTES = 100;
const CHOSEN = /^paste-([0-9A-Za-z]{24})$/;

/** Extends or deletes the ticked pastes. A paste that can't be changed doesn't stop the others. */
const changePastes = signedInAction('change-pastes', async (call) => {
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

/** @returns false for a paste that can't be changed @throws errors of the service */
function refused(error: unknown): false {
  noticeOf(error);
  return false;
}

export const pastesForms = [extendPaste, deletePaste, changePastes];
