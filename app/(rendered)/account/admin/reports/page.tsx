import { Reports } from '#components/admin/reports';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { presentReport } from '#lib/reports/report.presenter';
import { adminPage } from '../admin-page';
import { ROWS_PER_PAGE, textOf, turnsOf } from '../load-admin';

export default adminPage('reports', async ({ query }) => {
  const isAll = query.all === '1';
  const before = textOf(query.before);
  const { reports, next } = await (await services()).reports.listPage(!isAll, ROWS_PER_PAGE, before).catch(failPage);
  return (
    <Reports
      reports={reports.map(presentReport)}
      isAll={isAll}
      turns={turnsOf('reports', isAll ? { all: '1' } : {}, 'before', before, next)}
    />
  );
});
