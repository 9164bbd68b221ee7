import { createKeySchema, renameKeySchema } from '../accounts/accounts.schema';
import { accountPath } from './account-path';
import { formAction, seen, seeOther, signedInAction } from './form-action';

const createKey = signedInAction('create-key', async ({ fields, services, signedIn }) => {
  const parsed = createKeySchema.safeParse(fields);
  if (!parsed.success) return seeOther(accountPath('keys', { notice: 'key-invalid' }));
  const { name, lifetimeDays, scopes } = parsed.data;
  const key = await services.accounts.createOwnKey(signedIn, name, lifetimeDays, scopes);
  if (key === null) return seeOther(accountPath('keys', { notice: 'too-many-keys' }));
  return seeOther(accountPath('keys'), await services.flashCookies.newKey.give(signedIn, key));
});

const renameKey = signedInAction('rename-key', async ({ fields, services, signedIn }) => {
  const parsed = renameKeySchema.safeParse(fields);
  if (!parsed.success) return seeOther(accountPath('keys', { notice: 'key-name-invalid' }));
  const { keyId, name } = parsed.data;
  const isRenamed = await services.accounts.renameOwnKey(signedIn, keyId, name);
  return seeOther(accountPath('keys', { notice: isRenamed ? 'key-renamed' : 'key-gone' }));
});

const revokeKey = signedInAction('revoke-key', async ({ fields, services, signedIn }) => {
  const revoked = await services.accounts.revokeOwnKey(signedIn, fields.keyId ?? '', fields.withMade === 'on');
  // The revoked key is the one of this session, so the session has ended.
  if (revoked > 0 && fields.keyId === signedIn.keyId) return seeOther(accountPath('pastes', { notice: 'signed-out' }));
  return seeOther(accountPath('keys', { notice: revoked === 0 ? 'key-gone' : revoked === 1 ? 'key-revoked' : 'keys-revoked' }));
});

const hideKey = formAction('hide-key', async ({ services: { flashCookies }, request }) =>
  seen(request.headers, accountPath('keys'), flashCookies.newKey.end),
);

/** Ends the session of one browser, which may be this one. */
const endSession = signedInAction('end-session', async ({ fields, services, signedIn }) => {
  const isEnded = await services.sessions.endOwn(signedIn, fields.sessionId ?? '');
  return seeOther(accountPath('keys', { notice: isEnded ? 'session-ended' : 'session-gone' }));
});

export const keysForms = [createKey, renameKey, revokeKey, hideKey, endSession];
