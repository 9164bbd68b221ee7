/** Number of times that a test repeats a race or a crash: `inTest`, or PROVE_ROUNDS if that is more (`npm run prove`). */
export function rounds(inTest: number): number {
  return Math.max(inTest, Number(process.env.PROVE_ROUNDS ?? 0));
}
