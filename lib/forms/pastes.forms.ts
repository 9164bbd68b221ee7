/** The forms about pastes: the owner's, and a reader's report. */
import { accountMessages } from '../../components/messages/account';
import { PublicError, ValidationError } from '../http/errors';
import { parseWith } from '../http/validation';
import { isPublicId } from '../pastes/paste.rules';
import { extendPasteSchema } from '../pastes/paste.schema';
import { reportSchema } from '../reports/report.schema';
import { accountPath } from './account-path';
import { formAction, type Outcome, refuseForm, type SignedInCall, seeOther, signedInAction } from './form-action';
import { refuseTooMany, sentByPerson } from './form-limit';
import type { Notice } from './notice.rules';

/** Characters of a title in a notice, which travels in a cookie. */
const MAX_NAME_CHARACTERS = 60;
/** Names in one notice; the others are counted. */
const MAX_NAMED_PASTES = 3;

const report = formAction('report', async (call) => {
  // The whole link holds the paste's key, so no cookie gets it.
  const { link: _, ...typed } = call.fields;
  const isRefused = sentByPerson(call.request) && !reportSchema.safeParse(call.fields).success;
  if (isRefused && isPublicId(typed.publicId ?? '')) return refuseForm(`/report/${typed.publicId}?refused`, call, null, typed);
  const parsed = parseWith(reportSchema, call.fields);
  const refused = await refuseTooMany(call, 'report', call.services.limits.report);
  if (refused) return refused;
  await call.services.reports.send(parsed);
  return `/report/${parsed.publicId}?sent`;
});

const extendPaste = signedInAction('extend-paste', async (call) => {
  const { publicId = '' } = call.fields;
  const ttlSeconds = ttlIn(call);
  if (!isPublicId(publicId)) return backToPastes(call, 'gone');
  if (ttlSeconds === null) return backToPastes(call, 'not-extended');
  const { pastes } = call.services;
  const extension = pastes.extend(publicId, ttlSeconds, { principal: call.signedIn, manageToken: null });
  const notice = await extension.then(({ expiresAt }) => (expiresAt === null ? 'never-expires' : 'extended'), noticeOf);
  return backToPastes(call, notice, notice === 'extended' ? [await pastes.describe(publicId).then(nameOf, () => '')] : []);
});

const deletePaste = signedInAction('delete-paste', async (call) => {
  const { publicId = '' } = call.fields;
  const { pastes } = call.services;
  if (!isPublicId(publicId)) return backToPastes(call, 'gone');
  const name = await pastes.describe(publicId).then(nameOf, () => '');
  const notice = await pastes.remove(publicId, { principal: call.signedIn, manageToken: null }).then(() => 'deleted' as const, noticeOf);
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
  const ttlSeconds = ttlIn(call);
  if (!isDeleting && ttlSeconds === null) return backToPastes(call, 'not-extended');
  const credentials = { principal: signedIn, manageToken: null };
  const change = async (publicId: string): Promise<string | null> => {
    const name = await services.pastes.describe(publicId).then(nameOf, () => '');
    const changing = isDeleting
      ? services.pastes.remove(publicId, credentials).then(() => true)
      : services.pastes.extend(publicId, ttlSeconds ?? 0, credentials).then(({ expiresAt }) => expiresAt !== null);
    return (await changing.catch(refused)) ? name : null;
  };
  const changed = (await Promise.all(chosen.map(change))).filter((name) => name !== null);
  if (changed.length === 0) return backToPastes(call, isDeleting ? 'gone' : 'not-extended');
  const named = changed.slice(0, MAX_NAMED_PASTES);
  const others = changed.length - named.length;
  return backToPastes(call, isDeleting ? 'several-deleted' : 'several-extended', others === 0 ? named : [...named, `+${others}`]);
});

/** The chosen extension in seconds; null: not one. */
const ttlIn = ({ fields }: SignedInCall): number | null =>
  extendPasteSchema.safeParse({ ttlSeconds: Number(fields.ttlSeconds) }).data?.ttlSeconds ?? null;

/**
 * The notice for a paste that could not be changed. A missing paste and another user's have the same notice.
 * @throws errors of the service
 */
function noticeOf(error: unknown): Notice {
  if (!(error instanceof PublicError) || error.status >= 500) throw error;
  return error instanceof ValidationError ? 'not-extended' : 'gone';
}

/** @returns false for a paste that can't be changed @throws errors of the service */
function refused(error: unknown): false {
  noticeOf(error);
  return false;
}

/** The name of a paste in the list. */
function nameOf({ title, isE2ee }: { title: string; isE2ee: boolean }): string {
  const { encrypted, untitled } = accountMessages.pastes;
  const name = title || (isE2ee ? encrypted : untitled);
  return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
}

/**
 * Leads back to the list as it was, at the row that the form names.
 * @param names of the pastes that were changed
 */
async function backToPastes({ fields, services, signedIn }: SignedInCall, notice: Notice, names: readonly string[] = []): Promise<Outcome> {
  const { q, page, at = '' } = fields;
  const path: `/${string}` = `${accountPath('pastes', { q, page, notice })}${isPublicId(at) ? `#p-${at}` : ''}`;
  return names.length === 0 ? path : seeOther(path, await services.flashCookies.changedPastes.give(signedIn, [...names]));
}

export const pastesForms = [report, extendPaste, deletePaste, changePastes];
