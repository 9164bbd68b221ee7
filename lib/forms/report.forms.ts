import { parseWith } from '../http/validation';
import { reportSchema } from '../reports/report.schema';
import { formAction, seeOther } from './form-action';
import { refuseTooMany } from './form-limit';

const report = formAction('report', async (call) => {
  const { services, fields } = call;
  const parsed = parseWith(reportSchema, fields);
  const refused = await refuseTooMany(call, 'report', services.limits.report);
  if (refused) return refused;
  await services.reports.send(parsed);
  return seeOther(`/report/${parsed.publicId}?sent`);
});

export const reportForms = [report];
