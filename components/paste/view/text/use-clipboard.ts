'use client';

import { viewMessages } from '#components/messages/view';
import { copyText } from '#components/ui/copy-text';
import { useFeedback } from '#components/ui/use-feedback';

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
