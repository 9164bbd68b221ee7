import { AdminFrame } from '#components/admin/admin-frame';
import { Bans } from '#components/admin/bans';
import { services } from '#lib/composition/services';
import { parseAdminNotice } from '#lib/forms/admin-path';
import { failPage } from '#lib/http/page-status';
import { presentBan } from '#lib/operations/bans/bans.presenter';
import { adminPage } from '../admin-page';
import { ROWS_PER_PAGE, textOf, turnsOf } from '../load-admin';

export default adminPage(async (admin, query) => {
  const after = textOf(query.after);
  const { bans, next } = await (await services()).bans.listPage(ROWS_PER_PAGE, after).catch(failPage);
  return (
    <AdminFrame userName={admin.userName} page="bans" notice={parseAdminNotice(query.notice)}>
      <Bans bans={bans.map(presentBan)} turns={turnsOf('bans', {}, 'after', after, next)} />
    </AdminFrame>
  );
});
