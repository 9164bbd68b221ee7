'use client';

import { useEffect, useState } from 'react';
import { WRAP_MAX_LINE_CHARACTERS } from './model/view.limits';
import { readWrap, rememberWrap } from './view.wrap';

/** Whether lines are wrapped: as it was chosen last, where the text allows it. */
export function useWrap(size: 'small' | 'large', longestLine: number) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => setWanted(readWrap()), []);
  const isPossible = size === 'small' || longestLine <= WRAP_MAX_LINE_CHARACTERS;

  return {
    isWrapped: isWanted && isPossible,
    isTooLong: isWanted && !isPossible,
    toggle(): void {
      rememberWrap(!isWanted);
      setWanted(!isWanted);
    },
  };
}
