/**
 * Reports: somebody tells the operator about a paste.
 *
 * Guarantees: a report that was accepted is stored durably, and the messages about it are in the same transaction. It
 * stays for 90 days, even without the paste, and does not change the paste: only an operator does. The reporter's text,
 * contact and link with its key are sealed, and in no log, event or message.
 * Not protected: a report may be false, and an operator can read an encrypted paste whose whole link was reported.
 * SQL (decision 0041): storing one is a race for the last free place, with the messages about it in the same transaction; cleanup is idle.
 */
import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, numberOrNull, type Prisma, readClock, type Statement, tookPlace } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { base62Generator } from '../encoding/base62';
import { DAY_MS } from '../encoding/time.rules';
import { formatCursor, parseCursor } from '../encoding/time-cursor';
import { ServiceUnavailableError } from '../http/errors';
import type { Logger } from '../log/logger';
import type { Keyring } from '../vault/keyring';
import type { OpenEach } from '../vault/open-each';
import { openValue, sealValue, type ValuePlace } from '../vault/vault';
import { REPORT_DAYS, type ReportReason } from './report.rules';
import type { NewReport } from './report.schema';

/** Most reports that are kept, more than an operator reads. Beyond it new ones are refused until old ones are removed. */
const MAX_REPORTS = 10_000;

/** Short enough to be typed by an operator. */
const newReportId = base62Generator(10);

/** A report as an operator sees it. Times in ms since 1970. */
export interface Report extends NewReport {
  id: string;
  createdAt: number;
  closedAt: number | null;
}

/** Statements that queue messages about a report. They follow it in its transaction, and write nothing if it was refused. */
export type ReportRecorder = (reportId: string) => Statement[];

type ReportBody = Omit<NewReport, 'reason'>;

export const reportPlace = (id: string): ValuePlace => ({ row: `report/${id}`, column: 'report' });

const COLUMNS = { id: true, reason: true, bodySealed: true, createdAt: true, closedAt: true } as const;

export type ReportService = ReturnType<typeof createReportService>;

export function createReportService(
  db: Database,
  keyring: Keyring,
  audit: AuditRecorder,
  recorders: readonly ReportRecorder[],
  openEach: OpenEach,
  log: Logger,
) {
  const { prisma } = db;
  const { now } = db.dialect;
  const insert = `INSERT INTO reports (id, reason, body_sealed, created_at)
    SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS ${db.dialect.bytes}), ${now} WHERE (SELECT count(*) FROM reports) < ${MAX_REPORTS} RETURNING id`;

  function open({ id, reason, bodySealed, createdAt, closedAt }: Prisma.ReportGetPayload<{ select: typeof COLUMNS }>): Report {
    const body = JSON.parse(openValue(keyring, reportPlace(id), bodySealed)) as ReportBody;
    return { id, reason: reason as ReportReason, ...body, createdAt: Number(createdAt), closedAt: numberOrNull(closedAt) };
  }

  async function find(id: string): Promise<Report | null> {
    const row = await prisma.report.findUnique({ where: { id }, select: COLUMNS });
    return row && open(row);
  }

  return {
    /** @throws ServiceUnavailableError when too many are stored */
    async send({ reason, ...body }: NewReport): Promise<void> {
      const id = newReportId();
      const sealed = sealValue(keyring, reportPlace(id), JSON.stringify(body));
      const stored = { sql: insert, params: [id, reason, sealed] };
      if (!(await tookPlace(db, 0, [stored, ...recorders.flatMap((record) => record(id))]))) throw new ServiceUnavailableError();
      log.warn({ report: id, reason }, 'a paste was reported');
    },

    /** A page of open reports or all, the newest first. @param cursor of this page; any other text means the first page */
    async listPage(isOpen: boolean, limit: number, cursor: string): Promise<{ reports: Report[]; next: string | null }> {
      const before = parseCursor(cursor);
      const older = before && { createdAt: { lte: before.at }, OR: [{ createdAt: { lt: before.at } }, { id: { gt: before.id } }] };
      // One row more than a page tells whether there is a next page.
      const rows = await prisma.report.findMany({
        where: { ...(isOpen ? { closedAt: null } : {}), ...older },
        select: COLUMNS,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: limit + 1,
      });
      const found = await openEach('reports', rows, open);
      const reports = found.slice(0, limit);
      const last = reports.at(-1);
      return { reports, next: found.length > limit && last ? formatCursor({ at: last.createdAt, id: last.id }) : null };
    },

    /** One report, for messages about it. */
    find,

    /** One report, for an operator to read. That its link was shown, which may hold the key of a paste, stands in the audit. */
    async open(id: string, by: Actor): Promise<Report | null> {
      const report = await find(id);
      if (report?.link) await audit.entry({ by, action: 'report.opened', object: id }, await readClock(db));
      return report;
    },

    async close(id: string, by: Actor): Promise<boolean> {
      const nowMs = await readClock(db);
      const close = prisma.report.update({ where: { id, closedAt: null }, data: { closedAt: nowMs }, select: { id: true } });
      return (await changeRow(db, close, audit.entry({ by, action: 'report.closed', object: id }, nowMs))) !== null;
    },

    prune: createPrune(db, pruneStatement('reports', `created_at <= ${now} - ${REPORT_DAYS * DAY_MS} ORDER BY created_at`)),
  };
}
