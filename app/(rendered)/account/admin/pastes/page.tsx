import type { PasteFilter } from '#components/admin/admin-data';
import { Pastes } from '#components/admin/pastes';
import { services } from '#lib/composition/services';
import type { Query } from '#lib/http/page-props';
import { failPage } from '#lib/http/page-status';
import { presentOverseen } from '#lib/pastes/service/paste-oversight.presenter';
import { adminMetadata, adminPage } from '../admin-page';
import { ROWS_PER_PAGE, textOf, turnsOf } from '../load-admin';

export const generateMetadata = adminMetadata('pastes');

export default adminPage('pastes', async ({ query, notice }) => {
  const filter = filterOf(query);
  const before = textOf(query.before);
  const { pastes, next } = await listPastes(filter, textOf(query.row), before).catch(failPage);
  const { owner, from, to, anonymous, held } = filter;
  const asked = { owner, from, to, ...(anonymous ? { anonymous: '1' } : {}), ...(held ? { held: '1' } : {}) };
  return (
    <Pastes pastes={pastes.map(presentOverseen)} filter={filter} turns={turnsOf('pastes', asked, 'before', before, next)} notice={notice} />
  );
});

function filterOf(query: Query): PasteFilter {
  return {
    owner: textOf(query.owner),
    anonymous: query.anonymous === '1',
    from: dayOf(query.from),
    to: dayOf(query.to),
    held: query.held === '1',
  };
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
  const ownerId = anonymous || owner === '' ? null : await accounts.idOf(owner).catch(() => null);
  // Without this, an unknown name would list the pastes without an owner.
  if (!anonymous && owner !== '' && ownerId === null) return { pastes: [], next: null };
  return oversight.list(
    {
      ...(anonymous || owner !== '' ? { owner: ownerId } : {}),
      ...(from === '' ? {} : { createdFrom: Date.parse(from) }),
      ...(to === '' ? {} : { createdBefore: Date.parse(to) }),
      isHeld: held,
    },
    ROWS_PER_PAGE,
    before,
  );
}
