import { stripVTControlCharacters } from 'node:util';
import type { Reporter, Suite, TestError } from '@playwright/test/reporter';

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
    const failures = [
      ...this.#errors.map((error) => ['outside of any test', error.message]),
      ...having('unexpected', 'flaky').map((test) => [
        test.titlePath().filter(Boolean).join(' › '),
        test.results.find(({ error }) => error)?.error?.message,
      ]),
    ];
    for (const [where, message = ''] of failures) {
      process.stdout.write(`failed: ${where}: ${stripVTControlCharacters(message).split('\n', 1)[0]}\n`);
    }
    const skipped = having('skipped').length;
    process.stdout.write(`${having('expected').length} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
