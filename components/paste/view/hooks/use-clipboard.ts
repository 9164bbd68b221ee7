'use client';

import { viewMessages } from '#components/messages/view';
import { copyText } from '#components/ui/copy-text';
import { useFeedback } from '#components/ui/use-feedback';

/** Copies, and says for a moment that it did. `copied` is the name of what was copied. */
export function useClipboard() {
  const [said, setSaid] = useFeedback<{ copied: string | null; message: string }>();

  return {
    copied: said?.copied ?? null,
    message: said?.message ?? '',
    /** Something else that is worth a word. */
    say: (message: string): void => setSaid({ copied: null, message }),
    /** @returns whether it did */
    async copy(name: string, text: string, message: string): Promise<boolean> {
      const isCopied = await copyText(text, null);
      setSaid(isCopied ? { copied: name, message } : { copied: null, message: viewMessages.copyFailed });
      return isCopied;
    },
  };
}
