import { Bans } from '#components/admin/bans';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { presentBan } from '#lib/operations/bans/bans.presenter';
import { adminMetadata, adminPage } from '../admin-page';
import { ROWS_PER_PAGE, textOf, turnsOf } from '../load-admin';

export const generateMetadata = adminMetadata('bans');

export default adminPage('bans', async ({ query, notice }) => {
  const after = textOf(query.after);
  const { bans, next } = await (await services()).bans.listPage(ROWS_PER_PAGE, after).catch(failPage);
  return <Bans bans={bans.map(presentBan)} turns={turnsOf('bans', {}, 'after', after, next)} notice={notice} />;
});
