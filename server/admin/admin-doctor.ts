import type { Command } from 'commander';
import { loadConfig } from '#lib/config/config';
import { runChecks } from '#lib/operations/doctor/doctor.service';
import { addCommand, fields, printing, printResult } from './admin-output';

const SIGNS = { ok: 'ok  ', warning: 'WARN', failed: 'FAIL' };

export function addDoctorCommands(program: Command): void {
  addCommand(
    program,
    'doctor',
    'check the configuration, the database, this machine, the other servers, and the way from BASE_URL to this service',
  )
    .option('--deep', 'also read the whole database for damage and undecryptable rows; minutes on a large one')
    .action(async ({ json, deep }: { json?: boolean; deep?: boolean }) => {
      const checks = await runChecks(loadConfig(), { deep });
      printResult(json, { checks }, () => checks.map(({ name, state, message }) => `${SIGNS[state]}  ${name.padEnd(16)}${message}`));
      if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
    });

  addCommand(program, 'stats', 'count what is stored').action(
    printing(async ({ pastes, accounts, db }) => {
      const { longestExpiredMs: _, ...totals } = await pastes.totals();
      const users = await accounts.listUsers();
      const stats = {
        ...totals,
        users: users.length,
        activeKeys: users.reduce((sum, user) => sum + user.activeKeys, 0),
        webhookDeliveriesWaiting: await db.prisma.webhookDelivery.count({ where: { nextRetryAt: { not: null } } }),
      };
      return [stats, () => fields(stats)];
    }),
  );
}
