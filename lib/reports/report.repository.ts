/** Reports in the database. SQL (decision 0041): storing one is a race for the last free place, with the messages about it in the same transaction; cleanup is idle. */

import type { Actor } from '../audit/audit.rules';
import { createAuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, numberOrNull, type Prisma, readClock, type Statement, tookPlace } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { DAY_MS } from '../encoding/time.rules';
import type { TimePosition } from '../encoding/time-cursor';
import type { Keyring } from '../vault/keyring';
import type { OpenEach } from '../vault/open-each';
import { openValue, sealValue, type ValuePlace } from '../vault/vault';
import { REPORT_DAYS, type ReportReason } from './report.rules';
import type { NewReport } from './report.schema';

/** Most reports that are kept, more than an operator reads. Beyond it new ones are refused until old ones are removed. */
const MAX_REPORTS = 10_000;

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

export type ReportRepository = ReturnType<typeof createReportRepository>;

export function createReportRepository(db: Database, keyring: Keyring, recorders: readonly ReportRecorder[], openEach: OpenEach) {
  const { prisma } = db;
  const { now } = db.dialect;
  const insert = `INSERT INTO reports (id, reason, body_sealed, created_at)
    SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS ${db.dialect.bytes}), ${now} WHERE (SELECT count(*) FROM reports) < ${MAX_REPORTS} RETURNING id`;
  const audit = createAuditRecorder(db, keyring);

  function open({ id, reason, bodySealed, createdAt, closedAt }: Prisma.ReportGetPayload<{ select: typeof COLUMNS }>): Report {
    const body = JSON.parse(openValue(keyring, reportPlace(id), bodySealed)) as ReportBody;
    return { id, reason: reason as ReportReason, ...body, createdAt: Number(createdAt), closedAt: numberOrNull(closedAt) };
  }

  return {
    /** @returns false when too many are stored already */
    async insert(id: string, { reason, ...body }: NewReport): Promise<boolean> {
      const sealed = sealValue(keyring, reportPlace(id), JSON.stringify(body));
      return tookPlace(db, 0, [{ sql: insert, params: [id, reason, sealed] }, ...recorders.flatMap((record) => record(id))]);
    },

    /** Open reports or all, the newest first. @param before the last report of the previous page */
    async list(isOpen: boolean, limit: number, before: TimePosition | null = null): Promise<Report[]> {
      const older = before && { createdAt: { lte: before.at }, OR: [{ createdAt: { lt: before.at } }, { id: { gt: before.id } }] };
      const rows = await prisma.report.findMany({
        where: { ...(isOpen ? { closedAt: null } : {}), ...older },
        select: COLUMNS,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: limit,
      });
      return openEach('reports', rows, open);
    },

    async find(id: string): Promise<Report | null> {
      const row = await prisma.report.findUnique({ where: { id }, select: COLUMNS });
      return row && open(row);
    },

    async recordOpening(id: string, by: Actor): Promise<void> {
      await audit.entry({ by, action: 'report.opened', object: id }, await readClock(db));
    },

    async close(id: string, by: Actor): Promise<boolean> {
      const nowMs = await readClock(db);
      const close = prisma.report.update({ where: { id, closedAt: null }, data: { closedAt: nowMs }, select: { id: true } });
      return (await changeRow(db, close, audit.entry({ by, action: 'report.closed', object: id }, nowMs))) !== null;
    },

    prune: createPrune(db, pruneStatement('reports', `created_at <= ${now} - ${REPORT_DAYS * DAY_MS} ORDER BY created_at`)),
  };
}
