import { Users } from '#components/admin/users';
import { presentUser } from '#lib/accounts/accounts.presenter';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { parseRowId } from '#lib/http/row-id';
import { loadFlash } from '../../load-account';
import { adminMetadata, adminPage } from '../admin-page';
import { ROWS_PER_PAGE, textOf, turnsOf } from '../load-admin';

export const generateMetadata = adminMetadata('users');

export default adminPage('users', async ({ admin, query, notice }) => {
  const prefix = textOf(query.prefix);
  const after = textOf(query.after);
  const { accounts } = await services();
  // One row more than shown tells whether another page follows.
  const page = { after: parseRowId(after) ?? 0, limit: ROWS_PER_PAGE + 1, ...(prefix === '' ? {} : { prefix }) };
  const found = await accounts.listUsers(page).catch(failPage);
  const users = found.slice(0, ROWS_PER_PAGE);
  const next = found.length > ROWS_PER_PAGE ? String(users.at(-1)?.id) : null;
  return (
    <Users
      users={users.map(presentUser)}
      prefix={prefix}
      newKey={notice === 'key-created' ? await loadFlash('newKey', admin) : null}
      notice={notice}
      turns={turnsOf('users', { prefix }, 'after', after, next)}
    />
  );
});
