import { loadFlash } from '#app/account/load-account';
import { missingPage } from '#app/missing-page';
import NotFound from '#app/not-found';
import { AdminFrame } from '#components/admin/admin-frame';
import { User } from '#components/admin/user';
import { presentOwnKey, presentUser } from '#lib/accounts/accounts.presenter';
import { services } from '#lib/composition/services';
import { parseAdminNotice } from '#lib/forms/admin-path';
import { failPage } from '#lib/http/page-status';
import { parseRowId } from '#lib/http/row-id';
import { type AdminPageProps, loadAdmin } from '../../load-admin';

export default async function UserPage({ params, searchParams }: AdminPageProps & { params: Promise<{ id: string }> }) {
  const query = await searchParams;
  const id = parseRowId((await params).id);
  const admin = await loadAdmin();
  const { accounts } = await services();
  const user = admin && id !== null ? await accounts.findUser(id).catch(failPage) : null;
  if (!admin || !user) return missingPage(<NotFound />);
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
}
