import type { Route } from '../api/define-route';
import { nothingIfMissing } from '../http/errors';
import { accountPath } from './account-path';
import { confirmedAction, seeOther, signedInAction } from './form-action';
import { ownData, PASTES_AT_ONCE } from './own-data';

const downloadData: Route = {
  ...signedInAction('download-data', async ({ services, signedIn, context }) => ({
    status: 200,
    headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Content-Disposition': 'attachment; filename="sealpaste.jsonl"' },
    body: ownData(services, signedIn, context.clientAddress),
  })),
  givesContent: true,
};

/** Deletes the account with all its data, if the name was typed correctly. */
const deleteAccount = confirmedAction('delete-account', async ({ fields, services, signedIn, request }) => {
  if ((fields.userName ?? '').trim() !== signedIn.userName) return accountPath('keys', { notice: 'account-name-wrong' });
  const { accounts, pastes, sessions } = services;
  // Pastes are removed one by one, so that caches forget them and receivers get their events.
  for (;;) {
    const listed = await pastes.list(signedIn, PASTES_AT_ONCE, 0);
    if (listed.length === 0) break;
    const credentials = { principal: signedIn, manageToken: null };
    const removed = await Promise.all(
      listed.map(({ publicId }) => pastes.remove(publicId, credentials).then(() => true, nothingIfMissing)),
    );
    // A listed paste that can't be found would be listed again, for ever.
    if (!removed.includes(true)) break;
  }
  const signOut = await sessions.signOut(request.headers.get('cookie'));
  await accounts.removeAccount(signedIn);
  return seeOther(accountPath('pastes', { notice: 'account-deleted' }), signOut);
});

export const ownDataForms = [downloadData, deleteAccount];
