import { type RefObject, useEffect } from 'react';
import type { PasteText } from '../model/view-data';
import { wholeText } from '../model/view-text';

/**
 * Copies the whole text when the selection spans the page, e.g. by a phone's menu. The document has only the lines in view
 * of a large text or table, which would be copied as if they were all.
 */
export function useCopyAll(place: RefObject<HTMLElement | null>, text: PasteText): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (event.defaultPrevented || !place.current || !getSelection()?.containsNode(place.current)) return;
      event.clipboardData?.setData('text/plain', wholeText(text));
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [place, text]);
}
