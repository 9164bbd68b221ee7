import { createKeySchema, renameKeySchema } from '../accounts/accounts.schema';
import { MADE_KINDS, NOTHING_ENDED } from '../accounts/endings.rules';
import { accountPath } from './account-path';
import { afterEnding } from './ending';
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

const KEY_NOTICES = { none: 'key-gone', one: 'key-revoked', more: 'made-gone' } as const;
const SESSION_NOTICES = { none: 'session-gone', one: 'session-ended', more: 'made-gone' } as const;

const revokeKey = signedInAction('revoke-key', async (call) => {
  const { fields, services, signedIn } = call;
  const ended = await services.accounts.revokeOwnKey(signedIn, fields.keyId ?? '', fields.withMade === 'on');
  return afterEnding(call, ended, KEY_NOTICES);
});

const hideKey = formAction('hide-key', async ({ services: { flashCookies }, request }) =>
  seen(request.headers, accountPath('keys'), flashCookies.newKey.end),
);

/** One of the browsers that are signed in, or were: what they made is there. */
const endSession = signedInAction('end-session', async (call) => {
  const { fields, services, signedIn } = call;
  const ended = await services.accounts.endOwnSession(signedIn, fields.sessionId ?? '', fields.withMade === 'on');
  return afterEnding(call, ended, SESSION_NOTICES);
});

/** All browsers that are signed in but this one. */
const endOtherSessions = signedInAction('end-other-sessions', async (call) => {
  const { fields, services, signedIn } = call;
  const others = (await services.sessions.listOwn(signedIn)).filter(({ isOwn }) => !isOwn);
  const made = { ...NOTHING_ENDED.made };
  for (const { id } of others) {
    const ended = await services.accounts.endOwnSession(signedIn, id, fields.withMade === 'on');
    for (const kind of MADE_KINDS) made[kind] += ended.made[kind];
  }
  return afterEnding(call, { isEnded: others.length > 0, made }, { ...SESSION_NOTICES, one: 'sessions-ended' });
});

export const keysForms = [createKey, renameKey, revokeKey, hideKey, endSession, endOtherSessions];
