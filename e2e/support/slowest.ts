/** How many tests `npm test` lists at its end, and from which time on. */
const COUNT = 20;
const LONG_MS = 1_000;

/** Prints the tests that took longest, a line each, for the list that `npm test` (e2e/run.mjs) makes of all programs. */
export function printSlowest(tests: readonly { name: string; ms: number }[]): void {
  if (process.env.TEST_SLOWEST !== 'printed') return;
  const slowest = tests
    .filter(({ ms }) => ms >= LONG_MS)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, COUNT);
  for (const { name, ms } of slowest) process.stdout.write(`slow: ${(ms / 1000).toFixed(1)} s ${name}\n`);
}
