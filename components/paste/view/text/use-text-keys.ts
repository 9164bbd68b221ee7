import { useCallback, useEffect, useRef } from 'react';
import { isComposing } from '#components/ui/is-composing';
import { listen } from '#components/ui/listen';
import { isTyping } from '#components/ui/use-shortcuts';

/** Actions of keys in a large text: go to an end, select all, or scroll, which the browser does. */
type TextKey = 'start' | 'end' | 'all' | 'scroll';

/** Takes the keys from now on. The last one that came before is pressed at once. @returns a function that ends it */
export type TakeKeys = (press: (key: TextKey) => void) => () => void;

const SCROLL_KEYS = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp']);

/**
 * Keeps the last key that is meant for a large text until its editor, which may still be loading, takes the keys. The text
 * scrolls in its own element, but browsers scroll the focused one, and after a link was opened nothing has the focus. The
 * document has only the lines in view, and the browser's Select all would copy them as if they were the text.
 */
export function useTextKeys(): TakeKeys {
  const taker = useRef<((key: TextKey) => void) | null>(null);
  const early = useRef<TextKey | null>(null);

  useEffect(
    () =>
      listen<KeyboardEvent>(document, 'keydown', (event) => {
        if (event.altKey || isComposing(event) || event.defaultPrevented || isTyping(event.target)) return;
        const key = textKeyOf(event);
        if (!key) return;
        if (key !== 'scroll') event.preventDefault();
        if (taker.current) taker.current(key);
        else early.current = key;
      }),
    [],
  );

  return useCallback((press) => {
    taker.current = press;
    if (early.current) press(early.current);
    early.current = null;
    return () => {
      taker.current = null;
    };
  }, []);
}

/** With Shift, keys extend the selection. A space presses a focused button. On a Mac, arrows with Command are what Home and End are elsewhere. */
function textKeyOf({ key, shiftKey, metaKey, ctrlKey, target }: KeyboardEvent): TextKey | null {
  const isScrolling = SCROLL_KEYS.has(key) || (key === ' ' && target === document.body);
  if (shiftKey) return isScrolling ? 'scroll' : null;
  if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) return 'all';
  if (key === 'Home' || (metaKey && key === 'ArrowUp')) return 'start';
  if (key === 'End' || (metaKey && key === 'ArrowDown')) return 'end';
  return isScrolling ? 'scroll' : null;
}
