import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Loads something about a subject, anew for another one.
 * @param load returns undefined where there is nothing to load
 * @returns null until it has come, and where it doesn't
 */
export function useLoaded<Loaded>(load: () => Promise<Loaded> | undefined, subject: unknown): Loaded | null {
  const [latest, setLatest] = useState<{ of: unknown; loaded: Loaded } | null>(null);
  const begin = useEffectEvent(load);

  useEffect(() => {
    let isWanted = true;
    begin()?.then(
      (loaded) => isWanted && setLatest({ of: subject, loaded }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [subject]);

  return latest !== null && latest.of === subject ? latest.loaded : null;
}
