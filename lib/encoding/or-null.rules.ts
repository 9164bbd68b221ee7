/** What `act` returns; null when it throws, for whatever reason. Browser-safe: no imports. */
export function orNull<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
