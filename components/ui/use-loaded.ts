import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Loads something about a subject, anew for another one.
 * @param load returns undefined where there is nothing to load; its signal says that nobody wants it any more
 * @returns null until it has come, and where it doesn't
 */
export function useLoaded<Loaded>(load: (signal: AbortSignal) => Promise<Loaded> | undefined, subject: unknown): Loaded | null {
  const [latest, setLatest] = useState<{ of: unknown; loaded: Loaded } | null>(null);
  const begin = useEffectEvent(load);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    begin(signal)?.then(
      (loaded) => signal.aborted || setLatest({ of: subject, loaded }),
      () => undefined,
    );
    return () => leaving.abort();
  }, [subject]);

  return latest !== null && latest.of === subject ? latest.loaded : null;
}
