/** Runs `act`, and takes null for whatever it throws. Browser-safe: no imports. */
export function orNull<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
