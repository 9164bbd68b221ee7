import DataLoader from 'dataloader';

/** Loads what the attempts of one batch need, in one query, and keeps nothing after it; null for a key that isn't found. */
export function createTargets<Key, Target>(find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Target>>) {
  const targets = new DataLoader<Key, Target | null>(
    async (keys) => {
      targets.clearAll();
      const found = await find(keys);
      return keys.map((key) => found.get(key) ?? null);
    },
    { batchScheduleFn: (run) => setImmediate(run) },
  );
  return targets;
}
