import { type RefObject, useEffect } from 'react';
import type { PasteText } from '../model/view.data';
import { wholeText } from '../model/view.text';

/**
 * Whoever selects the page by a menu, as phones have it, and copies, gets the text: only what is in view of a large one is in
 * the document, and would be copied as if it were all.
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
