import { loadFlash } from '#app/(rendered)/account/load-account';
import { User } from '#components/admin/user';
import { presentOwnKey, presentUser } from '#lib/accounts/accounts.presenter';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { parseRowId } from '#lib/http/row-id';
import { adminMetadata, adminPage } from '../../admin-page';

export const generateMetadata = adminMetadata('users');

export default adminPage('users', async ({ admin, query, id }) => {
  const userId = parseRowId(id);
  const { accounts } = await services();
  const user = userId === null ? null : await accounts.findUser(userId).catch(failPage);
  if (!user) return null;
  const keys = await accounts.listOwnKeys({ userId: user.id }).catch(failPage);
  return (
    <User
      user={presentUser(user)}
      keys={keys.map(presentOwnKey)}
      isSelf={user.id === admin.userId}
      newKey={query.notice === 'key-created' ? await loadFlash('newKey', admin) : null}
    />
  );
});
