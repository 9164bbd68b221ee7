'use client';

import { useEffect, useState } from 'react';
import { LONG_LINE_CHARACTERS } from '../model/view.limits';
import { readWrap, rememberWrap } from './view.wrap';

interface WrappedText {
  size: 'small' | 'large';
  longestLine: number;
  isComplete: boolean;
}

/** Whether lines are wrapped: as it was chosen last; a text with a very long line, unless somebody wants otherwise here. */
export function useWrap({ size, longestLine, isComplete }: WrappedText) {
  const [isWanted, setWanted] = useState(false);
  const [isLongWanted, setLongWanted] = useState(true);
  useEffect(() => setWanted(readWrap()), []);
  const isLong = size === 'large' && longestLine > LONG_LINE_CHARACTERS;

  return {
    // A long line that grows while it is wrapped would be laid out again with every piece.
    isWrapped: isLong ? isLongWanted && isComplete : isWanted,
    toggle(): void {
      if (isLong) {
        setLongWanted(!isLongWanted);
      } else {
        rememberWrap(!isWanted);
        setWanted(!isWanted);
      }
    },
  };
}
