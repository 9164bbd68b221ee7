import { isoTime } from '../encoding/time.rules';
import type { Report } from './report.repository';

/** A report as an administrator's page shows it. */
export function presentReport({ id, publicId, reason, text, contact, link, createdAt, closedAt }: Report) {
  return { id, publicId, reason, text, contact, link, createdAt: isoTime(createdAt), closedAt: isoTime(closedAt) };
}
