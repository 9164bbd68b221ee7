import { missingPage } from '#app/missing-page';
import NotFound from '#app/not-found';
import { AdminFrame } from '#components/admin/admin-frame';
import { ReportDetails } from '#components/admin/reports';
import { services } from '#lib/composition/services';
import { parseAdminNotice } from '#lib/forms/admin-path';
import { failPage } from '#lib/http/page-status';
import { presentReport } from '#lib/reports/report.presenter';
import { type AdminPageProps, loadAdmin } from '../../load-admin';

export default async function ReportPage({ params, searchParams }: AdminPageProps & { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const query = await searchParams;
  const admin = await loadAdmin();
  const { reports, moderation } = await services();
  const report = admin && (await reports.find(id).catch(failPage));
  if (!admin || !report) return missingPage(<NotFound />);
  const state = (await moderation.stateOf(report.publicId).catch(failPage)) ?? 'none';
  return (
    <AdminFrame userName={admin.userName} page="reports" notice={parseAdminNotice(query.notice)}>
      <ReportDetails report={presentReport(report)} state={state} />
    </AdminFrame>
  );
}
