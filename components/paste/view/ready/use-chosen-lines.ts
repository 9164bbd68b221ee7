'use client';

import { useCallback } from 'react';
import { extendRange, type LineRange } from '#lib/envelope/fragment';
import { showLines } from '../model/view-address';
import type { OpenedPaste } from './opened-paste';

/** Marks lines, also in the address. `chooseLine` handles clicks on numbers; a second touch extends, like Shift. @param file in view */
export function useChosenLines({ paste, linkKey, lines, onLines }: OpenedPaste, file: number | undefined) {
  const chooseLines = useCallback(
    (chosen: LineRange | null) => {
      showLines(paste, linkKey, chosen, file);
      onLines(chosen);
    },
    [paste, linkKey, onLines, file],
  );
  const chooseLine = useCallback(
    (line: number, isExtending: boolean, isTouch: boolean) => {
      const isMarked = lines !== null && line >= lines.first && line <= lines.last;
      const isLonger = isExtending || (isTouch && lines !== null && !isMarked);
      const isUnmarked = isMarked && (isTouch || lines.first === lines.last);
      chooseLines(isLonger ? extendRange(lines, line) : isUnmarked ? null : { first: line, last: line });
    },
    [lines, chooseLines],
  );
  return { chooseLines, chooseLine };
}
