import { AdminFrame } from '#components/admin/admin-frame';
import { ReportDetails } from '#components/admin/reports';
import { services } from '#lib/composition/services';
import { parseAdminNotice } from '#lib/forms/admin-path';
import { failPage } from '#lib/http/page-status';
import { presentReport } from '#lib/reports/report.presenter';
import { adminPage } from '../../admin-page';

export default adminPage(async (admin, query, id) => {
  const { reports, moderation } = await services();
  const report = await reports.find(id).catch(failPage);
  if (!report) return null;
  const state = (await moderation.stateOf(report.publicId).catch(failPage)) ?? 'none';
  return (
    <AdminFrame userName={admin.userName} page="reports" notice={parseAdminNotice(query.notice)}>
      <ReportDetails report={presentReport(report)} state={state} />
    </AdminFrame>
  );
});
