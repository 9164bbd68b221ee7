/** How many may be served at a time. */
interface Limits {
  total: number;
  /** For each identity. */
  each: number;
}

export function createSlots({ total, each }: Limits) {
  const taken = new Map<string, number>();
  let all = 0;

  return {
    count: () => all,

    /** @param identity null: counts in the total only @returns whether there was a free slot, which the caller must release */
    take(identity: string | null): boolean {
      const own = identity === null ? 0 : (taken.get(identity) ?? 0);
      if (all >= total || own >= each) return false;
      all += 1;
      if (identity !== null) taken.set(identity, own + 1);
      return true;
    },

    release(identity: string | null): void {
      all -= 1;
      if (identity === null) return;
      const left = (taken.get(identity) ?? 0) - 1;
      if (left > 0) taken.set(identity, left);
      else taken.delete(identity);
    },
  };
}
