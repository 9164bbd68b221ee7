import DataLoader from 'dataloader';

/** Finds what the attempts of one batch need to know, in one query; nothing is kept beyond it. Null: it isn't there. */
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
