/** The form by which a reader reports a paste to the operator. */
import { parseWith } from '../http/validation';
import { reportSchema } from '../reports/report.schema';
import { formAction } from './define-form';
import { refuseTooMany } from './form-limit';

const report = formAction('report', async (call) => {
  const parsed = parseWith(reportSchema, call.fields);
  const refused = await refuseTooMany(call, 'report', call.services.limits.report);
  if (refused) return refused;
  await call.services.reports.send(parsed);
  return `/report/${parsed.publicId}?sent`;
});

export const reportRoutes = [report];
