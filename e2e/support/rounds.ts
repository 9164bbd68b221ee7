/** How often a test repeats a race or a crash: a few times, or PROVE_ROUNDS times if that is more (`npm run prove`). */
export function rounds(inTest: number): number {
  return Math.max(inTest, Number(process.env.PROVE_ROUNDS ?? 0));
}
