import { type ReactNode, useCallback } from 'react';
import { extendRange, type LineRange } from '#lib/envelope/fragment';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { showLines } from '../model/view-address';
import type { ToDuplicate } from './duplicate';

/** Properties of the screens of an opened paste, besides its content. */
export interface OpenedPaste {
  paste: ViewedPaste;
  linkKey: string | null;
  password: string | undefined;
  lines: LineRange | null;
  onLines: (lines: LineRange | null) => void;
  /** Whether the text takes the focus, because the button or field that asked for it is gone. */
  takesFocus: boolean;
}

/** One of several files in a paste: see files/. */
export interface ShownFile {
  name: string;
  number: number | undefined;
  list: ReactNode;
  /** Shown instead of a text, for a file that isn't text. */
  body: ReactNode | null;
  paste: ToDuplicate;
  onSave: () => void;
  onDuplicated: () => void;
}

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
    (line: number, { shiftKey, pointerType }: { shiftKey: boolean; pointerType?: string }) => {
      const isTouch = pointerType === 'touch';
      const isMarked = lines !== null && line >= lines.first && line <= lines.last;
      const isLonger = shiftKey || (isTouch && lines !== null && !isMarked);
      const isUnmarked = isMarked && (isTouch || lines.first === lines.last);
      chooseLines(isLonger ? extendRange(lines, line) : isUnmarked ? null : { first: line, last: line });
    },
    [lines, chooseLines],
  );
  return { chooseLines, chooseLine };
}
