import { stripVTControlCharacters } from 'node:util';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { printSlowest } from './slowest';

/** Ends the run with the failures and one line in the form of every test program here: `N passed, N failed`. */
export default class ClosingLine implements Reporter {
  #suite: Suite | undefined;
  readonly #errors: TestError[] = [];

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const having = (...outcomes: string[]) => tests.filter((test) => outcomes.includes(test.outcome()));
    const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' › ');
    const failures = [
      ...this.#errors.map((error) => ['outside of any test', error.message]),
      ...having('unexpected', 'flaky').map((test) => [nameOf(test), test.results.find(({ error }) => error)?.error?.message]),
    ];
    for (const [where, message = ''] of failures) {
      process.stdout.write(`failed: ${where}: ${stripVTControlCharacters(message).split('\n', 1)[0]}\n`);
    }
    printSlowest(tests.map((test) => ({ name: nameOf(test), ms: test.results.reduce((sum, { duration }) => sum + duration, 0) })));
    const skipped = having('skipped').length;
    process.stdout.write(`${having('expected').length} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
