/** How many may be served at a time: by everybody together, and by each. */
interface Limits {
  total: number;
  /** For one identity. */
  each: number;
}

export function createPlaces({ total, each }: Limits) {
  const taken = new Map<string, number>();
  let all = 0;

  return {
    /** Places taken. */
    count: () => all,

    /** @param identity null: counts only among all @returns whether there was a place; whoever has one gives it back */
    take(identity: string | null): boolean {
      const own = identity === null ? 0 : (taken.get(identity) ?? 0);
      if (all >= total || own >= each) return false;
      all += 1;
      if (identity !== null) taken.set(identity, own + 1);
      return true;
    },

    giveBack(identity: string | null): void {
      all -= 1;
      if (identity === null) return;
      const left = (taken.get(identity) ?? 0) - 1;
      if (left > 0) taken.set(identity, left);
      else taken.delete(identity);
    },
  };
}
