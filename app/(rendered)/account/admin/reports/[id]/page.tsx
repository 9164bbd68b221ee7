import { ReportDetails } from '#components/admin/reports';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { presentReport } from '#lib/reports/report.presenter';
import { adminMetadata, adminPage } from '../../admin-page';

export const generateMetadata = adminMetadata('reports');

export default adminPage('reports', async ({ id, admin }) => {
  const { reports, moderation, oversight } = await services();
  const report = await reports.open(id, { userId: admin.userId }).catch(failPage);
  if (!report) return null;
  const state = (await moderation.stateOf(report.publicId).catch(failPage)) ?? 'none';
  const paste = await oversight.find(report.publicId).catch(failPage);
  return <ReportDetails report={presentReport(report)} state={state} paste={paste} />;
});
