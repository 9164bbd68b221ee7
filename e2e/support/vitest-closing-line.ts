import type { Reporter, TestModule } from 'vitest/node';
import { printSlowest } from './slowest';

/** Ends the run with the failures and one line in the form of every test program here: `N passed, N failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message?: string }[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const durations: { name: string; ms: number }[] = [];
    const failures = unhandledErrors.map(({ message }) => ['outside of any test', message]);
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        counts[state] += 1;
        durations.push({ name: `${module.relativeModuleId} › ${test.fullName}`, ms: test.diagnostic()?.duration ?? 0 });
        if (state === 'failed') failures.push([`${module.relativeModuleId} › ${test.fullName}`, errors[0]?.message]);
      }
      for (const { message } of module.errors()) failures.push([module.relativeModuleId, message]);
    }
    for (const [where, message = ''] of failures) process.stdout.write(`failed: ${where}: ${message.split('\n', 1)[0]}\n`);
    printSlowest(durations);
    const skipped = counts.skipped + counts.pending;
    process.stdout.write(`${counts.passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }
}
