import { isoTime } from '../encoding/time.rules';
import type { Report } from './report.repository';

export function presentReport({ id, publicId, reason, text, contact, link, createdAt, closedAt }: Report) {
  return { id, publicId, reason, text, contact, link, createdAt: isoTime(createdAt), closedAt: isoTime(closedAt) };
}

export type ShownReport = ReturnType<typeof presentReport>;
