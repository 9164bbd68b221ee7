/** The forms of the administration pages: about reports, pastes and bans. Those about users are in admin-users.forms.ts. */

import { DAY_MS, HOUR_MS } from '../encoding/time.rules';
import { OperatorError } from '../errors/operator-error';
import { NotFoundError } from '../http/errors';
import { isBannedBy, NetworkTooLargeError } from '../operations/bans.service';
import { isPublicId, publicIdIn } from '../pastes/paste.rules';
import { adminPath } from './account-path';
import { adminAction, refuseForm, whenThrown } from './form-action';
import type { Notice } from './notice.rules';

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

export const adminForms = [closeReport, findPaste, holdPaste, releasePaste, removePaste, addBan, liftBan];
