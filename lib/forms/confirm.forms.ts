/** Showing a key again, before what a stolen cookie must not be enough for. */
import { limitIdentity } from '../http/client-address';
import { localPath } from '../http/local-path';
import { accountPath, withQuery } from './account-path';
import { seeOther, signedInAction } from './form-action';
import { refuseKeyTry } from './form-limit';

/** @param returnTo the page with the form that is now to be sent again */
export const confirmedPath = (returnTo: `/${string}`): `/${string}` =>
  returnTo.startsWith('/account/admin') ? returnTo : withQuery(returnTo, { notice: 'confirmed' });

const confirm = signedInAction('confirm', async (call) => {
  const { sessions } = call.services;
  const apiKey = (call.fields.apiKey ?? '').trim();
  const refused = await refuseKeyTry(call, apiKey);
  if (refused) return refused;
  const returnTo = localPath(call.fields.returnTo) ?? accountPath('keys');
  const isConfirmed = await sessions.confirm(call.signedIn, apiKey, limitIdentity(call.context.clientAddress));
  return seeOther(isConfirmed ? confirmedPath(returnTo) : accountPath('confirm', { returnTo, notice: 'not-confirmed' }));
});

export const confirmForms = [confirm];
