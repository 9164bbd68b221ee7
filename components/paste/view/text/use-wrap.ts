'use client';

import { useEffect, useState } from 'react';
import { keepJson, localStore, readJson } from '#components/ui/storage';
import { LONG_LINE_CHARACTERS } from '../model/view-limits';

/** The localStorage name of the setting. */
const NAME = 'sealpaste.wrap';

interface WrappedText {
  size: 'small' | 'large';
  longestLine: number;
}

/** Whether lines are wrapped: as chosen last on this device. A text with a very long line is wrapped at first. */
export function useWrap({ size, longestLine }: WrappedText) {
  const [isWanted, setWanted] = useState(false);
  const [isLongWanted, setLongWanted] = useState(true);
  useEffect(() => setWanted(readJson(localStore(), NAME) === 1), []);
  const isLong = size === 'large' && longestLine > LONG_LINE_CHARACTERS;

  return {
    isWrapped: isLong ? isLongWanted : isWanted,
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
