'use client';

import { type RefObject, useEffect } from 'react';
import { viewMessages } from '#components/messages/view';
import { copyText } from '#components/ui/copy-text';
import { useFeedback } from '#components/ui/use-feedback';
import type { PasteText } from '../model/view-data';
import { wholeText } from '../model/view-text';

/** Copies a text and says so for a moment. `copied` names the copied thing. */
export function useClipboard() {
  const [said, setSaid] = useFeedback<{ copied: string | null; message: string }>();

  return {
    copied: said?.copied ?? null,
    message: said?.message ?? '',
    say: (message: string): void => setSaid({ copied: null, message }),
    async copy(name: string, text: string, message: string): Promise<boolean> {
      const isCopied = await copyText(text, null);
      setSaid(isCopied ? { copied: name, message } : { copied: null, message: viewMessages.copyFailed });
      return isCopied;
    },
  };
}

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
