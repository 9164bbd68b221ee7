/**
 * Places for things that are served at a time: connections, or requests under way.
 *
 * Guarantees: no more than all places are taken, and no more than `each` by one identity. An identity that has an eighth
 * gets more only while fewer than half of all places are taken, so the other half is for those below an eighth.
 * Not protected: many identities with few places each. An identity that took half while nobody else came keeps it.
 */
export interface Places {
  /** Places that are taken. */
  count(): number;
  /** @param identity null: counts in the total only @returns whether there was a place, which the caller must release */
  take(identity: string | null): boolean;
  release(identity: string | null): void;
}

interface Options {
  /** The most for one identity, however many places are free. */
  each?: number;
  /** The places that these are a part of: a place here is also one there. */
  within?: Places;
}

export function createPlaces(total: number, { each = total, within }: Options = {}): Places {
  const share = Math.ceil(total / 8);
  const half = Math.ceil(total / 2);
  const taken = new Map<string, number>();
  let all = 0;

  return {
    count: () => all,

    take(identity) {
      const own = identity === null ? 0 : (taken.get(identity) ?? 0);
      if (own >= each || all >= (own < share ? total : half)) return false;
      if (within && !within.take(identity)) return false;
      all += 1;
      if (identity !== null) taken.set(identity, own + 1);
      return true;
    },

    release(identity) {
      within?.release(identity);
      all -= 1;
      if (identity === null) return;
      const left = (taken.get(identity) ?? 0) - 1;
      if (left > 0) taken.set(identity, left);
      else taken.delete(identity);
    },
  };
}
