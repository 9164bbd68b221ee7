import type { Command } from 'commander';
import { presentEntry } from '#lib/audit/audit.presenter';
import type { AuditEntry } from '#lib/audit/audit.repository';
import { operatorEntry } from '#lib/audit/audit-recorder';
import { printAll, withServices } from './admin-output';

export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('the audit: sign-ins, keys, users, bans, and what was done about pastes and reports')
    .command('export')
    .description('print the whole audit, oldest first, as JSON lines')
    .action(() =>
      withServices(async ({ audit, db }) => {
        await db.write([operatorEntry('audit.exported', 'audit')]);
        await printAll(linesOf(audit.all()));
      }),
    );
}

async function* linesOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) yield Buffer.from(`${JSON.stringify(presentEntry(entry))}\n`);
}
