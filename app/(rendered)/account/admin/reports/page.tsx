import { Reports } from '#components/admin/reports';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { presentReport } from '#lib/reports/report.presenter';
import { adminMetadata, adminPage } from '../admin-page';
import { ROWS_PER_PAGE, textOf, turnsOf } from '../load-admin';

export const generateMetadata = adminMetadata('reports');

export default adminPage('reports', async ({ query }) => {
  const isAll = query.all === '1';
  const before = textOf(query.before);
  const { reports: service, oversight } = await services();
  const { reports, next } = await service.listPage(!isAll, ROWS_PER_PAGE, before).catch(failPage);
  const pastes = await Promise.all(reports.map(({ publicId }) => oversight.find(publicId))).catch(failPage);
  return (
    <Reports
      reports={reports.map((report, index) => ({ ...presentReport(report), paste: pastes[index] ?? null }))}
      isAll={isAll}
      turns={turnsOf('reports', isAll ? { all: '1' } : {}, 'before', before, next)}
    />
  );
});
