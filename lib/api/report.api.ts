/** The form by which a reader reports a paste to the operator. */
import { parseWith } from '../http/validation';
import { reportSchema } from '../reports/report.schema';
import { formAction } from './define-form';
import { count } from './policies';

const report = formAction('report', async (call) => {
  const parsed = parseWith(reportSchema, call.fields);
  await count(call, call.services.limits.report);
  await call.services.reports.send(parsed);
  return `/report/${parsed.publicId}?sent`;
});

export const reportRoutes = [report];
