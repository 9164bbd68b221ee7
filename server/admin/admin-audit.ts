import type { Command } from 'commander';
import { presentEntry } from '#lib/audit/audit.presenter';
import type { AuditEntry } from '#lib/audit/audit.repository';
import { AUDIT_ACTIONS } from '#lib/audit/audit.rules';
import { operatorEntry } from '#lib/audit/audit-recorder';
import { OperatorError } from '#lib/errors/operator-error';
import { addCommand, printAll, printResult, quote, table, withServices } from './admin-output';

const MAX_LISTED = 1_000;

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('the audit: sign-ins, keys, users, bans, and what was done about pastes and reports');

  addCommand(audit, 'list', 'list the latest entries, newest first')
    .option('--action <name>', `only this: ${AUDIT_ACTIONS.join(', ')}`)
    .option('--user <name>', 'only what this user did')
    .option('--limit <count>', `how many, up to ${MAX_LISTED}`, '100')
    .action(({ json, action, user, limit }: { json?: boolean; action?: string; user?: string; limit: string }) => {
      const count = /^[1-9]\d{0,3}$/.test(limit) ? Number(limit) : 0;
      if (count < 1 || count > MAX_LISTED) throw new OperatorError(`--limit: expected a number from 1 to ${MAX_LISTED}`);
      const known = AUDIT_ACTIONS.find((one) => one === action);
      if (action !== undefined && known === undefined)
        throw new OperatorError(`--action: ${JSON.stringify(action)} is none of ${AUDIT_ACTIONS.join(', ')}`);
      return withServices(async (services) => {
        const userId = user === undefined ? undefined : await services.accounts.idOf(user);
        const { entries } = await services.audit.list({ action: known, userId }, count);
        const shown = entries.map(presentEntry);
        printResult(json, { entries: shown }, () =>
          table(
            ['TIME', 'WHO', 'ACTION', 'OBJECT', 'DETAILS'],
            shown.map((one) => [
              one.at,
              one.actor === 'user' ? (one.userName ?? `user ${one.userId}`) : one.actor,
              one.action,
              one.object ?? '-',
              quote(one.details),
            ]),
          ),
        );
      });
    });

  audit
    .command('export')
    .description('print the whole audit, oldest first, as JSON lines')
    .action(() =>
      withServices(async ({ audit: recorded, db }) => {
        await db.write([operatorEntry('audit.exported', 'audit')]);
        await printAll(linesOf(recorded.all()));
      }),
    );
}

async function* linesOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) yield Buffer.from(`${JSON.stringify(presentEntry(entry))}\n`);
}
