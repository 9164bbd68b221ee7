'use client';

import { viewMessages } from '#components/messages/view';
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
    copy(name: string, text: string, message: string): Promise<boolean> {
      return writeClipboard(text).then(
        () => {
          setSaid({ copied: name, message });
          return true;
        },
        () => {
          setSaid({ copied: null, message: viewMessages.copyFailed });
          return false;
        },
      );
    },
  };
}

/** Without HTTPS there is only the old way, through a field. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('expected the browser to copy');
}
