/** The lists of the administration, and its page about the service's health. */

import { Audit } from '#components/admin/audit';
import { Bans } from '#components/admin/bans';
import { Health } from '#components/admin/health';
import { type PasteFilter, Pastes } from '#components/admin/pastes';
import { Reports } from '#components/admin/reports';
import { Users } from '#components/admin/users';
import { presentUser } from '#lib/accounts/accounts.presenter';
import { presentEntry } from '#lib/audit/audit.presenter';
import { ACTOR_KINDS, AUDIT_ACTIONS } from '#lib/audit/audit.rules';
import { services } from '#lib/composition/services';
import type { Query } from '#lib/http/page-props';
import { failPage } from '#lib/http/page-status';
import { parseRowId } from '#lib/http/row-id';
import { presentBan } from '#lib/operations/bans.presenter';
import { presentOverseen } from '#lib/pastes/service/paste.presenter';
import { presentReport } from '#lib/reports/report.presenter';
import { pageLinksOf, ROWS_PER_PAGE, textOf } from './list-query';

export async function reportsPage(query: Query) {
  const isAll = query.all === '1';
  const before = textOf(query.before);
  const { reports: service, oversight } = await services();
  const { reports, next } = await service.listPage(!isAll, ROWS_PER_PAGE, before).catch(failPage);
  const pastes = await Promise.all(reports.map(({ publicId }) => oversight.find(publicId))).catch(failPage);
  return (
    <Reports
      reports={reports.map((report, index) => ({ ...presentReport(report), paste: pastes[index] ?? null }))}
      isAll={isAll}
      pageLinks={pageLinksOf('reports', isAll ? { all: '1' } : {}, 'before', before, next)}
    />
  );
}

export async function pastesPage(query: Query) {
  const filter = {
    owner: textOf(query.owner),
    anonymous: query.anonymous === '1' ? '1' : '',
    from: dayOf(query.from),
    to: dayOf(query.to),
    held: query.held === '1' ? '1' : '',
  };
  const before = textOf(query.before);
  const { pastes, next } = await listPastes(filter, textOf(query.row), before).catch(failPage);
  return <Pastes pastes={pastes.map(presentOverseen)} filter={filter} pageLinks={pageLinksOf('pastes', filter, 'before', before, next)} />;
}

/** A date as a date field sends it; '' for anything else. */
function dayOf(value: string | string[] | undefined): string {
  const text = textOf(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

/** @param row id of the one paste that was searched for; '' for all that match the filter */
async function listPastes({ owner, anonymous, from, to, held }: PasteFilter, row: string, before: string) {
  const { oversight, accounts } = await services();
  if (row !== '') return { pastes: await oversight.findRow(row), next: null };
  const isOfUser = anonymous === '' && owner !== '';
  const ownerId = isOfUser ? await accounts.idOf(owner).catch(() => null) : null;
  // An unknown name would otherwise list the pastes that have no owner.
  if (isOfUser && ownerId === null) return { pastes: [], next: null };
  return oversight.list(
    {
      ...(anonymous !== '' || owner !== '' ? { owner: ownerId } : {}),
      ...(from === '' ? {} : { createdFrom: Date.parse(from) }),
      ...(to === '' ? {} : { createdBefore: Date.parse(to) }),
      isHeld: held !== '',
    },
    ROWS_PER_PAGE,
    before,
  );
}

export async function usersPage(query: Query) {
  const prefix = textOf(query.prefix);
  const after = textOf(query.after);
  const { accounts } = await services();
  // One row more than shown tells whether another page follows.
  const page = { after: parseRowId(after) ?? 0, limit: ROWS_PER_PAGE + 1, ...(prefix === '' ? {} : { prefix }) };
  const found = await accounts.listUsers(page).catch(failPage);
  const users = found.slice(0, ROWS_PER_PAGE);
  const next = found.length > ROWS_PER_PAGE ? String(users.at(-1)?.id) : null;
  return <Users users={users.map(presentUser)} prefix={prefix} pageLinks={pageLinksOf('users', { prefix }, 'after', after, next)} />;
}

export async function bansPage(query: Query) {
  const after = textOf(query.after);
  const { bans, next } = await (await services()).bans.listPage(ROWS_PER_PAGE, after).catch(failPage);
  const pageLinks = pageLinksOf('bans', {}, 'after', after, next);
  return <Bans bans={bans.map(presentBan)} pageLinks={pageLinks} />;
}

export async function auditPage(query: Query) {
  const { audit, accounts, oversight, config } = await services();
  const asked = { action: textOf(query.action), actor: textOf(query.actor), user: textOf(query.user), object: textOf(query.object) };
  const before = textOf(query.before);
  // No user has the id 0, so an unknown name finds nothing.
  const userId = asked.user === '' ? undefined : await accounts.idOf(asked.user).catch(() => 0);
  const filter = {
    action: AUDIT_ACTIONS.find((action) => action === asked.action),
    actor: ACTOR_KINDS.find((actor) => actor === asked.actor),
    userId,
    objectId: asked.object === '' ? undefined : asked.object,
  };
  const { entries, next } = await audit.list(filter, ROWS_PER_PAGE, before).catch(failPage);
  const rows = new Set(entries.flatMap(({ action, objectId }) => (action.startsWith('paste.') && objectId !== null ? [objectId] : [])));
  const pastes = (await Promise.all([...rows].map(oversight.findRow)).catch(failPage)).flat();
  const shortIds = new Map(pastes.map(({ id, shortId }) => [id, shortId]));
  return (
    <Audit
      entries={entries.map((entry) => ({
        ...presentEntry(entry),
        objectName: entry.objectName ?? shortIds.get(entry.objectId ?? '') ?? null,
      }))}
      query={asked}
      keptDays={config.AUDIT_DAYS}
      pageLinks={pageLinksOf('audit', asked, 'before', before, next)}
    />
  );
}

export async function healthPage() {
  const { health, version } = await services();
  const { engine, ...shown } = await health().catch(failPage);
  const versions = { sealpaste: version, node: process.version, database: engine };
  return <Health health={{ ...shown, versions }} />;
}
