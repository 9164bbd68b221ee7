import { present } from '../encoding/present';
import type { Report } from './report.service';

export const presentReport = (report: Report) =>
  present(report, 'id', 'publicId', 'reason', 'text', 'contact', 'link', 'createdAt', 'closedAt');

export type ShownReport = ReturnType<typeof presentReport>;
