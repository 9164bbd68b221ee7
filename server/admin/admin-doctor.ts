import type { Command } from 'commander';
import { loadConfig } from '#lib/config/config';
import { runChecks } from '#lib/operations/doctor/doctor.service';
import { addCommand, printResult } from './admin-output';

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
}
