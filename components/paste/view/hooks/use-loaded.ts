'use client';

import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part of the page that only some texts need, with its style sheet, its words and its worker's address.
 * @param load the same at each drawing
 * @returns undefined while it loads or isn't wanted, null when it can't be loaded
 */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>, isWanted: boolean): ComponentType<Props> | null | undefined {
  const [part, setPart] = useState<ComponentType<Props> | null>();

  // After the first drawing, which is the server's as well: without JavaScript a paste shows its source.
  useEffect(() => {
    if (isWanted)
      load().then(
        (loaded) => setPart(() => loaded),
        () => setPart(null),
      );
  }, [isWanted, load]);

  return part;
}
