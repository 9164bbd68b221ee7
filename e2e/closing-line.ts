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
    // Passed when it was repeated, which only happens where `retries` allows it; named, so that it gets mended.
    const flaky = (this.#suite?.allTests() ?? []).filter((test) => test.outcome() === 'flaky');
    const failed = outcomes.length - passed - skipped - flaky.length + this.#errors;
    for (const test of flaky) process.stdout.write(`passed only when repeated: ${test.titlePath().join(' › ')}\n`);
    process.stdout.write(`${passed + flaky.length} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
