import type { Command } from 'commander';
import { OperatorError } from '#lib/errors/operator-error';
import type { Report } from '#lib/reports/report.repository';
import { addCommand, fields, printing, quote, table, time } from './admin-output';

export function addReportCommands(program: Command): void {
  const report = program.command('report').description('reports of readers about pastes');

  addCommand(report, 'list', 'list the open reports, newest first')
    .option('--all', 'closed ones, too')
    .action(
      printing(async ({ reports }, { all = false }: { all?: boolean }) => {
        const list = await reports.list(!all);
        const rows = () => list.map((one) => [one.id, time(one.createdAt), time(one.closedAt), one.reason, one.publicId]);
        // A link may hold a key, so only `show` prints it, which is audited.
        return [
          { reports: list.map(({ link: _, ...report }) => report) },
          () => table(['ID', 'CREATED', 'CLOSED', 'REASON', 'PASTE'], rows()),
        ];
      }),
    );

  addCommand(report, 'show', 'show what a report says; its link may hold the key of a paste')
    .argument('<id>', 'as in `report list`')
    .action(
      printing(async ({ reports, moderation }, id: string) => {
        const found = await reports.open(id, 'operator');
        if (!found) throw noReport();
        const state = (await moderation.stateOf(found.publicId)) ?? 'not touched';
        return [{ ...found, paste: state }, () => fields(shown(found, state))];
      }),
    );

  addCommand(report, 'close', 'mark a report as decided')
    .argument('<id>', 'as in `report list`')
    .action(
      printing(async ({ reports }, id: string) => {
        if (!(await reports.close(id, 'operator'))) throw noReport();
        return [{ closed: id }, () => ['closed']];
      }),
    );
}

const noReport = () => new OperatorError('no open report has this id; `report list` shows them');

/** A report with its texts quoted: strangers wrote them, and control characters must not reach the terminal. */
function shown({ id, reason, publicId, text, contact, link, createdAt, closedAt }: Report, paste: string) {
  const quoted = { text: quote(text), contact: quote(contact), link: quote(link) };
  return { id, reason, publicId, paste, createdAt: time(createdAt), closedAt: time(closedAt), ...quoted };
}
