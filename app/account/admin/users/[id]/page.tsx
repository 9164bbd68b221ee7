import { loadFlash } from '#app/account/load-account';
import { AdminFrame } from '#components/admin/admin-frame';
import { User } from '#components/admin/user';
import { presentOwnKey, presentUser } from '#lib/accounts/accounts.presenter';
import { services } from '#lib/composition/services';
import { parseAdminNotice } from '#lib/forms/admin-path';
import { failPage } from '#lib/http/page-status';
import { parseRowId } from '#lib/http/row-id';
import { adminPage } from '../../admin-page';

export default adminPage(async (admin, query, id) => {
  const userId = parseRowId(id);
  const { accounts } = await services();
  const user = userId === null ? null : await accounts.findUser(userId).catch(failPage);
  if (!user) return null;
  const keys = await accounts.listOwnKeys({ userId: user.id }).catch(failPage);
  const notice = parseAdminNotice(query.notice);
  return (
    <AdminFrame userName={admin.userName} page="users" notice={notice}>
      <User
        user={presentUser(user)}
        keys={keys.map(presentOwnKey)}
        isSelf={user.id === admin.userId}
        newKey={notice === 'key-created' ? await loadFlash('newKey', admin) : null}
      />
    </AdminFrame>
  );
});
