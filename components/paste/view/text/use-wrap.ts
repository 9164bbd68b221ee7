'use client';

import { useEffect, useState } from 'react';
import { keepJson, localStore, readJson } from '#components/ui/storage';
import { LONG_LINE_CHARACTERS } from '../model/view.limits';

/** Whether lines are wrapped: stored on this device. */
const NAME = 'sealpaste.wrap';

interface WrappedText {
  size: 'small' | 'large';
  longestLine: number;
  isComplete: boolean;
}

/** Whether lines are wrapped: as it was chosen last; a text with a very long line, unless somebody wants otherwise here. */
export function useWrap({ size, longestLine, isComplete }: WrappedText) {
  const [isWanted, setWanted] = useState(false);
  const [isLongWanted, setLongWanted] = useState(true);
  useEffect(() => setWanted(readJson(localStore(), NAME) === 1), []);
  const isLong = size === 'large' && longestLine > LONG_LINE_CHARACTERS;

  return {
    // A long line that grows while it is wrapped would be laid out again with every piece.
    isWrapped: isLong ? isLongWanted && isComplete : isWanted,
    toggle(): void {
      if (isLong) {
        setLongWanted(!isLongWanted);
      } else {
        if (isWanted) localStore()?.removeItem(NAME);
        else keepJson(localStore(), NAME, 1);
        setWanted(!isWanted);
      }
    },
  };
}
