'use client';

import { type ComponentType, useEffect, useState } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * Loads a component that only some texts need, with its style sheet, messages and worker.
 * @param load the same function at each render; null: none is wanted
 * @returns undefined while it loads or isn't wanted, null when it can't be loaded
 */
export function useLoaded<Props>(load: Load<Props> | null): ComponentType<Props> | null | undefined {
  const [loaded, setLoaded] = useState<{ by: Load<Props>; part: ComponentType<Props> | null } | null>(null);

  // Loads after the first render, which must equal the server's: without JavaScript a paste shows its source.
  useEffect(() => {
    if (load)
      load().then(
        (part) => setLoaded({ by: load, part }),
        () => setLoaded({ by: load, part: null }),
      );
  }, [load]);

  return loaded?.by === load ? loaded?.part : undefined;
}
