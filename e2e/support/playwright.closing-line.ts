import type { Reporter, Suite } from '@playwright/test/reporter';

/** Ends the run with one line that says all in the same form as any other test program: `N passed, N failed`. */
export default class ClosingLine implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    const outcomes = (this.#suite?.allTests() ?? []).map((test) => test.outcome());
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
    const skipped = count('skipped');
    const passed = count('expected');
    const failed = outcomes.length - passed - skipped + this.#errors;
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
