/** The forms of the administration pages about users and their keys. */

import { AccountError } from '../accounts/accounts.errors';
import { operatorKeySchema } from '../accounts/accounts.schema';
import { DAY_MS } from '../encoding/time.rules';
import { parseRowId } from '../http/row-id';
import { adminPath } from './account-path';
import { adminAction, askAgain, type FormCall, refuseForm, seeOther, whenThrown } from './form-action';
import type { Notice } from './notice.rules';

/** A `catch` handler that returns null when the name, the key or the user was refused. */
const nullIfRefused = whenThrown(AccountError, null);

const createKey = adminAction('create-key', async (call) => {
  const { fields, services, admin } = call;
  const refuse = () => refuseForm(adminPath('users', { notice: 'key-refused' }), call, admin, fields);
  const parsed = operatorKeySchema.safeParse(fields);
  if (!parsed.success) return refuse();
  const { userName, name, lifetimeDays, apiOnly, existing } = parsed.data;
  if (!apiOnly && !admin.isConfirmed) return askAgain(adminPath('users'));
  const options = {
    name,
    ...(lifetimeDays === null ? {} : { lifetimeMs: lifetimeDays * DAY_MS }),
    isApiOnly: apiOnly,
    isExisting: existing,
    by: admin,
  };
  const key = await services.accounts.createKey(userName, options).catch(nullIfRefused);
  if (key === null) return refuse();
  const userId = await services.accounts.idOf(userName);
  return seeOther(adminPath(`users/${userId}`, { notice: 'key-created' }), await services.flashCookies.newKey.give(admin, key));
});

const revokeKey = adminAction('revoke-key', async ({ fields, services, admin }) => {
  const { keyId = '', userId = '', withMade } = fields;
  const revoked = await services.accounts.revokeKey(keyId, withMade === 'on', admin).catch(nullIfRefused);
  const notice = revoked === null ? 'users-key-gone' : 'key-revoked';
  const id = parseRowId(userId);
  return adminPath(id === null ? 'users' : `users/${id}`, { notice });
});

type Accounts = FormCall['services']['accounts'];

/** A change of another user, because administrators must not lock themselves out. */
const changeUser = (
  name: string,
  done: Notice,
  change: (accounts: Accounts, userName: string, by: { userId: number }) => Promise<unknown>,
) =>
  adminAction(`${name}-user`, async ({ fields, services: { accounts }, admin }) => {
    const id = parseRowId(fields.userId ?? '');
    const user = id === null ? null : await accounts.findUser(id);
    if (!user) return adminPath('users', { notice: 'user-gone' });
    if (user.id === admin.userId) return adminPath(`users/${user.id}`, { notice: 'own-account' });
    const isDone = await change(accounts, user.name, { userId: admin.userId }).then(() => true, nullIfRefused);
    if (!isDone) return adminPath('users', { notice: 'user-gone' });
    return adminPath(done === 'user-deleted' ? 'users' : `users/${user.id}`, { notice: done });
  });

const promoteUser = changeUser('promote', 'user-promoted', (accounts, name, by) => accounts.setAdmin(name, true, by));
const demoteUser = changeUser('demote', 'user-demoted', (accounts, name, by) => accounts.setAdmin(name, false, by));
const disableUser = changeUser('disable', 'user-disabled', (accounts, name, by) => accounts.setDisabled(name, true, by));
const enableUser = changeUser('enable', 'user-enabled', (accounts, name, by) => accounts.setDisabled(name, false, by));
const deleteUser = changeUser('delete', 'user-deleted', (accounts, name, by) => accounts.removeUser(name, by));

export const adminUsersForms = [createKey, revokeKey, promoteUser, demoteUser, disableUser, enableUser, deleteUser];
