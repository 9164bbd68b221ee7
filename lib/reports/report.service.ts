/**
 * Reports: somebody tells the operator about a paste.
 *
 * Guarantees: a report that was accepted is stored durably, and the messages about it are in the same transaction. It
 * stays for 90 days, even without the paste, and does not change the paste: only an operator does. The reporter's text,
 * contact and link with its key are sealed, and in no log, event or message.
 * Not protected: a report may be false, and an operator can read an encrypted paste whose whole link was reported.
 */
import type { Actor } from '../audit/audit.rules';
import { base62Generator } from '../encoding/base62';
import { formatCursor, parseCursor } from '../encoding/time-cursor';
import { ServiceUnavailableError } from '../http/errors';
import type { Logger } from '../log/logger';
import type { Report, ReportRepository } from './report.repository';
import type { NewReport } from './report.schema';

/** Short enough to be typed by an operator. */
const newReportId = base62Generator(10);

export function createReportService(repository: ReportRepository, log: Logger) {
  return {
    /** @throws ServiceUnavailableError when too many are stored */
    async send(report: NewReport): Promise<void> {
      const id = newReportId();
      if (!(await repository.insert(id, report))) throw new ServiceUnavailableError();
      log.warn({ report: id, reason: report.reason }, 'a paste was reported');
    },

    /** A page, the newest first. @param before cursor of this page; any other text means the first page */
    async listPage(isOpen: boolean, limit: number, before: string): Promise<{ reports: Report[]; next: string | null }> {
      // One row more than a page tells whether there is a next page.
      const found = await repository.list(isOpen, limit + 1, parseCursor(before));
      const reports = found.slice(0, limit);
      const last = reports.at(-1);
      return { reports, next: found.length > limit && last ? formatCursor({ at: last.createdAt, id: last.id }) : null };
    },

    /** One report, for an operator to read. That its link was shown, which may hold the key of a paste, stands in the audit. */
    async open(id: string, by: Actor): Promise<Report | null> {
      const report = await repository.find(id);
      if (report?.link) await repository.recordOpening(id, by);
      return report;
    },

    close: (id: string, by: Actor): Promise<boolean> => repository.close(id, by),

    prune: () => repository.prune(),
  };
}
