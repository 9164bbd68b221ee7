/** The forms of the administration pages: about reports, pastes, bans, users and their keys. */

import { AccountError } from '../accounts/accounts.errors';
import { operatorKeySchema } from '../accounts/accounts.schema';
import { DAY_MS, HOUR_MS } from '../encoding/time.rules';
import { publicIdIn } from '../envelope/link';
import { OperatorError } from '../errors/operator-error';
import { NotFoundError } from '../http/errors';
import { parseRowId } from '../http/row-id';
import { isBannedBy, NetworkTooLargeError } from '../operations/bans.service';
import { isPublicId } from '../pastes/paste.rules';
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

const closeReport = adminAction('close-report', async ({ fields, services, admin }) => {
  const isClosed = await services.reports.close(fields.reportId ?? '', admin);
  return adminPath('reports', { notice: isClosed ? 'report-closed' : 'report-gone' });
});

/** Finds a paste by its id or link. The next page gets the id of the row instead, since a public id in an address is logged. */
const findPaste = adminAction('find-paste', async (call) => {
  const { services, admin, fields } = call;
  const typed = fields.publicId ?? '';
  const publicId = publicIdIn(typed);
  const found = publicId === null ? null : await services.oversight.find(publicId);
  if (found) return adminPath('pastes', { row: found.id });
  // The fragment of a link is a key or a manage token.
  const [publicPart = ''] = typed.split('#');
  return refuseForm(adminPath('pastes', { notice: 'paste-unknown' }), call, admin, { publicId: publicPart });
});

/** Form of the ids of rows and reports. */
const ID = /^[0-9A-Za-z]{1,32}$/;

const moderate = (act: 'hold' | 'release' | 'remove', done: Notice) =>
  adminAction(`${act}-paste`, async ({ fields, services, admin }) => {
    const { rowId = '', publicId = '', reportId = '' } = fields;
    const name = ID.test(rowId) ? { id: rowId } : isPublicId(publicId) ? { publicId } : null;
    const notice =
      name === null ? 'paste-gone' : await services.moderation[act](name, admin).then(() => done, whenThrown(NotFoundError, 'paste-gone'));
    if (ID.test(reportId)) return adminPath(`reports/${reportId}`, { notice });
    return adminPath('pastes', { notice, ...(act === 'remove' || !name || !('id' in name) ? {} : { row: name.id }) });
  });

const holdPaste = moderate('hold', 'paste-held');
const releasePaste = moderate('release', 'paste-released');
const removePaste = moderate('remove', 'paste-removed');

const DURATIONS_MS: ReadonlyMap<string, number | null> = new Map([
  ['1h', HOUR_MS],
  ['24h', DAY_MS],
  ['7d', 7 * DAY_MS],
  ['30d', 30 * DAY_MS],
  ['ever', null],
]);
const MAX_REASON_CHARACTERS = 200;

const addBan = adminAction('add-ban', async (call) => {
  const { fields, services, admin, context } = call;
  const refuse = (notice: Notice) => refuseForm(adminPath('bans', { notice }), call, admin, fields);
  const { network = '', duration = '', reason = '' } = fields;
  const forMs = DURATIONS_MS.get(duration);
  if (forMs === undefined) return refuse('ban-refused');
  const told = reason
    .trim()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_REASON_CHARACTERS);
  try {
    if (isBannedBy(network.trim(), context.clientAddress)) return refuse('own-address');
    await services.bans.add(network.trim(), told === '' ? null : told, forMs, admin);
    return adminPath('bans', { notice: 'ban-added' });
  } catch (error) {
    if (error instanceof NetworkTooLargeError) return refuse('ban-too-large');
    if (error instanceof OperatorError) return refuse('ban-refused');
    throw error;
  }
});

const liftBan = adminAction('lift-ban', async ({ fields, services, admin }) => {
  const removal = services.bans.remove(fields.network ?? '', admin);
  const notice = await removal.then(() => 'ban-lifted' as const, whenThrown(OperatorError, 'ban-gone'));
  return adminPath('bans', { notice });
});

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

export const adminForms = [
  closeReport,
  findPaste,
  holdPaste,
  releasePaste,
  removePaste,
  addBan,
  liftBan,
  createKey,
  revokeKey,
  promoteUser,
  demoteUser,
  disableUser,
  enableUser,
  deleteUser,
];
