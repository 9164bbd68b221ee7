/** The forms about keys and signed-in browsers. */

import { createKeySchema, renameKeySchema } from '../accounts/accounts.schema';
import { countEnded, type Ended, MADE_KINDS, NOTHING_ENDED } from '../accounts/endings.rules';
import { accountPath } from './account-path';
import { formAction, type Outcome, refuseForm, type SignedInCall, seen, seeOther, signedInAction } from './form-action';
import type { Notice } from './notice.rules';

const createKey = signedInAction('create-key', async (call) => {
  const { fields, services, signedIn } = call;
  const parsed = createKeySchema.safeParse(fields);
  if (!parsed.success) return refuseForm(accountPath('keys', { notice: 'key-invalid' }), call, signedIn, fields);
  const { name, lifetimeDays, scopes } = parsed.data;
  const key = await services.accounts.createOwnKey(signedIn, name, lifetimeDays, scopes);
  if (key === null) return accountPath('keys', { notice: 'too-many-keys' });
  return seeOther(accountPath('keys'), await services.flashCookies.newKey.give(signedIn, key));
});

const renameKey = signedInAction('rename-key', async (call) => {
  const { fields, services, signedIn } = call;
  const parsed = renameKeySchema.safeParse(fields);
  if (!parsed.success) return refuseForm(accountPath('keys', { notice: 'key-name-invalid' }), call, signedIn, fields);
  const isRenamed = await services.accounts.renameOwnKey(signedIn, parsed.data.keyId, parsed.data.name);
  return accountPath('keys', { notice: isRenamed ? 'key-renamed' : 'key-gone' });
});

/**
 * The page after a key, an identity or a session was ended: the keys, or the sign-in page when the caller's own session
 * ended with it.
 * @param notices for nothing ended, one thing alone, and more that ended with it
 */
export async function afterEnding(
  { services, request }: SignedInCall,
  ended: Ended,
  notices: Record<'none' | 'one' | 'more', Notice>,
): Promise<Outcome> {
  const count = countEnded(ended);
  if (count === 0) return accountPath('keys', { notice: notices.none });
  if (!(await services.sessions.findIn(request.headers.get('cookie')))) return accountPath('pastes', { notice: 'signed-out' });
  return accountPath('keys', { notice: ended.isEnded && count === 1 ? notices.one : notices.more });
}

const KEY_NOTICES = { none: 'key-gone', one: 'key-revoked', more: 'made-gone' } as const;
const SESSION_NOTICES = { none: 'session-gone', one: 'session-ended', more: 'made-gone' } as const;

const revokeKey = signedInAction('revoke-key', async (call) => {
  const { fields, services, signedIn } = call;
  const ended = await services.accounts.revokeOwnKey(signedIn, fields.keyId ?? '', fields.withMade === 'on');
  return afterEnding(call, ended, KEY_NOTICES);
});

const hideKey = formAction('hide-key', async (call) => seen(call, accountPath('keys'), call.services.flashCookies.newKey.end));

/** Ends a session, or removes what an ended session has made. */
const endSession = signedInAction('end-session', async (call) => {
  const { fields, services, signedIn } = call;
  const ended = await services.accounts.endOwnSession(signedIn, fields.sessionId ?? '', fields.withMade === 'on');
  return afterEnding(call, ended, SESSION_NOTICES);
});

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
