'use client';

import { type ComponentType, useEffect, useState } from 'react';

/**
 * Loads a component that only some texts need, with its style sheet, messages and worker.
 * @param load the same function at each render
 * @returns undefined while it loads or isn't wanted, null when it can't be loaded
 */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>, isWanted: boolean): ComponentType<Props> | null | undefined {
  const [part, setPart] = useState<ComponentType<Props> | null>();

  // Loads after the first render, which must equal the server's: without JavaScript a paste shows its source.
  useEffect(() => {
    if (isWanted)
      load().then(
        (loaded) => setPart(() => loaded),
        () => setPart(null),
      );
  }, [isWanted, load]);

  return part;
}
